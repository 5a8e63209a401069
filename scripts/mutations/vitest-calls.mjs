/**
 * Replaces the imports from `vitest` when tests judge mutants: Vitest's own assertions and spies, and a test runner that stays in one process. Vitest
 * itself loads every module again for each mutant, which takes a hundred times as long as the tests of a planner.
 */
import { createRequire } from 'node:module';
import { format } from 'node:util';

// Parts of Vitest that a Vitest worker would load.
const part = async (name) => import(createRequire(import.meta.resolve('vitest/package.json')).resolve(name));
const { ASYMMETRIC_MATCHERS_OBJECT, chai, customMatchers, GLOBAL_EXPECT, JestAsymmetricMatchers, JestChaiExpect, JestExtend, setState } =
  await part('@vitest/expect');
const { fn, restoreAllMocks, spyOn } = await part('@vitest/spy');

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = (value, message) => chai.expect(value, message);
Object.assign(expect, chai.expect);
Object.assign(expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
globalThis[GLOBAL_EXPECT] = expect;
setState({ assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null, testPath: '', currentTestName: '' }, expect);
expect.extend = (matchers) => chai.expect.extend(expect, matchers);
expect.extend(customMatchers);

const { setTimeout: later } = globalThis;
const pause = (ms) => new Promise((resolve) => later(resolve, ms));

async function until(attempt, { timeout = 20_000, interval = 20 } = {}) {
  const deadline = Date.now() + timeout;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(interval);
    }
  }
}

expect.poll = (read, options) => {
  const chain = (names) =>
    new Proxy(() => undefined, {
      get: (_target, name) => chain([...names, name]),
      apply: (_target, _this, args) =>
        until(async () => {
          let assertion = expect(await read());
          for (const name of names.slice(0, -1)) assertion = assertion[name];
          assertion[names.at(-1)](...args);
        }, options),
    });
  return chain([]);
};

const real = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, Date, now: performance.now.bind(performance) };
let clock;

/** Timers that run when the test says so: the part of Vitest's fake timers that our tests use. */
function useFakeTimers() {
  const timers = new Map();
  const begin = { date: real.Date.now(), now: Math.floor(real.now()) };
  let passed = 0;
  let ids = 0;
  const add =
    (every) =>
    (run, ms = 0, ...args) => {
      ids += 1;
      const id = ids;
      timers.set(id, { at: passed + Math.max(every ? 1 : 0, ms), run: () => run(...args), every: every ? Math.max(1, ms) : null });
      return { id, unref: () => undefined, ref: () => undefined, [Symbol.toPrimitive]: () => id };
    };
  const remove = (timer) => void timers.delete(Number(timer));
  class FakeDate extends real.Date {
    constructor(...args) {
      super(...(args.length > 0 ? args : [begin.date + passed]));
    }
    static now = () => begin.date + passed;
  }
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => real.setImmediate(resolve));
  };
  clock = {
    count: () => timers.size,
    setDate: (date) => {
      begin.date = Number(new real.Date(date)) - passed;
    },
    async advance(ms) {
      const end = passed + ms;
      await settle();
      for (;;) {
        const [id, next] = [...timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
        if (next === undefined || next.at > end) break;
        passed = Math.max(passed, next.at);
        if (next.every === null) timers.delete(id);
        else next.at += next.every;
        next.run();
        await settle();
      }
      passed = end;
    },
  };
  Object.assign(globalThis, {
    setTimeout: add(false),
    setInterval: add(true),
    clearTimeout: remove,
    clearInterval: remove,
    Date: FakeDate,
  });
  performance.now = () => begin.now + passed;
}

function useRealTimers() {
  const { now, ...globals } = real;
  Object.assign(globalThis, globals);
  performance.now = now;
  clock = undefined;
}

export const vi = {
  ...{ fn, spyOn, restoreAllMocks, useFakeTimers, useRealTimers },
  waitFor: (attempt, options) => until(attempt, typeof options === 'number' ? { timeout: options } : options),
  advanceTimersByTimeAsync: (ms) => clock.advance(ms),
  getTimerCount: () => clock.count(),
  setSystemTime: (date) => clock.setDate(date),
};

let suite;
let tests;
let current;

/** Tests of one file, in order; `load` evaluates the file. */
export async function collect(load) {
  tests = [];
  suite = { parent: null, name: '', beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] };
  await load();
  return tests;
}

export function describe(name, ...rest) {
  const body = rest.find((value) => typeof value === 'function');
  const outer = suite;
  suite = { parent: outer, name, beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] };
  body();
  suite = outer;
}

export function test(name, ...rest) {
  tests.push({ suite, name, body: rest.find((value) => typeof value === 'function') });
}

const named = (name, args) => (/%/.test(name) ? format(name, ...args) : name);
const each = (declare) => (cases) => (name, body) => {
  for (const entry of cases) {
    const args = Array.isArray(entry) ? entry : [entry];
    declare(named(name, args), () => body(...args));
  }
};
describe.each = each(describe);
test.each = each(test);
test.for = (cases) => (name, body) => {
  for (const entry of cases) test(named(name, [entry]), (context) => body(entry, context));
};
export const it = test;

export const beforeAll = (hook) => void suite.beforeAll.push(hook);
export const afterAll = (hook) => void suite.afterAll.push(hook);
export const beforeEach = (hook) => void suite.beforeEach.push(hook);
export const afterEach = (hook) => void suite.afterEach.push(hook);
export const onTestFinished = (hook) => void current.push(hook);

/** Outermost first. */
const suitesOf = ({ suite: innermost }) => {
  const found = [];
  for (let at = innermost; at !== null; at = at.parent) found.unshift(at);
  return found;
};

/** Runs one test as if it were the only one of its file; rejects when it fails. */
export async function runTest(one) {
  const suites = suitesOf(one);
  const finished = [];
  current = finished;
  const context = { onTestFinished, expect, task: { name: one.name } };
  const after = [];
  try {
    for (const at of suites) {
      after.unshift(...at.afterAll);
      for (const hook of at.beforeAll) after.unshift((await hook()) ?? (() => undefined));
    }
    for (const at of suites) {
      after.unshift(...at.afterEach);
      for (const hook of at.beforeEach) after.unshift((await hook(context)) ?? (() => undefined));
    }
    await one.body(context);
  } finally {
    for (const hook of [...finished.reverse(), ...after]) if (typeof hook === 'function') await hook(context);
  }
}
