import type { Condition, NewCondition } from '@weft/shared/kinds/common';
import { said } from '@weft/shared/text/rendering/render';
import { describe, expect, it, test } from 'vitest';
import type { Changes } from '../documents/parts.js';
import type { LegDocument } from '../documents/volume.document.js';
import { attachment, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { type AssessedLeg, assessLeg, described, nodesOf, sinceReason } from './assess-legs.js';

const EARLIER = new Date('2025-12-31T00:00:00Z');
const away = (name: string) => node(name, { status: { connection: { state: 'lost' as const, since: NOW, serverId: null } } });
const condition = (type: string, change: Partial<Condition> = {}): Condition => ({
  ...{ type, status: 'true', reason: 'r', message: 'm', since: EARLIER.toISOString() },
  ...change,
});

test('described merges legs of one node with the same message, and lists others separately', () => {
  const of = (index: number, nodeName: string, message: string) => ({ leg: { index, nodeName }, observations: { message } }) as AssessedLeg;
  const gone = 'c1 has no live path to t2';
  expect(
    said('legs-described', { findings: described([of(1, 't2', gone), of(2, 't2', gone), of(4, 't3', 'its drive is gone')]) }).message,
  ).toBe('legs 1, 2 on t2: c1 has no live path to t2; leg 4 on t3: its drive is gone');
});

test('nodesOf names each node once, in the order of the legs', () => {
  const legs = [leg(0, 't2'), leg(1, 't1'), leg(2, 't2')].map((each) => assessLeg(world(), each));
  expect(nodesOf(legs)).toEqual([
    { kind: 'node', id: 't2', name: 't2' },
    { kind: 'node', id: 't1', name: 't1' },
  ]);
});

describe('assessLeg', () => {
  const legReports = (observed: Parameters<typeof report<'leg'>>[3] = {}) => [report('t1', 'leg', 'leg-0', observed)];
  const assess = (parts: Parameters<typeof world>[0], change: Changes<LegDocument> = {}) => {
    const own = leg(0, 't1', change);
    return assessLeg(world({ volume: volume({ legs: [own, leg(1, 't2')] }), ...parts }), own);
  };
  const LOST = { reports: legReports({ backed: false }) };
  const WIPING = { reports: legReports({ wiped: false }) };
  const OFFLINE = { reports: legReports(), nodes: [away('t1'), node('t2'), node('c1')] };
  const HEALTHY = { reports: legReports() };

  it.each([
    ['healthy', 'true', HEALTHY],
    ['pending', 'unknown', WIPING],
    ['unknown', 'unknown', OFFLINE],
    ['missing', 'false', LOST],
  ])('stores the health %s, and Healthy=%s with its message as data', (health, status, parts) => {
    const { leg: next, observations } = assess(parts);
    const { reason, code, params, message } = observations;
    expect([observations.health, next.status.health]).toEqual([health, health]);
    expect(params).toBeDefined();
    expect(next.status.conditions).toEqual([
      { type: 'Healthy', status, reason, ...(code ? { code } : {}), params, message, since: NOW.toISOString() },
    ]);
  });

  it('stores the code of a message that differs from the reason, and none that equals it', () => {
    const restarted = { reports: [report('t1', 'leg', 'leg-0', {}, { bootId: 'boot-0' })] };
    expect(assess(restarted).leg.status.conditions).toMatchObject([{ reason: 'node-silent', code: 'node-restarted' }]);
    expect(assess(OFFLINE).leg.status.conditions.map((each) => [each.reason, 'code' in each])).toEqual([['node-silent', false]]);
  });

  it('stores since when a leg is lost, which no later report but a healthy one clears', () => {
    const since = (parts: object, change: Changes<LegDocument>) => assess(parts, change).leg.status.unhealthySince;
    expect(since(LOST, {})).toEqual(NOW);
    expect(since(LOST, { status: { unhealthySince: EARLIER } })).toEqual(EARLIER);
    expect(since(OFFLINE, { status: { unhealthySince: EARLIER } })).toEqual(EARLIER);
    expect(since(WIPING, { status: { unhealthySince: EARLIER } })).toEqual(EARLIER);
    expect(since(HEALTHY, { status: { unhealthySince: EARLIER } })).toBeNull();
  });

  it('counts no time that a node flaps: only a loss that lasts becomes due for repair', () => {
    let own = leg(0, 't1');
    const look = (parts: object, second: number) => {
      const now = new Date(NOW.getTime() + second * 1000);
      own = assessLeg(Object.assign(world({ volume: volume({ legs: [own, leg(1, 't2')] }), ...parts }), { now }), own).leg;
      return own.status.unhealthySince ?? null;
    };
    // Up and down every second for an hour: six times the delay of a repair.
    for (let second = 0; second < 3600; second++) expect(look(second % 2 === 0 ? OFFLINE : HEALTHY, second)).toBeNull();
    // Its client lost it too, and it returns every 10 s.
    for (let second = 0; second < 3600; second++) {
      const since = look(second % 10 < 9 ? LOST : HEALTHY, second);
      expect(since === null || NOW.getTime() + second * 1000 - since.getTime() < 10_000).toBe(true);
    }
  });

  it('adds no such time to a leg that was never lost', () => {
    for (const parts of [HEALTHY, OFFLINE, WIPING]) expect('unhealthySince' in assess(parts).leg.status).toBe(false);
  });

  describe('with reports that contradict each other', () => {
    const member = { legId: 'leg-0', flags: ['in_sync'], slot: 0, errors: 0, badBlocks: 0, events: null };
    const array = {
      ...{ uuid: 'u', degraded: 0, members: [member], state: 'active', syncAction: 'idle' },
      ...{ syncProgressRatio: null, syncSpeedBytesPerSecond: null },
    };
    /** The client counts the leg as active without a live path. */
    const using = report('c1', 'attachment', 'a', { array });
    const conditionsOf = (parts: Parameters<typeof world>[0], conditions: Condition[] = []) =>
      assess({ attachments: [attachment()], ...parts }, { status: { conditions } }).leg.status.conditions;
    const types = (...args: Parameters<typeof conditionsOf>) => conditionsOf(...args).map(({ type }) => type);
    const stalled = { reports: [using, ...legReports()] };
    const both = { reports: [using, ...legReports({ backed: false })] };

    it('sets a condition for each contradiction', () => {
      expect(types(stalled)).toEqual(['Healthy', 'Stalled']);
      expect(types(both)).toEqual(['Disagreement', 'Healthy', 'Stalled']);
    });

    it('keeps the time of a contradiction that lasts', () => {
      const before = [condition('Stalled'), condition('Disagreement')];
      expect(conditionsOf(both, before).filter(({ since }) => since === EARLIER.toISOString())).toHaveLength(2);
    });

    it('removes each contradiction that has ended, and keeps other conditions', () => {
      const before = [condition('Disagreement'), condition('Other'), condition('Stalled')];
      expect(types(stalled, before)).toEqual(['Healthy', 'Other', 'Stalled']);
      expect(types({ reports: legReports(), attachments: [] }, before)).toEqual(['Healthy', 'Other']);
    });
  });
});

describe('sinceReason', () => {
  const next = (change: Partial<NewCondition> = {}): NewCondition => ({
    type: 'Healthy',
    status: 'false',
    reason: 'r',
    message: 'new',
    ...change,
  });
  const before = [condition('Healthy', { status: 'false' }), condition('Other')];
  const of = (change: Partial<NewCondition> = {}) => sinceReason(before, next(change), NOW.toISOString());

  it('keeps the time while status and reason stay', () => {
    expect(of()).toEqual([{ ...next(), since: EARLIER.toISOString() }, condition('Other')]);
  });

  it('restarts the time when the reason or the status changes, and leaves other conditions', () => {
    expect(of({ reason: 'rebuilding' })).toEqual([{ ...next({ reason: 'rebuilding' }), since: NOW.toISOString() }, condition('Other')]);
    expect(of({ status: 'unknown' })[0]?.since).toBe(NOW.toISOString());
    expect(sinceReason([], next(), NOW.toISOString())).toEqual([{ ...next(), since: NOW.toISOString() }]);
  });
});
