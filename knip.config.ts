import type { KnipConfig } from 'knip';

/** Tests are entries by knip's own vitest plugin; here is what nothing imports but people or programs start. */
const config: KnipConfig = {
  workspaces: {
    // The declarations are what TypeScript reads of the scripts that e2e imports. Bundled tests import the last one.
    '.': { entry: ['scripts/*.mjs', 'scripts/local/*.d.mts', 'scripts/mutations/vitest-calls.mjs'], project: ['scripts/**'] },
    'packages/shared': { project: 'src/**' },
    'packages/test-support': { project: 'src/**' },
    'packages/agent': {
      entry: ['src/cli/main.ts', 'src/simulation/{main,scale}.ts', 'src/host/contract/bridge.ts', 'build.mjs', 'idle-cost.mjs'],
      project: ['src/**', '*.mjs'],
    },
    'apps/server': { entry: ['src/main.ts', 'src/write-{openapi,reconcilers}.ts'], project: ['src/**', 'test-support/**'] },
    'apps/web': { entry: ['src/**/*.bench.tsx'], project: ['src/**', '*.mjs'] },
    dashboards: { project: 'src/**' },
    e2e: {
      entry: ['{bench,lab}/*.ts', 'support/record-cluster.ts'],
      project: ['bench/**', 'lab/**', 'medium/**', 'browser/**', 'support/**', 'sweep/**'],
      playwright: { config: 'playwright.config.ts', entry: 'browser/**/*.{spec,shots}.ts' },
    },
  },
  // Programs of the machine, not of a package.
  ignoreBinaries: ['dpkg-deb', 'flock', 'perl', 'setpriv', 'unshare'],
  // No package: knip makes its name of the test runner in stryker.config.mjs, which is scripts/mutations/runner.mjs.
  ignoreDependencies: ['@stryker-mutator/in-process-runner'],
  // What only its own file and nobody else uses is alive.
  ignoreExportsUsedInFile: true,
  exclude: ['duplicates'],
};

export default config;
