/** `npm run test:mutations` (CONTRIBUTING.md): changes one expression of safety code at a time, and reports the changes that no unit test notices. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutations.config.ts', related: true },
  coverageAnalysis: 'perTest',
  mutate: [
    'packages/agent/src/plan/*.ts',
    'packages/agent/src/ledger/*.ts',
    'apps/server/src/reconcile/*.ts',
    'apps/server/src/volumes/placement*.ts',
    'apps/server/src/core/leases/*.ts',
    '!**/*.test.ts',
    '!**/*.fixture.ts',
    '!**/*.module.ts',
  ],
  // Sentences for people: their codes are compared by tests, their words are not.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['.cache', 'dist', 'docs', 'dashboards', 'apps/web', 'e2e/lab', 'e2e/browser', 'e2e/bench'],
  tempDirName: '.cache/stryker',
  incremental: true,
  incrementalFile: '.cache/mutations/incremental.json',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.cache/mutations/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
  concurrency: 2,
  // A busy machine is no mutant that hangs: what times out counts as noticed.
  timeoutMS: 60_000,
  timeoutFactor: 3,
  disableTypeChecks: false,
  allowEmpty: false,
  cleanTempDir: 'always',
};
