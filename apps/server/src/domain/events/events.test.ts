import { describe, expect, test } from 'vitest';
import type { WatchedObject } from '../documents/event.document.js';
import { type Change, changesBetween } from './changes-between.js';
import { EventLog } from './event-log.js';

const MINUTE = 60_000;
const start = new Date('2026-11-28T08:00:00Z');
const after = (ms: number) => new Date(start.getTime() + ms);

function logOf() {
  let id = 0;
  return new EventLog([], (now) => ({ _id: String(++id), version: 1, revision: 1, createdAt: now, updatedAt: now }));
}

const lost = (id: string, to = 'lost'): Change => ({
  ...{ kind: 'node', topic: 'connection', subject: { id, name: id }, related: [] },
  ...{ from: to === 'lost' ? 'online' : 'lost', to, cause: null, severity: to === 'lost' ? 'warning' : 'info' },
});
const nodes = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `t${from + at}`);

describe('EventLog', () => {
  test('counts the changes of a flapping node in one event, of at most an hour', () => {
    const log = logOf();
    const stored = new Map<string, unknown>();
    for (let second = 0; second < 7200; second += 10)
      for (const event of log.take([lost('t1', (second / 10) % 2 === 0 ? 'lost' : 'online')], after(second * 1000)))
        stored.set(event._id, { ...event });
    const events = [...stored.values()];
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({ count: 360, from: 'online', to: 'online', severity: 'warning', subjectCount: 1, at: start });
  });

  test('makes a new event 10 minutes after the last change', () => {
    const log = logOf();
    const [first] = log.take([lost('t1')], start);
    const [later] = log.take([lost('t1', 'online')], after(10 * MINUTE));
    expect(later?._id).not.toBe(first?._id);
    expect(later).toMatchObject({ count: 1, from: 'lost', to: 'online' });
  });

  test('makes one event of a rack that is lost at once, and counts in it what its nodes do next', () => {
    const log = logOf();
    const rack = nodes(24);
    const [event, ...more] = log.take(
      rack.map((id) => lost(id)),
      start,
    );
    expect(more).toEqual([]);
    expect(event).toMatchObject({ subjectCount: 24, count: 24, to: 'lost' });
    for (let at = 1; at <= 50; at++)
      expect(
        log.take(
          rack.map((id) => lost(id, at % 2 ? 'online' : 'lost')),
          after(at * 5000),
        ),
      ).toHaveLength(1);
    expect(event).toMatchObject({ subjectCount: 24, count: 24 * 51 });
    expect(event?.subjects.map(({ id }) => id)).toEqual(rack);
  });

  test('has one event each for few objects, and one for many that change within a minute', () => {
    const log = logOf();
    const stored = new Set<string>();
    nodes(40).forEach((id, at) => {
      for (const { _id } of log.take([lost(id)], after(at * 1000))) stored.add(_id);
    });
    expect(stored.size).toBe(5);
  });

  test('bounds a flood of 10,000 changes a minute', () => {
    const log = logOf();
    const stored = new Set<string>();
    for (let second = 0; second < 300; second++) {
      const changes = nodes(167, second * 167).map((id) => lost(id));
      for (const { _id } of log.take(changes, after(second * 1000))) stored.add(_id);
    }
    expect(stored.size).toBeLessThanOrEqual(5 * 6);
  });

  test('has an event for each requested change: an object is added or removed, a job begins or ends', () => {
    const log = logOf();
    const stored = new Set<string>();
    const volume = (id: string, to: 'present' | null): Change => ({
      ...{ kind: 'volume', topic: 'existence', subject: { id, name: id }, related: [], from: to ? null : 'present', to },
      ...{ cause: null, severity: 'info' },
    });
    for (const change of [volume('v1', 'present'), volume('v1', null)]) for (const { _id } of log.take([change], start)) stored.add(_id);
    expect(stored.size).toBe(2);
    for (const id of nodes(24)) for (const { _id } of log.take([volume(id, 'present')], after(1000))) stored.add(_id);
    expect(stored.size).toBe(26);
    for (const id of nodes(100, 100)) for (const { _id } of log.take([volume(id, 'present')], after(2000))) stored.add(_id);
    expect(stored.size).toBe(31);
  });

  test('goes on with the events that an earlier log left open', () => {
    const first = logOf();
    const [event] = first.take([lost('t1')], start);
    if (!event) throw new Error('no event');
    const second = new EventLog([structuredClone(event)], () => expect.fail('a new event'));
    expect(second.take([lost('t1', 'online')], after(5000))).toMatchObject([{ _id: event._id, count: 2, to: 'online', revision: 2 }]);
  });
});

describe('changesBetween', () => {
  const volume = (parts: WatchedObject['parts']): WatchedObject => ({ _id: 'volumes/v1', kind: 'volume', name: 'db', related: [], parts });
  const present = { existence: { value: 'present' }, health: { value: 'healthy' } };

  test('names each part whose value is another, with its severity', () => {
    const cause = { code: 'volume-in-use', params: {} };
    const now = { existence: { value: 'present' }, health: { value: 'degraded' }, ForeignHost: { value: 'true', cause } };
    expect(changesBetween(volume(present), volume(now))).toEqual([
      {
        kind: 'volume',
        subject: { id: 'v1', name: 'db' },
        related: [],
        topic: 'ForeignHost',
        from: null,
        to: 'true',
        cause,
        severity: 'warning',
      },
      {
        kind: 'volume',
        subject: { id: 'v1', name: 'db' },
        related: [],
        topic: 'health',
        from: 'healthy',
        to: 'degraded',
        cause: null,
        severity: 'warning',
      },
    ]);
    expect(changesBetween(volume(now), volume(present)).map(({ topic, to, severity }) => [topic, to, severity])).toEqual([
      ['ForeignHost', null, 'info'],
      ['health', 'healthy', 'info'],
    ]);
  });

  test.each([
    ['detached', 'info'],
    ['healthy', 'critical'],
    ['unknown', 'critical'],
  ])('a volume that goes from %s to unavailable is %s', (from, severity) => {
    const health = (value: string) => volume({ ...present, health: { value } });
    expect(changesBetween(health(from), health('unavailable'))).toMatchObject([{ severity }]);
  });

  test('has one change for an object that is new or gone', () => {
    expect(changesBetween(null, volume(present))).toMatchObject([{ topic: 'existence', from: null, to: 'present' }]);
    expect(changesBetween(volume(present), null)).toMatchObject([{ topic: 'existence', from: 'present', to: null }]);
    expect(changesBetween(volume(present), volume(present))).toEqual([]);
  });

  test('takes the first boot that a node reports for no restart', () => {
    const node = (parts: WatchedObject['parts']): WatchedObject => ({ _id: 'nodes/n1', kind: 'node', name: 't1', related: [], parts });
    const [unknown, first, second] = [node({}), node({ boot: { value: 'b1' } }), node({ boot: { value: 'b2' } })];
    expect(changesBetween(unknown, first)).toEqual([]);
    expect(changesBetween(first, second)).toMatchObject([{ topic: 'boot', from: 'b1', to: 'b2' }]);
  });

  test('has changes for the begin and the end of a job, not for its removal', () => {
    const job = (value: string): WatchedObject => ({
      _id: 'jobs/j1',
      kind: 'job',
      name: 'volume.create of db',
      related: ['v1'],
      parts: { state: { value } },
    });
    expect(changesBetween(null, job('running'))).toMatchObject([{ topic: 'state', from: null, to: 'running' }]);
    expect(changesBetween(job('running'), job('failed'))).toMatchObject([{ from: 'running', to: 'failed', severity: 'warning' }]);
    expect(changesBetween(job('done'), null)).toEqual([]);
  });
});
