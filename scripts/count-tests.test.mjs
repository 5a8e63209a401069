import { expect, test } from 'vitest';
import { countBrowserTests, countTests, failedFiles, withRerun } from './count-tests.mjs';

const report = (...statuses) => ({
  testResults: [
    { name: 'a.test.ts', status: 'passed', message: '', assertionResults: statuses.map((status) => ({ status, fullName: status })) },
  ],
});
const count = (...args) => {
  const { passed, failed } = countTests(...args);
  return { passed, failed };
};

test('counts each passed and failed test once', () => {
  expect(count(report('passed', 'passed', 'failed'), { succeeded: false, filtered: false })).toEqual({ passed: 2, failed: 1 });
});

test('counts a skipped test as failed, and reports it', () => {
  const { failed, problems } = countTests(report('passed', 'skipped'), { succeeded: true, filtered: false });
  expect(failed).toBe(1);
  expect(problems[0]).toContain('skipped tests count as failed');
});

test('ignores the tests that a name filter leaves out', () => {
  expect(count(report('passed', 'skipped'), { succeeded: true, filtered: true })).toEqual({ passed: 1, failed: 0 });
});

test('fails a tier without tests', () => {
  expect(count(report(), { succeeded: true, filtered: false })).toEqual({ passed: 0, failed: 1 });
  expect(count(report('skipped'), { succeeded: true, filtered: true })).toEqual({ passed: 0, failed: 1 });
  expect(count(undefined, { succeeded: false, filtered: false })).toEqual({ passed: 0, failed: 1 });
});

test('counts a file that does not load, or an error outside every test, as one failure', () => {
  const broken = {
    testResults: [
      ...report('passed').testResults,
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  expect(count(broken, { succeeded: false, filtered: false })).toEqual({ passed: 1, failed: 1 });
  expect(count(report('passed'), { succeeded: false, filtered: false })).toEqual({ passed: 1, failed: 1 });
});

const browserReport = (stats, errors = []) => ({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors });

test.each([
  ['all passed', browserReport({ expected: 3 }), true, { passed: 3, failed: 0 }],
  ['one failed and one skipped', browserReport({ expected: 1, unexpected: 1, skipped: 1 }), false, { passed: 1, failed: 2 }],
  ['one passed only at the second try', browserReport({ expected: 1, flaky: 1 }), true, { passed: 1, failed: 1 }],
  ['a file that does not load', browserReport({}, [{ message: 'SyntaxError' }]), false, { passed: 0, failed: 1 }],
  ['no test', browserReport({}), true, { passed: 0, failed: 1 }],
  ['no report', undefined, false, { passed: 0, failed: 1 }],
])('counts a run of the browser tier with %s', (_what, report, succeeded, wanted) => {
  expect(countBrowserTests(report, { succeeded })).toMatchObject(wanted);
});

test('names each failed test with its first error, without colours', () => {
  const message = '\u001b[31mError: no such button\u001b[39m\n    at somewhere';
  const named = '"saves" failed: Error: no such button\n    at somewhere';
  const ofVitest = report('failed');
  ofVitest.testResults[0].assertionResults[0] = { status: 'failed', fullName: 'saves', failureMessages: [message] };
  expect(countTests(ofVitest, { succeeded: false, filtered: false }).problems).toEqual([named]);
  const spec = { title: 'saves', ok: false, tests: [{ results: [{ errors: [{ message }] }] }] };
  const ofPlaywright = { ...browserReport({ unexpected: 1 }), suites: [{ specs: [{ ok: true }], suites: [{ specs: [spec] }] }] };
  expect(countBrowserTests(ofPlaywright, { succeeded: false }).problems).toEqual([named]);
});

test('counts a file that was run again by its second run, and others by their first', () => {
  const file = (name, status) => ({ name, status, message: '', assertionResults: [{ status, fullName: name }] });
  const first = { testResults: [file('a', 'passed'), file('b', 'failed'), file('c', 'failed')] };
  expect(failedFiles(first)).toEqual(['b', 'c']);
  const both = withRerun(first, { testResults: [file('b', 'passed'), file('c', 'failed')] });
  expect(count(both, { succeeded: false, filtered: false })).toEqual({ passed: 2, failed: 1 });
});
