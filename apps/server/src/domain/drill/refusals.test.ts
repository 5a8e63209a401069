import { describe, expect, it } from 'vitest';
import type { DrillPlaceDocument } from '../documents/drill.document.js';
import { attachment, leg } from '../world/worlds.fixture.js';
import { drillNode, drillWorld, twoNetworks, wholeLegs, wholeVolume } from './drill.fixture.js';
import type { DrillWorld } from './drill-world.js';
import { interruptionsOf, isWhole, refusalsOf, touchedBy } from './refusals.js';

type Fault = DrillPlaceDocument['fault'];
const closePath: Fault = { kind: 'close-path', attachmentId: 'a', subsystemNqn: 'nqn-t1', storageNetwork: 'a' };
const failLeg: Fault = { kind: 'fail-leg', attachmentId: 'a', legId: 'leg-0' };
const cut: Fault = { kind: 'cut-network', storageNetwork: 'a' };
const stop: Fault = { kind: 'stop-exports' };
const kill: Fault = { kind: 'kill-agent' };
const faults = [closePath, failLeg, cut, stop, kill];
const placeOf = (fault: Fault): DrillPlaceDocument => {
  const at = fault.kind === 'close-path' || fault.kind === 'fail-leg' ? 'c1' : 't1';
  return { node: { id: at, name: at }, storageNetwork: 'storageNetwork' in fault ? fault.storageNetwork : null, fault };
};
const codes = (fault: Fault, change: Partial<DrillWorld> = {}, faultSeconds = 20) =>
  refusalsOf(placeOf(fault), faultSeconds, drillWorld(change)).map(({ code }) => code);

describe('refusalsOf', () => {
  it.each(faults)('has nothing against $kind on a whole mirror with two networks', (fault) => {
    expect(codes(fault)).toEqual([]);
  });

  it.each([
    ['degraded', wholeVolume({ status: { health: 'degraded' } })],
    ['with a missing leg', wholeVolume({ legs: [wholeLegs[0] ?? leg(0, 't1'), leg(1, 't2', { status: { health: 'missing' } })] })],
    [
      'with a leg out of sync',
      wholeVolume({ legs: [wholeLegs[0] ?? leg(0, 't1'), leg(1, 't2', { status: { health: 'healthy', inSync: false } })] }),
    ],
    [
      'with a joining leg',
      wholeVolume({ legs: [...wholeLegs, leg(1, 't3', { spec: { role: 'joining' }, status: { health: 'rebuilding', inSync: false } })] }),
    ],
    ['with a vacancy', wholeVolume({ status: { vacancies: [{ index: 1, since: new Date() }] } })],
    ['that waits for a rebuild', wholeVolume({ status: { repairTurn: { since: new Date(), waitsFor: [] } } })],
    ['being deleted', wholeVolume({ status: { state: 'deleting' } })],
    [
      'with a lost path',
      wholeVolume({
        legs: [
          leg(0, 't1', {
            status: {
              health: 'healthy',
              conditions: [{ type: 'Healthy', status: 'true', since: '', reason: 'path-lost', message: '' }],
            },
          }),
          leg(1, 't2', { status: { health: 'healthy' } }),
        ],
      }),
    ],
    [
      'not confirmed',
      wholeVolume({ status: { conditions: [{ type: 'Healthy', status: 'unknown', since: '', reason: 'x', message: '' }] } }),
    ],
  ])('refuses every fault that touches a volume %s', (_, volume) => {
    for (const fault of faults) expect(codes(fault, { volumes: [volume] })).toContain('drill-not-whole');
  });

  it('refuses a volume whose attachment is not settled', () => {
    for (const fault of faults)
      expect(codes(fault, { attachments: [twoNetworks({ status: { state: 'detaching' } })] })).toContain('drill-not-whole');
  });

  it('refuses other volumes that the fault touches, and ignores those that it does not', () => {
    const other = wholeVolume({ _id: 'other', name: 'other', status: { health: 'degraded' } });
    expect(codes(stop, { volumes: [wholeVolume(), other] })).toEqual(['drill-not-whole']);
    expect(codes(closePath, { volumes: [wholeVolume(), other] })).toEqual([]);
    const elsewhere = { ...other, legs: [leg(0, 't7'), leg(1, 't8')] };
    expect(codes(stop, { volumes: [wholeVolume(), elsewhere] })).toEqual([]);
  });

  it('refuses to stop a volume that has no mirror, and a path that is the only one', () => {
    const single = wholeVolume({ array: null, spec: { protection: 'concatenated' } });
    expect(codes(stop, { volumes: [{ ...single, legs: wholeLegs.slice(0, 1) }] })).toEqual(['drill-not-redundant']);
    const oneNetwork = [attachment()];
    expect(codes(closePath, { attachments: oneNetwork })).toEqual(['drill-one-network']);
    expect(codes(cut, { attachments: oneNetwork })).toEqual(['drill-one-network']);
    expect(codes(stop, { attachments: oneNetwork })).toEqual([]);
  });

  it('refuses when the volume would replace the missing leg before it is back', () => {
    const volumes = [wholeVolume({ spec: { rebuildDelaySeconds: 79 } })];
    expect(codes(stop, { volumes })).toEqual(['drill-replaces-soon']);
    expect(codes(failLeg, { volumes })).toEqual(['drill-replaces-soon']);
    expect(codes(closePath, { volumes })).toEqual([]);
    expect(codes(stop, { volumes: [wholeVolume({ spec: { rebuildDelaySeconds: 80 } })] })).toEqual([]);
  });

  it('refuses while a node around it is offline or of another version, or any node is in maintenance', () => {
    const nodes = (change: Parameters<typeof drillNode>[1], at = 't2') => new Map([...drillWorld().nodes, [at, drillNode(at, change)]]);
    expect(codes(closePath, { nodes: nodes({ isOnline: false }) })).toEqual(['drill-node-away']);
    expect(codes(closePath, { nodes: nodes({ isCurrent: false }) })).toEqual(['drill-node-older']);
    expect(codes(closePath, { nodes: nodes({ isOnline: false }, 't9') })).toEqual([]);
    expect(codes(closePath, { nodes: nodes({ inMaintenance: true }, 't9') })).toEqual(['drill-maintenance']);
  });

  it('refuses while other work is on', () => {
    expect(codes(kill, { work: ['volume.repair of db', 'benchmark reference'] })).toEqual(['drill-work', 'drill-work']);
  });
});

describe('touchedBy', () => {
  it('has volumes attached at the node only for its killed agent', () => {
    const at = { ...placeOf(kill), node: { id: 'c1', name: 'c1' } };
    expect(touchedBy(at, drillWorld()).map(({ name }) => name)).toEqual(['db']);
    expect(touchedBy({ ...placeOf(stop), node: at.node }, drillWorld())).toEqual([]);
  });
});

describe('interruptionsOf', () => {
  it('are maintenance and other work, not what the fault itself brings about', () => {
    expect(interruptionsOf(drillWorld({ volumes: [wholeVolume({ status: { health: 'degraded' } })] }))).toEqual([]);
    expect(interruptionsOf(drillWorld({ work: ['drive.evict of S1'] })).map(({ code }) => code)).toEqual(['drill-work']);
  });
});

describe('isWhole', () => {
  it('counts a detached volume with all its legs', () => {
    expect(isWhole(wholeVolume({ status: { health: 'detached' } }), { attachments: [] })).toBe(true);
  });
});
