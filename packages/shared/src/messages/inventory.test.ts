import { expect, test } from 'vitest';
import { inventorySchema } from './inventory.js';

const drive = {
  ...{ serial: 'S1', nsid: 1, model: 'm', firmware: '1', wwid: null, sizeBytes: 2 ** 30, logicalBlockBytes: 512, pciAddress: null },
  ...{ numaNode: null, contents: [], weftDriveId: null, inUse: false, smart: null },
};
const inventory = {
  ...{ agentVersion: '1.0.0', hostname: 't1', kernel: '6.12', bootId: 'b', distribution: 'Debian', memoryBytes: 1, nics: [] },
  cpu: { model: 'c', sockets: 1, cores: 1, threads: 1 },
  capabilities: { rdma: true, nvmet: true, nvmeAuthentication: true },
};

test('an inventory of a later agent is taken without what this version does not know: servers can be rolled back before agents', () => {
  const later = {
    ...inventory,
    later: 1,
    capabilities: { ...inventory.capabilities, later: true },
    drives: [{ ...drive, later: { anything: [] } }],
  };
  expect(inventorySchema.parse(later)).toEqual({ ...inventory, drives: [drive] });
});
