import { pathToFileURL } from 'node:url';
import { collect, runTest } from './vitest-calls.mjs';

globalThis.__stryker__ ??= {};
const instrumented = globalThis.__stryker__;
instrumented.mutantCoverage ??= { static: {}, perTest: {} };

/**
 * A test without activity in this many checks in a row waits for an event that never comes. Checks are counted, not time: while a busy machine runs other
 * processes for seconds, a test makes no progress, but no check happens either. Activity is time that the event loop does not wait for events: processor
 * time says less, because a busy machine gives little of it to a test that works. A file that is being written is activity too.
 */
const idleLooks = 12;
const lookEveryMs = 250;
const idleUtilization = 0.08;
const cpuLimitMs = 30_000;
const { setInterval: every, clearInterval: end } = globalThis;

async function withinLimits(work) {
  const begin = process.cpuUsage();
  let before = performance.eventLoopUtilization();
  let idle = 0;
  let timer;
  const tooLong = new Promise((_resolve, reject) => {
    timer = every(() => {
      const now = performance.eventLoopUtilization();
      const isWriting = process.getActiveResourcesInfo().some((each) => each.startsWith('FSReq'));
      idle = isWriting || performance.eventLoopUtilization(now, before).utilization > idleUtilization ? 0 : idle + 1;
      before = now;
      if (idle >= idleLooks || msBetween(begin, process.cpuUsage()) > cpuLimitMs)
        reject(Object.assign(new Error('the test did not end'), { timeout: true }));
    }, lookEveryMs);
  });
  try {
    await Promise.race([work(), tooLong]);
  } finally {
    end(timer);
  }
}

const msBetween = (one, other) => (other.user + other.system - one.user - one.system) / 1_000;

/** Loads bundled test files, runs each test alone, and records which mutants it executed. */
export async function firstRun(bundles) {
  // Instrumented files keep the first object that they meet.
  const { static: loaded, perTest } = instrumented.mutantCoverage;
  instrumented.activeMutant = undefined;
  const found = [];
  for (const bundle of bundles) {
    instrumented.currentTestId = undefined;
    const before = { ...loaded };
    const tests = await collect(() => import(pathToFileURL(bundle).href));
    const file = { bundle, loaded: Object.fromEntries(Object.entries(loaded).filter(([id, hits]) => hits !== before[id])), tests: [] };
    for (const [index, one] of tests.entries()) {
      const id = `${bundle}#${index}`;
      instrumented.currentTestId = id;
      const cpu = process.cpuUsage();
      const error = await failureOf(one);
      const { user, system } = process.cpuUsage(cpu);
      instrumented.currentTestId = undefined;
      file.tests.push({ ...one, id, error, cpuMs: (user + system) / 1_000, hits: perTest[id] ?? {} });
    }
    found.push(file);
  }
  return found;
}

const failureOf = (one) =>
  withinLimits(() => runTest(one)).then(
    () => null,
    // A mutant may throw null (`if (true) throw refusal`): null as a result means that the test passed.
    (error) => error ?? new Error(`the test threw ${error}`),
  );

/** Result of the tests that execute the mutant, cheapest first, until one fails. */
export async function judge(mutant, files) {
  const covering = files.flatMap(({ tests }) => tests.filter(({ hits, error }) => hits[mutant] !== undefined && error === null));
  covering.sort((one, other) => one.cpuMs - other.cpuMs);
  const loading = covering.length > 0 ? [] : files.filter(({ loaded }) => loaded[mutant] !== undefined);
  // The file that loads least is the cheapest, and the nearest to the code.
  const size = ({ loaded }) => Object.keys(loaded).length;
  loading.sort((one, other) => size(one) - size(other));
  if (covering.length === 0 && loading.length === 0) return { status: 'NoCoverage', tests: 0 };
  instrumented.hitLimit = Math.max(1_000, ...covering.map(({ hits }) => hits[mutant] * 100));
  let ran = 0;
  for (const test of covering) {
    ran += 1;
    const error = await underMutant(mutant, () => failureOf(test));
    if (error !== null) return verdict(error, test.id, ran);
  }
  // Executed only when its file loads or when tests are declared: repeat both.
  for (const { bundle, tests } of loading) {
    const loaded = await underMutant(mutant, () =>
      collect(() => import(`${pathToFileURL(bundle).href}?mutant=${mutant}`)).catch((error) => error),
    );
    if (loaded instanceof Error) return verdict(loaded, tests[0]?.id, ran);
    for (const [index, test] of loaded.entries()) {
      ran += 1;
      const error = await underMutant(mutant, () => failureOf(test));
      if (error !== null) return verdict(error, tests[index]?.id, ran);
    }
  }
  return { status: 'Survived', tests: ran };
}

async function underMutant(mutant, work) {
  instrumented.hitCount = 0;
  instrumented.activeMutant = mutant;
  try {
    return await work();
  } finally {
    instrumented.activeMutant = undefined;
  }
}

const verdict = (error, by, tests) => ({
  status: error.timeout || /Hit count limit/.test(error.message) ? 'Timeout' : 'Killed',
  by,
  tests,
  reason: String(error.message).slice(0, 160),
});
