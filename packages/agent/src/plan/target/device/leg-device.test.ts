import { dmUuid, GROWN_TAG, legDeviceName, legDevicePath } from '@weft/shared/identity';
import { describe, expect, it } from 'vitest';
import type { FastState, NvmetNamespace } from '../../../host/host.js';
import { contentFor, id, MiB } from '../../../testing/example-cluster.js';
import { drive, emptyFast, legVolume, operations, slowWith, UP, world } from '../../../testing/example-world.js';
import { planExport } from '../plan-export.js';
import { planLeg } from '../plan-leg.js';

const content = contentFor(1, { ...UP, protection: 'raid10' });
const assigned = content.exports[0] ?? expect.fail('the example exports something');
const [leg = expect.fail('the example has a leg')] = content.legs;
const name = legDeviceName(leg.legId);
const device = (sizeBytes = 64 * MiB): FastState['mappings'][number] => ({
  ...{ name, uuid: dmUuid(name), device: 'dm-1', sizeBytes, suspended: false, under: ['dm-0'] },
});
const space = (devicePath: string): NvmetNamespace => ({ nsid: 1, devicePath, uuid: leg.legId, nguid: '', enabled: true });
const exporting = (devicePath: string, nqn = assigned.subsystemNqn): Partial<FastState> => ({
  subsystems: [
    { nqn, serial: assigned.serial, model: '', allowAnyHost: false, allowedHosts: [assigned.hostNqn], namespaces: [space(devicePath)] },
  ],
});
const at = (fast: Partial<FastState>, volume: Parameters<typeof legVolume>[1] = {}) =>
  world(content, { fast: { ...emptyFast(), ...fast }, slow: slowWith([drive()], [legVolume(0, volume)]) });

describe('planExport', () => {
  const one = { ...assigned, mode: 'readonly' as const, namespaces: assigned.namespaces.slice(0, 1) };
  const enabledAt = (plan: ReturnType<typeof planExport>) =>
    plan.steps.flatMap(({ operation }) => (operation.op === 'enable-namespace' ? [operation.devicePath] : []));

  it('makes the device, or checks the one that is there, right before it enables the leg on it', () => {
    for (const mappings of [[], [device()]]) {
      const plan = planExport(one, at({ mappings }));
      expect(operations(plan).slice(-3)).toEqual(['create-linear', 'create-namespace', 'enable-namespace']);
      expect(enabledAt(plan)).toEqual([legDevicePath(leg.legId)]);
      expect(plan.steps.map(({ operation }) => operation)).toContainEqual({
        ...{ op: 'create-linear', name, uuid: dmUuid(name), readOnly: false },
        segments: [{ startBytes: 0, lengthBytes: 64 * MiB, device: legVolume(0).devicePath, offsetBytes: 0 }],
      });
    }
  });

  it('keeps to the LV itself while an earlier version has it enabled there', () => {
    const sharer = { ...one, attachmentId: id('attachment', 9), subsystemNqn: 'nqn.2026-11.org.weft:other' };
    const both = { ...at(exporting(legVolume(0).devicePath, sharer.subsystemNqn)), content: { ...content, exports: [one, sharer] } };
    const plan = planExport(one, both);
    expect(enabledAt(plan)).toEqual([legVolume(0).devicePath]);
    expect(operations(plan)).not.toContain('create-linear');
  });
});

describe('planLeg', () => {
  it('lengthens the device of a leg that grew before it tells the clients', () => {
    const fast = { mappings: [device(32 * MiB)], ...exporting(legDevicePath(leg.legId)) };
    const grown = at(fast, { tags: [...legVolume(0).tags, GROWN_TAG] });
    expect(operations(planLeg(leg, grown))).toEqual(['resize-linear', 'revalidate-namespace', 'settle-logical-volume']);
    expect(operations(planLeg(leg, at(fast)))).toEqual(['resize-linear']);
    expect(operations(planLeg(leg, at({ mappings: [device()] })))).toEqual([]);
  });

  it('removes the device before it makes the LV again on a drive that is back, and before it removes the LV', () => {
    const fast = { mappings: [device()], ...exporting(legDevicePath(leg.legId)) };
    expect(operations(planLeg(leg, at(fast, { backed: false })))).toEqual([
      'disable-namespace',
      'remove-mapping',
      'reactivate-logical-volume',
    ]);
    const gone = { ...leg, desired: 'absent' as const };
    expect(planLeg(gone, at(fast))).toMatchObject({ steps: [], status: { reason: { code: 'leg-exported' } } });
    expect(planLeg(gone, at({ mappings: [device()] }, { open: true }))).toMatchObject({
      steps: [],
      status: { reason: { code: 'leg-open' } },
    });
    expect(operations(planLeg(gone, at({ mappings: [device()] })))).toEqual(['remove-mapping', 'remove-logical-volume']);
  });

  it('takes no device of another dm UUID for its own', () => {
    const stranger = { ...device(), uuid: `WEFT-${name}` };
    expect(operations(planLeg({ ...leg, desired: 'absent' }, at({ mappings: [stranger] })))).toEqual(['remove-logical-volume']);
  });
});
