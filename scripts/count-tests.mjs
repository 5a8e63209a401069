/**
 * Counts a tier's tests from the report of vitest's JSON reporter (undefined when vitest wrote none). A skipped or todo test fails
 * the tier, so that no skip goes unnoticed; a run filtered by name is excepted, because it leaves tests out on purpose.
 * `succeeded` is vitest's own exit; a failure without a failed test (a file that does not load, an unhandled error) counts as one.
 */
export function countTests(report, { succeeded, filtered }) {
  if (!report) return { passed: 0, failed: 1, problems: ['vitest wrote no report'] };
  const problems = [];
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === 'passed').length;
  const failures = tests.filter((test) => test.status === 'failed');
  let failed = failures.length;
  for (const { fullName, failureMessages } of failures) problems.push(failure(fullName, failureMessages?.[0]));
  if (!filtered) {
    const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed');
    failed += skipped.length;
    for (const test of skipped) problems.push(`"${test.fullName}" is ${test.status}; skipped tests count as failed`);
  }
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  failed += brokenFiles.length;
  for (const file of brokenFiles) problems.push(`${file.name} failed outside its tests: ${file.message}`);
  if (passed + failed === 0) {
    failed = 1;
    problems.push(filtered ? 'no test has this name' : 'no tests found');
  } else if (!succeeded && failed === 0) {
    failed = 1;
    problems.push('vitest failed outside the tests; see above');
  }
  return { passed, failed, problems };
}

/** Files in which a test, or the code around tests, failed. */
export const failedFiles = (report) => (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);

/** The report of a run whose failed files ran once more: the second result of those files counts. */
export function withRerun(report, again) {
  const names = new Set(again.testResults.map(({ name }) => name));
  return { ...report, testResults: [...report.testResults.filter(({ name }) => !names.has(name)), ...again.testResults] };
}

/** The same for Playwright's JSON report, which omits tests that a filter left out. A test that passed only at a second attempt counts as failed. */
export function countBrowserTests(report, { succeeded }) {
  if (!report) return { passed: 0, failed: 1, problems: ['Playwright wrote no report'] };
  const { expected: passed, unexpected, flaky, skipped } = report.stats;
  const problems = [
    ...(report.suites ?? []).flatMap(failedSpecs).map(({ title, tests }) => failure(title, tests[0]?.results.at(-1)?.errors[0]?.message)),
    ...report.errors.map(({ message }) => message),
  ];
  if (skipped > 0) problems.push(`${skipped} skipped; skipped tests count as failed`);
  let failed = unexpected + flaky + skipped + report.errors.length;
  if (failed === 0 && (passed === 0 || !succeeded)) {
    failed = 1;
    problems.push(passed === 0 ? 'no tests found, or none has this name' : 'Playwright failed outside the tests; see above');
  }
  return { passed, failed, problems };
}

/** Name and first lines of the message: enough to find the failure when only the end of a run's output is at hand. */
const failure = (name, message = 'no reason given') => `"${name}" failed: ${withoutColours(message).split('\n').slice(0, 12).join('\n')}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a colour is.
const withoutColours = (text) => text.replace(/\u001b\[[0-9;]*m/g, '');

const failedSpecs = (suite) => [...(suite.specs ?? []).filter(({ ok }) => !ok), ...(suite.suites ?? []).flatMap(failedSpecs)];
