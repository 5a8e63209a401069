import type { KnipConfig } from 'knip';

/** knip's own vitest plugin adds tests as entries. This list has the files that nothing imports and that people or programs start. */
const config: KnipConfig = {
  workspaces: {
    // TypeScript reads the declarations of the scripts that e2e imports. Bundled tests import the last one.
    '.': { entry: ['scripts/*.{mjs,cjs}', 'scripts/local/*.d.mts', 'scripts/mutations/vitest-calls.mjs'], project: ['scripts/**'] },
    'packages/shared': { project: 'src/**' },
    'packages/test-support': { project: 'src/**' },
    'packages/agent': {
      entry: ['src/cli/main.ts', 'src/simulation/{main,scale}.ts', 'src/host/contract/bridge.ts', 'build.mjs', 'idle-cost.mjs'],
      project: ['src/**', '*.mjs'],
    },
    'packages/cli': {
      entry: ['src/program/main.ts', 'src/program/files.ts', 'build.mjs', 'start-time.mjs', 'packaging/build-{deb,npm}.mjs'],
      project: ['src/**', '*.mjs', 'packaging/*.mjs'],
    },
    'packages/csi': {
      entry: ['src/program/{main,simulated}.ts', 'build.mjs', 'generate-types.mjs', 'measure.mjs', 'packaging/build-deb.mjs'],
      project: ['src/**', '*.mjs', 'packaging/*.mjs'],
    },
    'packages/python-client': { entry: ['packaging/build-wheel.mjs'], project: 'packaging/*.mjs' },
    'packages/ansible': { entry: ['packaging/build-collection.mjs'], project: 'packaging/*.mjs' },
    'apps/server': {
      entry: ['src/main.ts', 'src/write-{openapi,reconcilers}.ts', 'build.mjs'],
      project: ['src/**', 'test-support/**', '*.mjs'],
    },
    'apps/web': { entry: ['src/**/*.bench.tsx'], project: ['src/**', '*.mjs'] },
    dashboards: { project: 'src/**' },
    e2e: {
      entry: ['{bench,lab}/*.ts', 'bench/growth/agents-main.ts', 'support/record-cluster.ts'],
      project: ['bench/**', 'lab/**', 'medium/**', 'browser/**', 'grafana/**', 'nvmesh-sdk/**', 'kubernetes/**', 'support/**', 'sweep/**'],
      playwright: { config: 'playwright.config.ts', entry: 'browser/**/*.{spec,shots}.ts' },
    },
  },
  // Programs of the machine, not of a package.
  ignoreBinaries: ['dpkg-deb', 'flock', 'mkfifo', 'mount', 'perl', 'script', 'setpriv', 'sha256sum', 'umount', 'unshare'],
  // Not a package: knip derives this name from the test runner in stryker.config.mjs, which is scripts/mutations/runner.mjs.
  // The fonts are named in a style sheet (apps/web/src/theme/fonts.css).
  ignoreDependencies: ['@stryker-mutator/in-process-runner', '@fontsource-variable/.+'],
  // An export that only its own file uses counts as used.
  ignoreExportsUsedInFile: true,
  exclude: ['duplicates'],
};

export default config;
