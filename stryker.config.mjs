/** Configuration of `npm run test:mutations` (CONTRIBUTING.md): changes one expression of safety code at a time, and reports changes that no test notices. */
export default {
  testRunner: 'in-process',
  plugins: ['./scripts/mutations/runner.mjs'],
  coverageAnalysis: 'perTest',
  // Sentences for people: tests compare their codes and not their texts.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['.cache', 'dist', 'docs', 'dashboards', 'apps/web', 'e2e'],
  tempDirName: '.cache/stryker',
  incremental: true,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: '.cache/mutations/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
  concurrency: 1,
  // A busy machine is not a hanging mutant, and a timeout counts as noticed. The runner itself counts checks, not time (scripts/mutations/judge.mjs).
  timeoutMS: 600_000,
  timeoutFactor: 3,
  disableTypeChecks: false,
  allowEmpty: false,
  cleanTempDir: 'always',
};
