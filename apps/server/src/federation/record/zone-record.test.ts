import type { ReadAlerts, ReadOverview } from '@weft/shared/kinds/zones/zone-answers';
import { describe, expect, it } from 'vitest';
import { isLater } from './versions.js';
import { afterRound, newRecord, type Round, type Surroundings, type ZoneRecord } from './zone-record.js';

const AMS = '00000000-0000-4000-8000-000000000001';
const FRA = '00000000-0000-4000-8000-000000000002';
const START = new Date('2026-11-30T10:00:00.000Z');
const at = (seconds: number) => new Date(START.getTime() + seconds * 1000);

const overview: ReadOverview = {
  at: START.toISOString(),
  counts: {
    nodes: { online: 3, lost: 1, never: 0 },
    drives: { total: 12, inService: 10, available: 2, occupied: 0, capacityBytes: 1000, allocatedBytes: 400 },
    volumes: {
      total: 6,
      byHealth: [
        { health: 'healthy', count: 3 },
        { health: 'detached', count: 1 },
        { health: 'degraded', count: 2 },
      ],
    },
    attachments: { total: 4, attached: 3 },
  },
};
const alerts: ReadAlerts = {
  items: [
    {
      ...{ id: 'a1', rule: 'NodeLost', summary: 'Node t1 is lost.', link: '/nodes/1', startedAt: START.toISOString(), subjectCount: 1 },
      ...{ severity: 'critical', state: 'firing', subject: { kind: 'node', name: 't1' }, acknowledged: null, silencedBy: ['s1'] },
    },
  ],
  total: 1,
};
const identity = (clusterId: string, simulated = false) => ({ value: { clusterId, simulated } });
type Answered = Extract<Round, { kind: 'answered' }>;
const answered = (more: Partial<Answered> = {}): Round => ({
  ...{ kind: 'answered', url: 'https://ams:4000', askedAt: START, version: { value: '0.1.0' } },
  ...{ identities: [identity(AMS), identity(AMS)], overview: { value: overview }, alerts: { value: alerts } },
  ...more,
});
const failed: Round = { kind: 'failed', state: 'unreachable', reason: { code: 'zone-late', params: {} } };

const around = (seconds: number, more: Partial<Surroundings> = {}): Surroundings => ({
  ...{ now: at(seconds), ownVersion: '0.1.0', simulated: false, takenBy: () => undefined },
  ...more,
});
const fresh = (clusterId: string | null = null): ZoneRecord => newRecord(clusterId, START);
const known = (): ZoneRecord => afterRound(fresh(), answered(), around(1));

describe('afterRound', () => {
  it('keeps the values of a zone that answers, and pins its cluster', () => {
    expect(known()).toMatchObject({
      state: 'reachable',
      reason: null,
      clusterId: AMS,
      simulated: false,
      version: '0.1.0',
      asOf: START.toISOString(),
    });
    expect(known().counts).toMatchObject({
      ...{ capacityBytes: 1000, usedBytes: 400, volumes: { total: 6, unhealthy: 2 }, alerts: { open: 1, critical: 1 } },
    });
    expect(known().alerts?.items).toMatchObject([{ id: 'a1', acknowledged: false, silenced: true }]);
  });

  it('keeps the last values with their time when a zone does not answer, and the time of the change of state', () => {
    const dead = afterRound(known(), failed, around(20));
    expect(dead).toMatchObject({ state: 'unreachable', since: at(20).toISOString(), asOf: START.toISOString(), counts: known().counts });
    expect(afterRound(dead, failed, around(50)).since).toBe(at(20).toISOString());
  });

  it('names another cluster at the address, and takes nothing of it', () => {
    const other = answered({ identities: [identity(FRA), identity(FRA)], askedAt: at(30) });
    const record = afterRound(known(), other, around(30));
    expect(record).toMatchObject({ state: 'other-cluster', clusterId: AMS, asOf: START.toISOString(), counts: known().counts });
    expect(record.reason).toMatchObject({ code: 'zone-other-cluster', params: { expectedId: AMS, foundId: FRA } });
    expect(afterRound(record, answered({ askedAt: at(60) }), around(60))).toMatchObject({ state: 'reachable', asOf: at(60).toISOString() });
  });

  it('takes no values when the cluster changes between the requests of one round', () => {
    for (const identities of [
      [identity(AMS), identity(FRA)],
      [identity(FRA), identity(AMS)],
    ] as const) {
      expect(afterRound(known(), answered({ identities, askedAt: at(30) }), around(30))).toMatchObject({
        state: 'other-cluster',
        asOf: START.toISOString(),
      });
      expect(afterRound(fresh(), answered({ identities }), around(1))).toMatchObject({
        state: 'other-cluster',
        counts: null,
        clusterId: null,
      });
    }
  });

  it('refuses a cluster other than the configured one, from the first answer on', () => {
    expect(afterRound(fresh(FRA), answered(), around(1))).toMatchObject({ state: 'other-cluster', clusterId: FRA, counts: null });
  });

  it('does not count a cluster twice that is another zone already', () => {
    const record = afterRound(fresh(), answered(), around(1, { takenBy: (id) => (id === AMS ? 'ams' : undefined) }));
    expect(record).toMatchObject({
      state: 'other-cluster',
      clusterId: null,
      counts: null,
      reason: { code: 'zone-same-cluster', params: { zone: 'ams' } },
    });
  });

  it('mixes no simulated clusters with real ones', () => {
    const simulated = answered({ identities: [identity(AMS, true), identity(AMS, true)] });
    expect(afterRound(fresh(), simulated, around(1))).toMatchObject({
      state: 'other-cluster',
      reason: { code: 'zone-simulated' },
      counts: null,
    });
    expect(afterRound(fresh(), answered(), around(1, { simulated: true }))).toMatchObject({ reason: { code: 'zone-real' }, counts: null });
  });

  const lack = { path: '/api/v1/overview', fields: ['counts.drives.capacityBytes'] };
  it('names what the answers of an earlier version lack, and has no values then', () => {
    const record = afterRound(known(), answered({ version: { value: '0.0.9' }, overview: lack, askedAt: at(30) }), around(30));
    expect(record).toMatchObject({ state: 'reachable', counts: null, asOf: at(30).toISOString() });
    expect(record.reason).toMatchObject({ code: 'zone-answer-unreadable', params: lack });
    expect(record.alerts?.items).toHaveLength(1);
  });

  it('calls a later version too new only when its answers lack something', () => {
    expect(afterRound(known(), answered({ version: { value: '0.2.0' } }), around(30))).toMatchObject({ state: 'reachable', reason: null });
    const record = afterRound(known(), answered({ version: { value: '0.2.0' }, alerts: { ...lack, path: '/api/v1/alerts' } }), around(30));
    expect(record).toMatchObject({ state: 'too-new', counts: null, alerts: null, version: '0.2.0', reason: { code: 'zone-too-new' } });
  });

  it('trusts no values of an answer that does not name its cluster', () => {
    const nameless = { path: '/api/v1/settings', fields: ['clusterId'] };
    expect(afterRound(known(), answered({ identities: [nameless, identity(AMS)] }), around(30))).toMatchObject({
      counts: null,
      alerts: null,
      asOf: null,
    });
  });
});

it('compares versions by their numbers', () => {
  expect([isLater('0.10.0', '0.9.9'), isLater('1.0.0', '0.9.9'), isLater('0.1.1', '0.1.0')]).toEqual([true, true, true]);
  expect([isLater('0.1.0', '0.1.0'), isLater('0.0.9', '0.1.0'), isLater('nightly', '0.1.0')]).toEqual([false, false, false]);
});
