import { describe, expect, it } from 'vitest';
import type { BenchmarkDocument } from '../documents/benchmark.document.js';
import { advance, type BenchmarkWorld, type ClientState } from './advance.js';
import { someBenchmark } from './benchmark.fixture.js';
import { boundOf, stepsOf } from './benchmark-steps.js';
import { afterNews } from './order-news.js';

const at = new Date('2026-11-28T12:00:00Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);

function world(change: Partial<BenchmarkWorld> = {}, clients: Record<string, Partial<ClientState>> = { c1: {} }): BenchmarkWorld {
  let ids = 0;
  return {
    now: at,
    clients: new Map(
      Object.entries(clients).map(([name, each]) => [name, { name, isOnline: true, since: at, bootId: `boot of ${name}`, ...each }]),
    ),
    attached: new Set(Object.keys(clients).map((name) => `attachment of ${name}`)),
    newId: () => `order-${++ids}`,
    ...change,
  };
}

const result = { seconds: 1, fio: null, kernel: [], cpuRatio: null };
/** Every client reports the end of the current step. */
const allDone = (benchmark: BenchmarkDocument): BenchmarkDocument =>
  (benchmark.current?.orders ?? []).reduce(
    (sum, { id, node }) => afterNews(sum, node.id, { id, attempt: 'a', state: 'done', result }, null),
    benchmark,
  );

describe('advance', () => {
  it('starts a step at all clients at once, and the next one when all have ended', () => {
    const both = { c1: {}, c2: {} };
    const begun = advance(someBenchmark({}, ['c1', 'c2']), world({}, both));
    expect(begun.current?.orders.map(({ node, bootId }) => [node.id, bootId])).toEqual([
      ['c1', 'boot of c1'],
      ['c2', 'boot of c2'],
    ]);
    expect(advance(begun, world({}, both))).toBe(begun);
    const [first] = begun.current?.orders ?? [];
    const half = afterNews(begun, 'c1', { id: first?.id ?? '', attempt: 'a', state: 'done', result }, null);
    expect(advance(half, world({}, both)).stepIndex).toBe(0);
    expect(advance(allDone(begun), world({ now: later(1) }, both))).toMatchObject({
      stepIndex: 1,
      current: { startedAt: later(1), orders: [{ state: 'open' }, { state: 'open' }] },
    });
  });

  it('is done after its last step', () => {
    let benchmark = someBenchmark();
    for (let step = 0; step < 3; step++) benchmark = advance(allDone(advance(benchmark, world())), world());
    expect(benchmark).toMatchObject({ state: 'done', endsAs: 'done', stepIndex: 3, current: null, error: null, finishedAt: at });
    expect(benchmark.times).toHaveLength(3);
  });

  it('fails with the reason of a client, and keeps the steps that ended', () => {
    const begun = advance(allDone(advance(someBenchmark(), world())), world());
    const [order] = begun.current?.orders ?? [];
    const reason = { code: 'fio-missing', message: 'fio is not installed here' };
    const told = afterNews(begun, 'c1', { id: order?.id ?? '', attempt: 'a', state: 'failed', reason }, null);
    expect(advance(told, world())).toMatchObject({ state: 'failed', error: reason, stepIndex: 1, current: null });
  });

  it.each([
    ['its client restarts', world({}, { c1: { bootId: 'another boot' } }), 'benchmark-client-restarted'],
    ['its client is offline for too long', world({ now: later(61) }, { c1: { isOnline: false } }), 'benchmark-client-lost'],
    ['its client was removed', world({ clients: new Map() }), 'benchmark-client-lost'],
    ['a step does not end in time', world({ now: later(121) }), 'benchmark-step-late'],
    ['a volume is detached', world({ attached: new Set() }), 'benchmark-volume-gone'],
  ])('fails when %s', (_, when, code) => {
    const begun = advance(someBenchmark(), world());
    expect(advance(begun, when)).toMatchObject({ state: 'failed', error: { code } });
  });

  it('goes on when a client was offline for a moment', () => {
    const begun = advance(someBenchmark(), world());
    expect(advance(begun, world({ now: later(30) }, { c1: { isOnline: false } }))).toBe(begun);
  });

  it('starts fio at one time when every client of a measurement is ready', () => {
    const both = { c1: {}, c2: {} };
    const begun = advance(someBenchmark({ stepIndex: 1 }, ['c1', 'c2']), world({}, both));
    const [one, two] = begun.current?.orders ?? [];
    const first = afterNews(begun, 'c1', { id: one?.id ?? '', attempt: 'a', state: 'ready' }, null);
    expect(advance(first, world({ now: later(1) }, both))).toBe(first);
    const second = afterNews(first, 'c2', { id: two?.id ?? '', attempt: 'a', state: 'ready' }, null);
    // It is sent again until the start is ordered.
    expect(afterNews(second, 'c2', { id: two?.id ?? '', attempt: 'a', state: 'ready' }, null)).toBe(second);
    const ordered = advance(second, world({ now: later(2) }, both));
    expect(ordered.current?.startsAt).toEqual(later(3));
    expect(advance(ordered, world({ now: later(2.5) }, both))).toBe(ordered);
    // The time of the step counts from its start.
    expect(advance(ordered, world({ now: later(130) }, both)).state).toBe('running');
    expect(advance(ordered, world({ now: later(134) }, both))).toMatchObject({ error: { code: 'benchmark-step-late' } });
    expect(advance(allDone(ordered), world({ now: later(13) }, both)).times).toEqual([{ startedAt: later(3), endedAt: later(13) }]);
  });

  it('fails when a client is not ready in time, and names it', () => {
    const both = { c1: {}, c2: {} };
    const begun = advance(someBenchmark({ stepIndex: 1 }, ['c1', 'c2']), world({}, both));
    const half = afterNews(begun, 'c1', { id: begun.current?.orders[0]?.id ?? '', attempt: 'a', state: 'ready' }, null);
    expect(advance(half, world({ now: later(60) }, both)).state).toBe('running');
    expect(advance(half, world({ now: later(61) }, both))).toMatchObject({
      state: 'failed',
      error: { code: 'benchmark-client-not-ready', message: expect.stringContaining('c2') },
    });
  });

  it('fails when another agent process runs the order: it started fio again', () => {
    const begun = advance(someBenchmark(), world());
    const id = begun.current?.orders[0]?.id ?? '';
    const running = afterNews(begun, 'c1', { id, attempt: 'a', state: 'running', progressRatio: 0.5 }, null);
    const again = afterNews(running, 'c1', { id, attempt: 'b', state: 'running', progressRatio: 0 }, null);
    expect(advance(again, world())).toMatchObject({ state: 'failed', error: { code: 'benchmark-client-restarted' } });
  });

  it('has no open order from the moment it is cancelled', () => {
    const begun = advance(someBenchmark(), world());
    expect(advance({ ...begun, cancelledBy: 'vera' }, world())).toMatchObject({
      state: 'cancelled',
      current: null,
      error: { code: 'cancelled', messageCode: 'benchmark-cancelled' },
    });
  });

  it('removes its scratch volumes before it ends', () => {
    const scratchVolumes = [{ name: 'bench-1', node: { id: 'c1', name: 'c1' } }];
    const begun = advance(someBenchmark({ scratchVolumes }), world());
    expect(advance({ ...begun, cancelledBy: 'vera' }, world())).toMatchObject({ state: 'removing', endsAs: 'cancelled', finishedAt: null });
  });

  it('ignores news of another node, and of an order that has ended', () => {
    const begun = advance(someBenchmark(), world());
    const id = begun.current?.orders[0]?.id ?? '';
    expect(afterNews(begun, 'c9', { id, attempt: 'a', state: 'done', result }, null)).toBe(begun);
    const done = allDone(begun);
    expect(afterNews(done, 'c1', { id, attempt: 'a', state: 'running', progressRatio: 0.1 }, null)).toBe(done);
  });
});

describe('a latency-bound search', () => {
  const request = {
    title: '',
    profile: 'latency-bound' as const,
    runSeconds: 10,
    repeats: 5,
    precondition: false,
    compareCollection: false,
  };
  const search = () => someBenchmark({ profile: 'latency-bound', steps: stepsOf(request), latencyBound: boundOf(request), stepIndex: 1 });
  /** One I/O of a thousand takes this long. */
  const figures = (slowestMs: number) => {
    const none = { ios: 0, bytes: 0, iops: 0, bytesPerSecond: 0, latencySeconds: 0 };
    return {
      reads: none,
      writes: none,
      bins: [
        [1e5, 999],
        [slowestMs * 1e6, 1],
      ] as [number, number][],
    };
  };
  const measured = (benchmark: BenchmarkDocument, slowestMs: number) => {
    const begun = advance(benchmark, world());
    const id = begun.current?.orders[0]?.id ?? '';
    return advance(afterNews(begun, 'c1', { id, attempt: 'a', state: 'done', result }, figures(slowestMs)), world());
  };

  it('doubles the depth until more than the share of one window exceeds the limit', () => {
    const second = measured(search(), 19);
    expect(second.steps.at(-1)?.point?.depth).toBe(2);
    const third = measured({ ...second, current: null }, 5);
    expect(third.steps.at(-1)?.point?.depth).toBe(4);
    const end = measured({ ...third, current: null }, 21);
    expect(end).toMatchObject({ state: 'done' });
    expect(end.steps.map(({ point }) => point?.depth)).toEqual([undefined, 1, 2, 4]);
  });
});
