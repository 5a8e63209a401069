import { expect, test } from 'vitest';
import type { Leg } from '../../../api/types.js';
import { arrayFacts, assignedFacts, exportFacts, type LegReport, legReports, pathsFacts, targetFacts } from './leg-observations.js';

type Observations = NonNullable<Leg['observations']>;
type View = Observations['attachments'][number];
const member = { slot: 0, flags: ['in_sync'], inSync: true, faulty: false, errors: 0, badBlocks: 0, events: null, rebuilding: null };
const view = (change: Partial<View> = {}): View => ({
  attachmentId: 'a',
  client: { id: 'c1', name: 'c1' },
  export: { freshness: 'current', namespaceEnabled: true, portals: [{ address: '10.0.0.1', linked: true }] },
  clientFreshness: 'current',
  paths: [{ storageNetwork: 'left', address: '10.0.0.1', controllerState: 'live' }],
  member,
  anchor: false,
  agent: null,
  ...change,
});
const leg = (change: Partial<Observations> = {}, of: Partial<Leg> = {}): Leg =>
  ({
    id: 'leg-0',
    index: 0,
    role: 'member',
    node: { id: 't1', name: 't1' },
    ...of,
    observations: {
      assigned: { desired: 'present', role: 'member', inSync: true },
      target: { freshness: 'current', present: true, wiped: true, open: true, backed: true, reason: null },
      attachments: [view()],
      health: 'healthy',
      reason: 'in-use',
      message: 'c1 uses it',
      since: null,
      ...change,
    },
  }) as Leg;
const seen = (by: View['member']): LegReport => {
  const [report] = legReports([leg({ attachments: [view({ member: by })] })]);
  return report ?? expect.fail('no report');
};
const said = (of: Leg): string[] =>
  legReports([of]).flatMap((row) =>
    [assignedFacts(row), targetFacts(row), exportFacts(row), pathsFacts(row), arrayFacts(row, true)].map(
      ({ tone, what }) => `${tone} ${what}`,
    ),
  );

test('reports a healthy leg as good everywhere; detached, only Weft and the target report', () => {
  expect(said(leg())).toEqual(['good in sync', 'good present', 'good 1 of 1 portals', 'good 1 of 1 live', 'good in sync']);
  expect(said(leg({ attachments: [] }))).toEqual(['good in sync', 'good present', 'idle no report', 'idle no report', 'idle no report']);
});

test('shows the last report of an offline target as a warning, beside the client’s report', () => {
  const target = { freshness: 'old' as const, present: true, wiped: true, open: true, backed: true, reason: null };
  const lost = view({
    export: { freshness: 'old', namespaceEnabled: true, portals: [{ address: '10.0.0.1', linked: true }] },
    paths: [{ storageNetwork: 'left', address: '10.0.0.1', controllerState: 'connecting' }],
    member: { ...member, flags: ['faulty'], inSync: false, faulty: true, slot: null },
  });
  expect(said(leg({ target, attachments: [lost] }))).toEqual([
    'good in sync',
    'warn present',
    'warn 1 of 1 portals',
    'bad 0 of 1 live',
    'bad failed',
  ]);
});

test('reports progress and speed of a rebuild, and bad blocks of a leg in sync', () => {
  const copying = { ...member, flags: ['spare'], inSync: false, rebuilding: { progressRatio: 0.429, bytesPerSecond: 2 ** 30 } };
  expect(arrayFacts(seen(copying), true)).toMatchObject({
    tone: 'busy',
    what: 'rebuilding',
    why: '42 % copied at 1 GiB/s',
  });
  expect(arrayFacts(seen({ ...member, badBlocks: 3 }), true)).toMatchObject({
    tone: 'bad',
    why: '3 bad blocks',
  });
});

test('lists a joining leg after the one it replaces, with a row for each sharing client', () => {
  const rows = legReports([
    leg({}, { id: 'new', role: 'joining' }),
    leg({ attachments: [view(), view({ attachmentId: 'b', client: { id: 'c2', name: 'c2' } })] }, { id: 'old', role: 'leaving' }),
  ]);
  expect(rows.map((row) => `${row.leg.id} ${row.view?.client.name}`)).toEqual(['old c1', 'old c2', 'new c1']);
});
