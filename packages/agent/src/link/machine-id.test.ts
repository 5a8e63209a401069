import { describe, expect, it } from 'vitest';
import { hashedMachineId } from './machine-id.js';

describe('hashedMachineId', () => {
  const machine = { machineId: 'a'.repeat(32), productUuid: '4c4c4544-0042-3510-8052-b4c04f4d3232' };

  it('differs between a virtual machine and its clone with the same machine-id', () => {
    expect(hashedMachineId(machine)).toBe(hashedMachineId({ ...machine }));
    expect(hashedMachineId(machine)).not.toBe(hashedMachineId({ ...machine, productUuid: '4c4c4544-0042-3510-8052-b4c04f4d3233' }));
    expect(hashedMachineId(machine)).not.toContain(machine.machineId);
  });

  it('is undefined on a machine without any id', () => {
    expect(hashedMachineId({ machineId: null, productUuid: null })).toBeUndefined();
  });
});
