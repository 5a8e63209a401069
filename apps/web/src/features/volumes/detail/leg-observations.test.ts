import { expect, test } from 'vitest';
import type { Leg } from '../../../api/types.js';
import { arrayWord, exportWord, type LegWord, legWords, pathsWord, targetWord, weftWord } from './leg-observations.js';

type Truth = NonNullable<Leg['truth']>;
type View = Truth['attachments'][number];
const member = { slot: 0, flags: ['in_sync'], inSync: true, faulty: false, errors: 0, badBlocks: 0, events: null, rebuilding: null };
const view = (change: Partial<View> = {}): View => ({
  attachmentId: 'a',
  client: { id: 'c1', name: 'c1' },
  export: { word: 'current', namespaceEnabled: true, portals: [{ address: '10.0.0.1', linked: true }] },
  clientWord: 'current',
  paths: [{ storageNetwork: 'left', address: '10.0.0.1', controllerState: 'live' }],
  member,
  anchor: false,
  agent: null,
  ...change,
});
const leg = (change: Partial<Truth> = {}, of: Partial<Leg> = {}): Leg =>
  ({
    id: 'leg-0',
    index: 0,
    role: 'member',
    node: { id: 't1', name: 't1' },
    ...of,
    truth: {
      assigned: { desired: 'present', role: 'member', inSync: true },
      target: { word: 'current', present: true, wiped: true, open: true, backed: true, reason: null },
      attachments: [view()],
      verdict: 'healthy',
      reason: 'in-use',
      message: 'c1 uses it',
      since: null,
      ...change,
    },
  }) as Leg;
const seen = (by: View['member']): LegWord => {
  const [word] = legWords([leg({ attachments: [view({ member: by })] })]);
  return word ?? expect.fail('no word');
};
const said = (of: Leg): string[] =>
  legWords([of]).flatMap((row) =>
    [weftWord(row), targetWord(row), exportWord(row), pathsWord(row), arrayWord(row, true)].map(({ tone, what }) => `${tone} ${what}`),
  );

test('reports a healthy leg as good everywhere; detached, only Weft and the target report', () => {
  expect(said(leg())).toEqual(['good in sync', 'good present', 'good 1 of 1 portals', 'good 1 of 1 live', 'good in sync']);
  expect(said(leg({ attachments: [] }))).toEqual(['good in sync', 'good present', 'idle no report', 'idle no report', 'idle no report']);
});

test('shows the last report of an offline target as a warning, beside the client’s report', () => {
  const target = { word: 'old' as const, present: true, wiped: true, open: true, backed: true, reason: null };
  const lost = view({
    export: { word: 'old', namespaceEnabled: true, portals: [{ address: '10.0.0.1', linked: true }] },
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
  expect(arrayWord(seen(copying), true)).toMatchObject({
    tone: 'busy',
    what: 'rebuilding',
    why: '42 % copied at 1 GiB/s',
  });
  expect(arrayWord(seen({ ...member, badBlocks: 3 }), true)).toMatchObject({
    tone: 'bad',
    why: '3 bad blocks',
  });
});

test('lists a joining leg after the one it replaces, with a row for each sharing client', () => {
  const rows = legWords([
    leg({}, { id: 'new', role: 'joining' }),
    leg({ attachments: [view(), view({ attachmentId: 'b', client: { id: 'c2', name: 'c2' } })] }, { id: 'old', role: 'leaving' }),
  ]);
  expect(rows.map((row) => `${row.leg.id} ${row.view?.client.name}`)).toEqual(['old c1', 'old c2', 'new c1']);
});
