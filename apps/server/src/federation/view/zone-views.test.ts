import { MAX_FOUND, type ZoneCounts } from '@weft/shared/kinds/zones/zone';
import { expect, it } from 'vitest';
import { newRecord, type ZoneRecord } from '../record/zone-record.js';
import { alertsOf, overviewOf, type SeenZone, searchAnswerOf, topologyOf, zoneOf } from './zone-views.js';

const now = new Date('2026-11-30T10:00:30.000Z');
const asOf = '2026-11-30T10:00:00.000Z';
const counts = (capacityBytes: number): ZoneCounts => ({
  ...{ nodes: { online: 2, lost: 1, never: 0 }, drives: { total: 4, inService: 4 }, capacityBytes, usedBytes: capacityBytes / 2 },
  volumes: {
    total: 3,
    unhealthy: 1,
    byHealth: [
      { health: 'healthy', count: 2 },
      { health: 'degraded', count: 1 },
    ],
  },
  ...{ attachments: { total: 2, attached: 2 }, alerts: { open: 1, critical: 0 } },
});
const alert = {
  ...{ id: 'a1', rule: 'VolumeDegraded', severity: 'warning', state: 'firing', subject: { kind: 'volume', name: 'v1' }, subjectCount: 1 },
  ...{ summary: 'v1 is degraded.', startedAt: asOf, acknowledged: false, silenced: false, link: '/volumes/1' },
};
const record = (more: Partial<ZoneRecord> = {}): ZoneRecord => ({
  ...newRecord('00000000-0000-4000-8000-000000000001', now),
  ...{ state: 'reachable', reason: null, asOf, counts: counts(100), alerts: { items: [alert], total: 1 } },
  ...more,
});
const zone = (name: string, more: Partial<ZoneRecord> = {}): SeenZone => ({
  name,
  consoleUrl: `https://${name}.example`,
  record: record(more),
});
const late = { code: 'zone-late', params: { url: 'https://fra.example', limitSeconds: 5 } };
const dead = zone('fra', { state: 'unreachable', reason: late });

it('adds up reachable zones with complete values, and names every other zone', () => {
  const lacking = zone('lon', { counts: null, reason: { code: 'zone-answer-unreadable', params: { path: '/x', fields: ['a'] } } });
  const overview = overviewOf([zone('ams'), zone('ber', { counts: counts(300) }), dead, lacking], now);
  expect(overview.sums).toMatchObject({
    capacityBytes: 400,
    usedBytes: 200,
    nodes: { online: 4, lost: 2 },
    volumes: { total: 6, unhealthy: 2 },
  });
  expect(overview.sums.volumes.byHealth).toEqual([
    { health: 'healthy', count: 4 },
    { health: 'degraded', count: 2 },
  ]);
  expect(overview.zones).toEqual({
    total: 4,
    counted: 2,
    byState: [
      { state: 'reachable', count: 3 },
      { state: 'unreachable', count: 1 },
    ],
  });
  expect(overview.notCounted.map(({ zone: name, reason }) => [name, reason.code])).toEqual([
    ['fra', 'zone-late'],
    ['lon', 'zone-answer-unreadable'],
  ]);
  expect(overview.notCounted[0]?.reason.message).toBe('https://fra.example did not answer within 5 s');
});

it('has zero sums and no time without a counted zone', () => {
  expect(overviewOf([dead], now)).toMatchObject({ sums: { capacityBytes: 0 }, oldestAsOf: null, zones: { counted: 0 } });
});

it('shows the last values of a dead zone with their age', () => {
  expect(zoneOf(dead, now)).toMatchObject({ state: 'unreachable', asOf, ageSeconds: 30, counts: { capacityBytes: 100 } });
});

it('lists the last alerts of a dead zone as not current, and names zones whose alerts are not all there', () => {
  const { items, incomplete } = alertsOf([zone('ams', { alerts: { items: [alert], total: 812 } }), dead, zone('ber')]);
  expect(items.map(({ id, current, url }) => [id, current, url])).toEqual([
    ['ams/a1', true, 'https://ams.example/alerts/a1'],
    ['fra/a1', false, 'https://fra.example/alerts/a1'],
    ['ber/a1', true, 'https://ber.example/alerts/a1'],
  ]);
  expect(incomplete.map(({ zone: name, reason }) => [name, reason.code])).toEqual([
    ['ams', 'zone-alerts-cut'],
    ['fra', 'zone-late'],
  ]);
});

it('links results to the console of their zone, bounds them, and names zones without an answer', () => {
  const item = (id: string, kind = 'volume') => ({ kind, id, name: 'orders', detail: '' });
  const many = { items: [item('1'), item('2', 'planet'), ...Array.from({ length: MAX_FOUND }, (_, n) => item(`n${n}`))] };
  const answer = searchAnswerOf([zone('ams'), dead], [many, late], 1000);
  expect(answer.items.slice(0, 2).map(({ url }) => url)).toEqual(['https://ams.example/volumes/1', 'https://ams.example/']);
  expect(answer).toMatchObject({ truncated: true, answered: 1, unanswered: [{ zone: 'fra' }], limitMs: 1000 });
  expect(answer.items).toHaveLength(MAX_FOUND);
});

it('gives a reason when no topology has been read yet', () => {
  expect(topologyOf(zone('ams'), null, now)).toMatchObject({ racks: [], asOf: null, reason: { code: 'zone-topology-not-read' } });
});
