import { MOST } from '@weft/shared/messages/bounded';
import type { ObjectStatus } from '@weft/shared/messages/report';
import type { Trace } from '@weft/shared/timeline/trace';
import { describe, expect, it } from 'vitest';
import { assignAll, exampleCluster, id, turns } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';
import { Traces } from './traces.js';

const KEY = `leg/${id('leg', 1)}`;
const status = (state: ObjectStatus['state'], generation: number): ObjectStatus => ({
  ...{ kind: 'leg', id: id('leg', 1), generation, state, reason: null },
  observed: { present: true, wiped: true, open: false, sizeBytes: 1, backed: true },
});

/** Traces by a clock that starts anywhere and moves only by `work`. */
function traced(startMs = 0) {
  let nowMs = startMs;
  let readings = 0;
  const traces = new Traces(() => {
    readings++;
    return nowMs;
  });
  const work = (of: Parameters<Traces['time']>[0], durationMs: number, failure?: Error) =>
    traces.time(of, async () => {
      nowMs += durationMs;
      if (failure) throw failure;
    });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { traces, work, pass, now: () => nowMs, readings: () => readings };
}
const operation = (op: string) => ({ what: 'operation' as const, key: KEY, op });
const parts = ([trace]: Trace[]) => trace?.spans.map(({ what, op, startMs, durationMs }) => [op ?? what, startMs, durationMs]);

/** A leg that is made after its assignment arrived, and reported. */
async function made(startMs: number): Promise<Trace[]> {
  const { traces, work, pass, now } = traced(startMs);
  traces.arrived(3);
  pass(4);
  traces.stored(3);
  traces.begin(KEY, 3);
  await work({ what: 'observe' }, 10);
  await work(operation('create-logical-volume'), 200);
  pass(5);
  await work(operation('wipe-logical-volume'), 1000);
  await work({ what: 'observe' }, 9);
  const sentMs = now();
  pass(6);
  traces.reported([status('done', 3)], sentMs);
  return traces.take();
}

describe('Traces', () => {
  it('has the parts of a change from the arrival of its assignment to the answer to its report', async () => {
    expect(parts(await made(0))).toEqual([
      ['store', 0, 4],
      ['observe', 4, 10],
      ['create-logical-volume', 14, 200],
      ['wipe-logical-volume', 219, 1000],
      ['observe', 1219, 9],
      ['report', 1228, 6],
    ]);
  });

  it('is the same on a node whose clock is an hour ahead', async () => {
    expect(await made(3_600_000)).toEqual(await made(0));
  });

  it('counts operations over the bound, and keeps the report', async () => {
    const { traces, work, now } = traced();
    traces.begin(KEY, 3);
    for (let count = 0; count < MOST.traceSpans + 36; count++) await work(operation('connect'), 1);
    traces.reported([status('done', 3)], now());
    const [trace] = traces.take();
    expect([trace?.spans.length, trace?.omitted]).toEqual([MOST.traceSpans, 37]);
    expect(trace?.spans.at(-1)?.what).toBe('report');
  });

  it('marks an operation that failed, and throws its error on', async () => {
    const { traces, work, now } = traced();
    traces.begin(KEY, 3);
    await expect(work(operation('connect'), 7, new Error('no route'))).rejects.toThrow('no route');
    await work(operation('connect'), 1);
    traces.reported([status('done', 3)], now());
    expect(traces.take()[0]?.spans.map(({ failed = false }) => failed)).toEqual([true, false, false]);
  });

  it('does not even read the clock while no object changes', async () => {
    const { traces, work, readings, now } = traced();
    traces.begin(KEY, 3);
    await work(operation('connect'), 1);
    traces.reported([status('done', 3)], now());
    traces.take();
    const before = readings();
    await work({ what: 'observe' }, 10);
    traces.reported([status('done', 3)], now());
    expect(readings()).toBe(before);
    expect(traces.take()).toEqual([]);
  });

  it('goes on after the answer to a report that was made before the assignment arrived', async () => {
    const { traces, work, now } = traced();
    traces.begin(KEY, 3);
    traces.reported([status('done', 2)], now());
    await work(operation('connect'), 1);
    traces.reported([status('done', 3)], now());
    expect(parts(traces.take())?.map(([what]) => what)).toEqual(['connect', 'report']);
  });

  it('goes on after the answer to a report that was sent before something ended: an attachment stays done while its I/O is held', async () => {
    const { traces, work, pass, now } = traced();
    traces.begin(KEY, 3);
    const begunMs = now();
    let end: () => void = () => undefined;
    const held = traces.time(operation('hold-io'), () => new Promise<void>((resolve) => (end = resolve)));
    pass(5);
    traces.reported([status('done', 3)], begunMs);
    const beforeMs = now();
    pass(1);
    end();
    await held;
    traces.reported([status('done', 3)], beforeMs);
    expect(traces.take()).toEqual([]);
    await work({ what: 'observe' }, 2);
    traces.reported([status('done', 3)], now());
    expect(parts(traces.take())?.map(([what]) => what)).toEqual(['hold-io', 'observe', 'report']);
  });

  it('sends the parts of an object that fails and is retried, at most every 10 s and only when there are new ones', async () => {
    const { traces, work, pass, now } = traced();
    traces.begin(KEY, 3);
    await work(operation('connect'), 1);
    traces.reported([status('failed', 3)], now());
    expect(traces.take()).toEqual([]);
    pass(10_000);
    expect(parts(traces.take())).toEqual([['connect', 0, 1]]);
    pass(10_000);
    expect(traces.take()).toEqual([]);
    await work(operation('connect'), 2);
    expect(traces.take()).toHaveLength(1);
  });

  it('keeps what was done for an assignment that a newer one has superseded', async () => {
    const { traces, work, now } = traced();
    traces.begin(KEY, 3);
    await work({ what: 'observe' }, 10);
    await work(operation('create-logical-volume'), 200);
    traces.begin(KEY, 4);
    await work({ what: 'observe' }, 10);
    traces.begin(KEY, 5);
    await work(operation('wipe-logical-volume'), 1000);
    traces.reported([status('done', 5)], now());
    const kept = traces.take();
    expect(kept.map(({ generation, spans }) => [generation, ...spans.map(({ what, op }) => op ?? what)])).toEqual([
      [3, 'observe', 'create-logical-volume'],
      [5, 'wipe-logical-volume', 'report'],
    ]);
  });

  it('keeps only the reading that led to a step, however long the object waited', async () => {
    const { traces, work, pass, now } = traced();
    traces.begin(KEY, 3);
    for (let turn = 0; turn < 500; turn++) {
      await work({ what: 'observe' }, 3);
      pass(2000);
    }
    await work({ what: 'observe' }, 3);
    await work(operation('connect'), 1);
    traces.reported([status('done', 3)], now());
    expect(parts(traces.take())).toEqual([
      ['observe', 1_001_500, 3],
      ['connect', 1_001_503, 1],
      ['report', 1_001_504, 0],
    ]);
  });
});

describe('the loop with traces', () => {
  const namesOf = (trace: Trace | undefined) => trace?.spans.flatMap(({ op }) => op ?? []) ?? [];

  it('traces each operation of an attached mirror by name, at each node', async () => {
    const { agents, targets, client } = await exampleCluster();
    await assignAll(agents, UP);
    await turns(agents);
    expect(client.allDone).toBe(true);
    for (const agent of agents) agent.traces.reported(agent.state?.objects ?? [], 0);
    const made = targets.map((target) => target.traces.take());
    for (const traces of made) {
      expect(traces.every(({ begin }) => begin === 'assignment')).toBe(true);
      expect(namesOf(traces.find(({ kind }) => kind === 'leg'))).toEqual(
        expect.arrayContaining(['create-logical-volume', 'wipe-logical-volume']),
      );
      expect(namesOf(traces.find(({ kind }) => kind === 'export'))).toEqual(
        expect.arrayContaining(['create-subsystem', 'create-namespace', 'enable-namespace', 'link-port']),
      );
    }
    const [attachment] = client.traces.take();
    expect(namesOf(attachment)).toEqual(expect.arrayContaining(['connect', 'create-array']));
    expect(attachment?.spans[0]?.what).toBe('store');
  });

  it('begins again with an agent that restarts in the middle, and drops traces of objects that were done before', async () => {
    const { agents, client } = await exampleCluster();
    await assignAll(agents, UP);
    // Its targets export nothing yet.
    await client.turn();
    await client.restart();
    await turns(agents);
    client.traces.reported(client.state?.objects ?? [], 0);
    const [interrupted] = client.traces.take();
    expect([interrupted?.begin, interrupted?.spans[0]?.what]).toEqual(['agent-start', 'observe']);
    expect(namesOf(interrupted)).toContain('create-array');

    await client.restart();
    await client.turn();
    client.traces.reported(client.state?.objects ?? [], 0);
    expect(client.traces.take()).toEqual([]);
  });
});
