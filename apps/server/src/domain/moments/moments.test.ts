import { describe, expect, it } from 'vitest';
import { type Gap, gapAt, gapsIn } from './coverage.js';
import { differences } from './differences.js';
import { folded } from './fold.js';
import { absent, type Known, known, paced, type State } from './pace.js';
import { isPart, kept, type Recorded, texts } from './recorded.js';

const second = (at: number) => new Date(at * 1000);
const document = (id: string, more: object = {}): Recorded => ({ _id: id, ...more });

describe('folded', () => {
  it('is the snapshot with the versions after it: the last one of each object counts', () => {
    const snapshot = [document('a', { n: 1 }), document('b', { n: 1 })];
    const changes = [
      [{ id: 'a', document: document('a', { n: 2 }) }],
      [
        { id: 'b', document: null },
        { id: 'c', document: document('c') },
      ],
      [{ id: 'a', document: document('a', { n: 3 }) }],
    ];
    expect(folded(snapshot, changes)).toEqual([document('a', { n: 3 }), document('c')]);
  });
});

describe('paced', () => {
  const state = (n: number): State => ({ all: `${n}`, calm: `${n}` });
  /** Times of the versions of an object that changes every second. */
  function flapping(seconds: number): { times: number[]; last: Known | undefined } {
    let last: Known | undefined;
    const times: number[] = [];
    for (let at = 0; at < seconds; at++) {
      const turn = paced(last, state(at), at * 1000);
      if (turn.kind !== 'version') continue;
      last = { ...state(at), at: at * 1000, dueAt: turn.dueAt };
      times.push(at);
    }
    return { times, last };
  }

  it('allows a burst, and then a version every 10 s', () => {
    const { times } = flapping(600);
    expect(times.length).toBeLessThan(30 + 600 / 10 + 5);
    expect(times.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, at) => at));
    const gaps = times.slice(-10).map((at, n, all) => at - (all[n - 1] ?? at - 10));
    expect(new Set(gaps)).toEqual(new Set([10]));
  });

  it('names the time of the version of a last state that has none yet', () => {
    const { last } = flapping(100);
    const turn = paced(last, state(1000), 100_000);
    if (turn.kind !== 'later') return expect(turn.kind).toBe('version');
    expect(turn.at).toBeLessThanOrEqual(100_000 + 10_000);
    return expect(paced(last, state(1000), turn.at).kind).toBe('version');
  });

  it('makes a version of restless fields once a minute, and none without a difference', () => {
    const last = known({ all: 'a', calm: 'c' }, 0);
    expect(paced(last, { all: 'b', calm: 'c' }, 59_000)).toEqual({ kind: 'later', at: 60_000 });
    expect(paced(last, { all: 'b', calm: 'c' }, 60_000).kind).toBe('version');
    expect(paced(last, { all: 'a', calm: 'c' }, 1e9).kind).toBe('same');
  });

  it('records a removal, and nothing of an object that never was', () => {
    expect(paced(undefined, absent, 0).kind).toBe('same');
    expect(paced(known(state(1), 0), absent, 1).kind).toBe('version');
    expect(paced(known(absent, 0), absent, 1).kind).toBe('same');
  });
});

describe('gaps', () => {
  const runs = [
    { from: second(10), until: second(20) },
    { from: second(30), until: second(40) },
  ];

  it.each<[number, Gap | null]>([
    [9, { from: null, to: second(10) }],
    [10, null],
    [20, null],
    [25, { from: second(20), to: second(30) }],
    [40, null],
    [41, { from: second(40), to: null }],
  ])('at second %d', (at, gap) => {
    const around = [runs.findLast(({ from }) => from <= second(at)), runs.find(({ from }) => from > second(at))];
    expect(
      gapAt(
        around.flatMap((run) => run ?? []),
        second(at),
      ),
    ).toEqual(gap);
  });

  it('lists the gaps that touch a range', () => {
    expect(gapsIn(runs, second(0), second(50))).toEqual([
      { from: null, to: second(10) },
      { from: second(20), to: second(30) },
      { from: second(40), to: null },
    ]);
    expect(gapsIn(runs, second(31), second(39))).toEqual([]);
    expect(gapsIn([], second(0), second(1))).toEqual([{ from: null, to: null }]);
  });
});

describe('recorded documents', () => {
  it('have no credential, and no secret of a setting that no longer exists', () => {
    const node = document('n', {
      credentialHash: 'secret',
      spec: { labels: {}, rotation: { nextHash: 'secret' } },
      status: { connection: { state: 'online', address: '10.0.0.1', serverId: 's' }, offered: [], orphans: [] },
    });
    expect(kept('nodes', node)).toEqual({ _id: 'n', spec: { labels: {} }, status: { connection: { state: 'online' }, orphans: [] } });
    const settings = kept('settings', document('cluster', { spec: { smtp: { password: 'secret' }, agentServers: [] } }));
    expect(JSON.stringify(settings)).not.toContain('secret');
  });

  it('do not differ by a temperature, and differ by a critical warning', () => {
    const drive = (smart: object) => document('d', { revision: Math.random(), status: { inventory: { smart } } });
    const before = texts('drives', drive({ temperatureCelsius: 40, criticalWarning: 0 }));
    expect(texts('drives', drive({ temperatureCelsius: 41, criticalWarning: 0 }))).toEqual(before);
    expect(texts('drives', drive({ temperatureCelsius: 40, criticalWarning: 1 })).all).not.toBe(before.all);
  });

  it('have the progress of a resync as a restless field', () => {
    const status = (syncProgressRatio: number) => document('s', { status: { observed: { array: { syncProgressRatio, degraded: 1 } } } });
    const [before, after] = [texts('objectStatuses', status(0.1)), texts('objectStatuses', status(0.2))];
    expect(after.all).not.toBe(before.all);
    expect(after.calm).toBe(before.calm);
  });

  it('have an alert with the objects that the API shows, and its value as a restless field', () => {
    const subjects = Array.from({ length: 30 }, (_, at) => ({ kind: 'volume', id: `v${at}`, name: `n${at}` }));
    const about = subjects.map(({ id }) => id);
    const alert = (value: number) =>
      kept('alerts', document('a', { key: 'k', notified: { at: second(1), severity: 'warning' }, subjects, about, value }));
    expect(alert(1)).toEqual({ _id: 'a', subjects: subjects.slice(0, 20), about, value: 1 });
    const [before, after] = [texts('alerts', alert(1)), texts('alerts', alert(2))];
    expect(after.all).not.toBe(before.all);
    expect(after.calm).toBe(before.calm);
  });

  it.each([
    ['jobs', 'finishedAt'],
    ['alerts', 'resolvedAt'],
    ['silences', 'endsAt'],
  ] as const)('include ended %s for a day', (name, end) => {
    const ended = document('j', { [end]: second(0) });
    expect([isPart(name, ended, second(86_399)), isPart(name, ended, second(86_400))]).toEqual([true, false]);
    expect(isPart(name, document('j', { [end]: null }), second(1e9))).toBe(true);
  });
});

describe('differences', () => {
  const driveClass = (name: string, description: string) =>
    document('c', { name, spec: { description, labels: {}, members: { by: 'list', driveIds: [] } } });
  const between = (before: Recorded[], after: Recorded[]) =>
    differences('driveClasses', { at: second(1), documents: before }, { at: second(2), documents: after });

  it('names added and removed objects in the words of events', () => {
    expect(between([], [driveClass('fast', '')])).toMatchObject([
      { change: 'added', name: 'fast', changes: [{ message: 'Drive class fast was added.' }] },
    ]);
    expect(between([driveClass('fast', '')], [])).toMatchObject([
      { change: 'removed', changes: [{ message: 'Drive class fast was removed.' }] },
    ]);
  });

  it('lists other fields with both values, and no object that is the same', () => {
    expect(between([driveClass('fast', 'a')], [driveClass('fast', 'b')])).toMatchObject([
      { change: 'changed', changes: [], fields: [{ field: 'description', from: '"a"', to: '"b"' }] },
    ]);
    expect(between([driveClass('fast', 'a')], [driveClass('fast', 'a')])).toEqual([]);
  });
});
