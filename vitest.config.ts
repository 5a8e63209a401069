import { defineConfig } from 'vitest/config';

/**
 * Tests run from the sources of our packages, never from a stale build. Vitest gives these to Node as `--conditions`:
 * `import` among them would make `require('ws')` load an ES module without what socket.io looks for.
 */
const conditions = ['@weft/source', 'node'];
const source = { ssr: { resolve: { conditions } }, resolve: { conditions } };
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.cache/**'];

/** One project a tier: `npm run test:unit`. A tier without tests fails. */
export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: ['{apps,packages,scripts,e2e}/**/*.test.{ts,mjs}'],
          exclude: [...notOurs, '**/*.{medium,lab,browser}.test.ts'],
        },
      },
      {
        ...source,
        test: {
          name: 'medium',
          include: ['{apps,packages,e2e}/**/*.medium.test.ts'],
          exclude: notOurs,
          globalSetup: ['packages/test-support/src/medium-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        ...source,
        test: {
          name: 'lab',
          include: ['e2e/lab/**/*.lab.test.ts'],
          exclude: notOurs,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
