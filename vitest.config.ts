import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests run from the sources of our packages, never from a stale build. Vitest passes these conditions to Node as `--conditions`:
 * with `import` among them, `require('ws')` would load an ES module that lacks what socket.io looks for.
 */
const conditions = ['@weft/source', 'node'];
const source = { ssr: { resolve: { conditions } }, resolve: { conditions } };
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.cache/**'];

/** Lab tests that fit into `npm test`; `npm run test:all` runs every other test of the lab. */
const labOfNpmTest = 'e2e/lab/{spine,contract}/*.lab.test.ts';

const labProject = (name: string, include: string, ...exclude: string[]) => ({
  ...source,
  test: { name, include: [include], exclude: [...notOurs, ...exclude], testTimeout: 600_000, hookTimeout: 600_000, fileParallelism: false },
});

/** Medium tests that only `npm run test:all` runs; those of one feature stand beside it. */
const mediumOfTestAll = ['e2e/medium/rest/**/*.medium.test.ts', 'apps/**/*.rest.medium.test.ts'];
/** A stage of its own in `npm run test:all`: it needs a Grafana, which nothing here can fetch. */
const withGrafana = 'e2e/grafana/*.medium.test.ts';
/** As above: it needs NVMeshSDK, which no registry has. */
const withNvmeshSdk = 'e2e/nvmesh-sdk/*.medium.test.ts';
/** As above: its set-up builds a Kubernetes, which takes long. */
const withKubernetes = 'e2e/kubernetes/*.medium.test.ts';
const separate = [withGrafana, withNvmeshSdk, withKubernetes];

const mediumProject = (name: string, include: string[], ...exclude: string[]) => ({
  ...source,
  test: {
    name,
    include,
    exclude: [...notOurs, ...exclude],
    globalSetup: ['packages/test-support/src/medium-setup.ts'],
    // Time limits of waits for a state, on a machine that is busy with other work: a test that reaches one has waited in vain.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // As the unit tests below.
    isolate: false,
    // Much of a file's time is waiting; each file has its own database and ports.
    maxWorkers: 3,
  },
});

/** The files of a tier that take longest, the longest first: one that starts last delays the end of the tier. */
const longest = [
  // unit
  ...['forced-move.test', 'sweep.test', 'lost-memory.test', 'interruption.test', 'renamed.test', 'restored.test', 'grow-onto.test'],
  // medium
  ...['start', 'access-matrix', 'losses', 'alerts', 'stats', 'encryption', 'backups', 'migrations', 'authentication'].map(
    (name) => `${name}.medium.test`,
  ),
];
const rank = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.ts`));
  return at === -1 ? longest.length : at;
};

/** Vitest starts the longest files first only when it has run them before in this clone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

/** One project per tier: `npm run test:unit`. A tier without tests fails. */
export default defineConfig({
  test: {
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          include: ['{apps,packages,dashboards,scripts,e2e}/**/*.test.{ts,mjs}'],
          exclude: [...notOurs, '**/*.{medium,lab,browser}.test.ts'],
          globalSetup: ['packages/test-support/src/own-tmp.ts'],
          // Files share a process, which loads a module once: loading took longer than testing. A test restores what it changes in the process.
          isolate: false,
          restoreMocks: true,
          // Some tests kill an agent before each of a hundred steps; the default of 5 s suits an idle machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          // By default vitest leaves one of two cores idle.
          maxWorkers: Math.max(2, availableParallelism() - 1),
        },
      },
      mediumProject('medium', ['{apps,packages,dashboards,e2e}/**/*.medium.test.ts'], ...mediumOfTestAll, ...separate),
      mediumProject('medium-rest', mediumOfTestAll),
      mediumProject('grafana', [withGrafana]),
      mediumProject('nvmesh-sdk', [withNvmeshSdk]),
      mediumProject('kubernetes', [withKubernetes]),
      labProject('lab', labOfNpmTest),
      labProject('lab-rest', 'e2e/**/*.lab.test.ts', labOfNpmTest),
    ],
  },
});
