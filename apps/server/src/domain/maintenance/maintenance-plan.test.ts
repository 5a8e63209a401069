import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import { describe, expect, test } from 'vitest';
import { attachment, leg, volume } from '../world/worlds.fixture.js';
import { type Around, planOf, refusalOf } from './maintenance-plan.js';

const around = (change: Partial<Around> = {}): Around => ({
  node: { id: 't1', name: 't1' },
  volumes: [volume()],
  attachments: [attachment()],
  openIds: new Set(),
  away: new Map(),
  ...change,
});
const silent = (name: string) => messageOf('node-silent', { node: nodeRef(name, name) });
const inMaintenance = messageOf('node-in-maintenance', { node: nodeRef('t2', 't2'), until: '2026-01-01T12:00:00.000Z' });
const effects = (change: Partial<Around> = {}) => planOf(around(change)).blockers.map(({ volume: { name }, effect }) => [name, effect]);

describe('planOf', () => {
  test('lists the volume as degraded, without a blocker, when the other mirror leg is in sync', () => {
    expect(planOf(around())).toMatchObject({ blockers: [], degraded: [{ volume: { name: 'db' }, legIds: ['leg-0'] }] });
  });

  test.each([
    ['out of sync', { volumes: [volume({ legs: [leg(0, 't1'), leg(1, 't2', { status: { inSync: false } })] })] }, 'no other reachable leg'],
    ['lost', { volumes: [volume({ legs: [leg(0, 't1'), leg(1, 't2', { status: { health: 'missing' } })] })] }, 'leg 1 on t2 is missing'],
    [
      'active without a path',
      { volumes: [volume({ legs: [leg(0, 't1'), leg(1, 't2', { status: { health: 'stalled' } })] })] },
      'is stalled',
    ],
    ['in maintenance', { away: new Map([['t2', inMaintenance]]) }, 't2 is in maintenance until 2026-01-01T12:00'],
  ] as [string, Partial<Around>, string][])('reports that the volume would stall, and why, when the other leg is %s', (_, change, why) => {
    expect(planOf(around(change)).blockers).toMatchObject([{ effect: 'stalled', message: expect.stringContaining(why) }]);
  });

  test('sends a blocker as a message that refers to the volume, its legs, and the causes that the other legs do not count', () => {
    const [blocker] = planOf(around({ away: new Map([['t2', silent('t2')]]) })).blockers;
    expect(blocker).toMatchObject({
      code: 'volume-stalls',
      params: { volume: { kind: 'volume', name: 'db' }, legs: [{ code: 'leg-on-node' }, { code: 'leg-on-node' }], causes: [silent('t2')] },
    });
  });

  test('reports that a volume without a mirror would stall', () => {
    const spec = { ...volume().spec, protection: 'concatenated' as const };
    expect(effects({ volumes: [volume({ name: 'scratch', array: null, spec })] })).toEqual([['scratch', 'stalled']]);
  });

  test('ignores a mirror set that has no leg on the node, even if that set is unreachable', () => {
    const spec = { ...volume().spec, protection: 'raid10' as const };
    const wide = volume({ spec, legs: [leg(0, 't1'), leg(1, 't2'), leg(2, 't3'), leg(3, 't4')] });
    const away = new Map(['t3', 't4'].map((id) => [id, silent(id)]));
    expect(effects({ volumes: [wide], away })).toEqual([]);
    expect(effects({ volumes: [wide], away: new Map([['t2', silent('t2')]]) })).toEqual([['db', 'stalled']]);
  });

  test('reports an open device on the client as in use, unless it is being detached', () => {
    const client = { node: { id: 'c1', name: 'c1' }, volumes: [] };
    const openIds = new Set(['a']);
    expect(effects({ ...client, openIds })).toEqual([['db', 'in-use']]);
    expect(effects(client)).toEqual([]);
    expect(effects({ ...client, openIds, attachments: [attachment({ spec: { desired: 'detached' } })] })).toEqual([]);
    expect(effects({ openIds })).toEqual([]);
  });
});

test('refusalOf names the actions that clear its blockers, and no others', () => {
  const { blockers } = planOf(around({ away: new Map([['t2', silent('t2')]]) }));
  expect(refusalOf({ _id: 't1', name: 't1' }, blockers).message).toMatch(/drain the node, wait until.*force/);
  expect(refusalOf({ _id: 't1', name: 't1' }, blockers).message).not.toContain('detach');
  const open = planOf(around({ node: { id: 'c1', name: 'c1' }, volumes: [], openIds: new Set(['a']) })).blockers;
  expect(refusalOf({ _id: 'c1', name: 'c1' }, open).message).toContain('detach');
  expect(refusalOf({ _id: 'c1', name: 'c1' }, open).message).not.toContain('drain');
});
