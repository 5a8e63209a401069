import { describe, expect, it } from 'vitest';
import { fabricOf } from '../fabric.js';
import { attachment, drive, node, topology, volume } from '../topologies.fixture.js';
import { canFail, effectsOf, isAffected, isFailed, type VolumeEffect } from './effects.js';

type Volume = ReturnType<typeof volume>;
type LegState = Volume['legs'][number]['health'] | 'stale';

/** A volume with one leg for each state; leg n is on drive dn of target tn. */
const withLegs = (protection: Volume['protection'], states: readonly LegState[], more: Partial<Volume> = {}): Volume =>
  volume('v', [], {
    protection,
    legs: states.map((state, index) => ({
      index,
      driveId: `d${index}`,
      health: state === 'stale' ? 'missing' : state,
      inSync: state !== 'stale',
    })),
    ...more,
  });
const nics = (id: string) =>
  ['left', 'right'].map((name, at) => ({ name: `eth${at}`, storageNetwork: name, address: `10.0.${at}.${id}`, up: true }));
const fabricWith = (of: Volume, clients: readonly string[] = []) =>
  fabricOf(
    topology({
      nodes: [...['t0', 't1', 't2', 't3', 'c1', 'c2'].map((id) => node(id, { nics: nics(id) }))],
      drives: [0, 1, 2, 3].map((at) => drive(`d${at}`, `t${at}`)),
      volumes: [of],
      attachments: clients.map((client) => attachment(`a-${client}`, 'v', client)),
    }),
  );
function effect(of: Volume, failed: readonly string[], clients: readonly string[] = []): VolumeEffect {
  const [only] = effectsOf(fabricWith(of, clients), new Set(failed));
  if (!only) throw new Error('no effect');
  return only;
}
const text = ({ best, worst }: VolumeEffect['after']) => (best === worst ? best : `${best} to ${worst}`);
const H = 'healthy';

describe('effectsOf', () => {
  it.each<[string, Volume['protection'], LegState[], string[], string, string]>([
    ['nothing fails', 'raid1', [H, H], [], 'healthy', 'healthy'],
    ['the target of one half', 'raid1', [H, H], ['node:t0'], 'healthy', 'degraded'],
    ['the drive of one half', 'raid1', [H, H], ['drive:d1'], 'healthy', 'degraded'],
    ['the targets of both halves', 'raid1', [H, H], ['node:t0', 'node:t1'], 'healthy', 'stalled'],
    ['the drives of both halves', 'raid1', [H, H], ['drive:d0', 'drive:d1'], 'healthy', 'lost'],
    ['one drive, and the target of the other half', 'raid1', [H, H], ['drive:d0', 'node:t1'], 'healthy', 'stalled'],
    ['a drive and its own target', 'raid1', [H, H], ['drive:d0', 'node:t0'], 'healthy', 'degraded'],
    ['an unrelated drive', 'raid1', [H, H], ['drive:d3'], 'healthy', 'healthy'],
    ['degraded already: the stale half', 'raid1', [H, 'stale'], ['drive:d1'], 'degraded', 'degraded'],
    ['degraded already: the target of the good half', 'raid1', [H, 'stale'], ['node:t0'], 'degraded', 'stalled'],
    ['degraded already: the drive of the good half', 'raid1', [H, 'stale'], ['drive:d0'], 'degraded', 'lost'],
    ['rebuilding: the drive of the good half', 'raid1', [H, 'stale'], ['drive:d0', 'node:t1'], 'degraded', 'lost'],
    ['a half is away already, in sync: the drive of the other', 'raid1', [H, 'missing'], ['drive:d0'], 'degraded', 'stalled'],
    ['a half is stalled already: the target of the other', 'raid1', [H, 'stalled'], ['node:t0'], 'degraded', 'stalled'],
    ['a half has bad blocks: nothing fails', 'raid1', [H, 'unhealthy'], [], 'degraded', 'degraded'],
    ['a half has bad blocks: the other fails', 'raid1', [H, 'unhealthy'], ['drive:d0'], 'degraded', 'degraded'],
    ['a half is unknown: nothing fails', 'raid1', [H, 'unknown'], [], 'healthy to degraded', 'healthy to degraded'],
    ['a half is unknown: the drive of the other', 'raid1', [H, 'unknown'], ['drive:d0'], 'healthy to degraded', 'degraded to lost'],
    ['a half was never assessed: the target of the other', 'raid1', [H, null], ['node:t0'], 'healthy to degraded', 'degraded to stalled'],
    ['the unknown half itself', 'raid1', [H, 'unknown'], ['node:t1'], 'healthy to degraded', 'degraded'],
    ['one half of each mirror set', 'raid10', [H, H, H, H], ['node:t0', 'node:t3'], 'healthy', 'degraded'],
    ['both halves of one mirror set', 'raid10', [H, H, H, H], ['node:t2', 'node:t3'], 'healthy', 'stalled'],
    ['both drives of one mirror set', 'raid10', [H, H, H, H], ['drive:d2', 'drive:d3'], 'healthy', 'lost'],
    ['legs 1 and 2, of different sets', 'raid10', [H, H, H, H], ['drive:d1', 'drive:d2'], 'healthy', 'degraded'],
    ['degraded in one set: a half of the other', 'raid10', [H, 'stale', H, H], ['drive:d2'], 'degraded', 'degraded'],
    ['degraded in one set: its last half', 'raid10', [H, 'stale', H, H], ['drive:d0'], 'degraded', 'lost'],
    ['one target of stripes', 'raid0', [H, H], ['node:t1'], 'healthy', 'stalled'],
    ['one drive of stripes', 'raid0', [H, H], ['drive:d1'], 'healthy', 'lost'],
    ['an unknown leg of stripes: the other drive', 'raid0', [H, 'unknown'], ['drive:d0'], 'healthy to lost', 'lost'],
    ['one drive of a concatenation', 'concatenated', [H, H, H], ['drive:d2'], 'healthy', 'lost'],
    ['the only target of a concatenation', 'concatenated', [H], ['node:t0'], 'healthy', 'stalled'],
  ])('%s (%s)', (_, protection, states, failed, before, after) => {
    const found = effect(withLegs(protection, states), failed);
    expect([text(found.before), text(found.after)]).toEqual([before, after]);
  });

  it('is never better than the volume reports itself', () => {
    for (const health of ['stalled', 'broken', 'unavailable'] as const)
      expect(text(effect(withLegs('raid1', [H, H], { health }), []).after)).toBe('stalled');
    expect(text(effect(withLegs('raid1', [H, H], { health: 'unknown' }), []).after)).toBe('healthy to stalled');
  });

  it('keeps a leg with one path left, and takes it away with the last one', () => {
    const of = withLegs('raid1', [H, H]);
    const one = effect(of, ['nic:t0/eth0'], ['c1']);
    expect([text(one.after), one.hasFewerPaths, one.legs]).toEqual(['healthy', true, []]);
    const both = effect(of, ['nic:t0/eth0', 'nic:t0/eth1'], ['c1']);
    expect([text(both.after), both.legs]).toEqual(['degraded', [0]]);
    // One NIC of each end, on different networks: no path is whole.
    expect(text(effect(of, ['nic:t0/eth0', 'nic:c1/eth1'], ['c1']).after)).toBe('degraded');
    expect(text(effect(of, ['nic:c1/eth0', 'nic:c1/eth1'], ['c1']).after)).toBe('stalled');
    expect(isAffected(effect(of, ['nic:t0/eth0', 'nic:t0/eth1']))).toBe(false);
  });

  it('does not count NICs that are down already as a new loss', () => {
    const down = node('t0', { nics: nics('t0').map((nic) => ({ ...nic, up: false })) });
    const fabric = fabricWith(withLegs('raid1', [H, H]), ['c1']);
    const { topology: of } = fabric;
    const [found] = effectsOf(fabricOf({ ...of, nodes: [down, ...of.nodes.slice(1)] }), new Set(['nic:t0/eth0']));
    expect(found && isAffected(found)).toBe(false);
  });

  it('ends the use by a failed client, and keeps the data', () => {
    const found = effect(withLegs('raid1', [H, H]), ['node:c1'], ['c1', 'c2']);
    expect([text(found.after), found.clients.map(({ name }) => name), isAffected(found)]).toEqual(['healthy', ['c1'], true]);
  });

  it('leaves out volumes that are being created or deleted', () => {
    expect(effectsOf(fabricWith(withLegs('raid1', [H, H], { state: 'creating' })), new Set())).toEqual([]);
  });
});

describe('failures', () => {
  const fabric = fabricWith(withLegs('raid1', [H, H]));

  it('include NICs and drives of a failed node', () => {
    const failed = new Set(['node:t0']);
    for (const key of ['node:t0', 'drive:d0', 'nic:t0/eth1']) expect(isFailed(fabric, failed, key), key).toBe(true);
    for (const key of ['node:t1', 'drive:d1', 'nic:t1/eth1', 'volume:v']) expect(isFailed(fabric, failed, key), key).toBe(false);
  });

  it('are nodes, NICs and drives only', () => {
    expect(['node:a', 'nic:a/b', 'drive:a', 'volume:a', 'rack:targets//r1', 'network:left'].map(canFail)).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ]);
  });
});

it('a mirror with three copies is degraded until its last half is gone', () => {
  const three = (...states: LegState[]) => withLegs('raid1', states, { copies: 3 });
  const after = (of: Volume, ...failed: string[]) => text(effect(of, failed).after);
  expect(after(three(H, H, H))).toBe('healthy');
  expect(after(three(H, H, H), 'node:t0')).toBe('degraded');
  expect(after(three(H, H, H), 'node:t0', 'drive:d1')).toBe('degraded');
  expect(after(three(H, H, H), 'node:t0', 'drive:d1', 'drive:d2')).toBe('stalled');
  expect(after(three(H, 'stale', H), 'drive:d0', 'drive:d2')).toBe('lost');
});
