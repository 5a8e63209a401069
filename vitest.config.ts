import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Tests run from the sources of our packages, never from a stale build. Vitest gives these to Node as `--conditions`:
 * `import` among them would make `require('ws')` load an ES module without what socket.io looks for.
 */
const conditions = ['@weft/source', 'node'];
const source = { ssr: { resolve: { conditions } }, resolve: { conditions } };
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.cache/**'];

/** What `npm test` has time for; every other test of the lab is run by `npm run test:all`. */
const labOfNpmTest = 'e2e/lab/{spine,contract}/*.lab.test.ts';

const labProject = (name: string, include: string, ...exclude: string[]) => ({
  ...source,
  test: { name, include: [include], exclude: [...notOurs, ...exclude], testTimeout: 600_000, hookTimeout: 600_000, fileParallelism: false },
});

/** One project a tier: `npm run test:unit`. A tier without tests fails. */
export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: ['{apps,packages,dashboards,scripts,e2e}/**/*.test.{ts,mjs}'],
          exclude: [...notOurs, '**/*.{medium,lab,browser}.test.ts'],
          globalSetup: ['packages/test-support/src/own-tmp.ts'],
          // Some kill an agent before each of a hundred steps; the default of 5 s is for a quiet machine.
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          // By itself vitest leaves one of two cores idle.
          maxWorkers: Math.max(2, availableParallelism() - 1),
        },
      },
      {
        ...source,
        test: {
          name: 'medium',
          include: ['{apps,packages,dashboards,e2e}/**/*.medium.test.ts'],
          exclude: notOurs,
          globalSetup: ['packages/test-support/src/medium-setup.ts'],
          // Bounds of waits for a state, on a machine that is busy with other work; a test that fails by them has waited in vain.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          // Much of a file is waiting; each has a database and ports of its own.
          maxWorkers: 2,
        },
      },
      labProject('lab', labOfNpmTest),
      labProject('lab-rest', 'e2e/**/*.lab.test.ts', labOfNpmTest),
    ],
  },
});
