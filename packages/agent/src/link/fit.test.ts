import { type Inventory, inventorySchema } from '@weft/shared/messages/inventory';
import { type Report, reportSchema } from '@weft/shared/messages/report';
import { expect, it } from 'vitest';
import { id } from '../testing/example-cluster.js';
import { cutReason, fit } from './fit.js';

const nic = (name: string, addresses: string[]) => ({
  ...{ name, macAddress: '02:00:00:00:00:01', speedBitsPerSecond: 1e10, mtuBytes: 9000, up: true },
  ...{ rdmaDevice: null, numaNode: null, addresses, pciAddress: null },
});
const inventory = (more: Partial<Inventory> = {}): Inventory => ({
  ...{ agentVersion: '1', hostname: 'n1', kernel: '6.12', bootId: 'boot-1', distribution: 'Debian', memoryBytes: 1, drives: [] },
  ...{ cpu: { model: 'x', sockets: 1, cores: 1, threads: 1 }, capabilities: { rdma: false, nvmet: false, nvmeAuthentication: false } },
  nics: [nic('eth0', ['10.0.0.1/24'])],
  ...more,
});
const failed = (stderr: string, processes: number): Report => ({
  ...{ bootId: 'boot-1', generation: 1, full: true, orphans: [] },
  objects: [
    {
      ...{ kind: 'leg', id: id('leg', 1), generation: 1, state: 'failed' },
      reason: {
        ...{ code: 'busy', message: 'm'.repeat(5000), stderr },
        processes: Array(processes).fill({ pid: 1, command: 'c'.repeat(400), via: 'open-file', path: '/x' }),
      },
      observed: { present: true, wiped: true, open: true, sizeBytes: 1, backed: true },
    },
  ],
});

it('cuts only the fields that exceed their bounds', () => {
  expect(fit(inventorySchema, inventory())).toEqual({ message: inventory(), cut: [] });
  expect(fit(reportSchema, failed('no', 1)).cut).toEqual(['objects[0].reason.message', 'objects[0].reason.processes[0].command']);
});

it('marks what it cuts, names the fields, and yields a valid message', () => {
  const { message, cut } = fit(
    inventorySchema,
    inventory({ distribution: 'd'.repeat(300), nics: [nic('eth0', Array(500).fill('10.0.0.1/24'))] }),
  );
  expect(inventorySchema.safeParse(message).success).toBe(true);
  expect(message.distribution).toMatch(/d…$/);
  expect(cut).toEqual(['distribution', 'nics[0].addresses']);
  expect(cutReason(cut)).toMatchObject({ code: 'message-cut', message: expect.stringContaining('nics[0].addresses') });
  expect(cutReason([])).toBeNull();
});

it('cuts oversized fields inside the objects of a report to a valid message', () => {
  const { message } = fit(reportSchema, failed('e'.repeat(20_000), 1000));
  expect(reportSchema.safeParse(message).error).toBeUndefined();
});
