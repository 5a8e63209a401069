import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DeviceIdentity, IdentifiedOperation } from '../../operations.js';
import { KernelHost } from '../kernel-host.js';
import { layOut } from '../recorded-host-fs.js';
import { Helpers } from '../run/helpers.js';
import { holdIn, isOurs } from '../run/hold.js';
import { Tree } from '../run/host-fs.js';

const device = '/dev/nvme4n1';
const uuid = 'eeeeeeee-0000-4000-8000-000000000001';
const leg: DeviceIdentity = { kind: 'namespace', device, subsystemNqn: 'nqn.a', uuid, nsid: 1, sizeBytes: 512 };
const create = (more: Partial<IdentifiedOperation> = {}): IdentifiedOperation => ({
  op: 'create-striped',
  name: 'weft-v',
  uuid: 'WEFT-weft-v',
  chunkBytes: 512,
  lengthBytes: 512,
  devices: [device],
  readOnly: false,
  expected: [leg],
  ...(more as object),
});

/** A host whose only leg is `device`; `events`: its actions, in order. */
async function kernel({ onHold = async (_root: string): Promise<void> => undefined } = {}) {
  const root = await layOut({
    '/dev/nvme4n1': '',
    '/sys/block/nvme4n1/device/subsysnqn': 'nqn.a\n',
    '/sys/block/nvme4n1/uuid': `${uuid}\n`,
    '/sys/block/nvme4n1/nsid': '1\n',
    '/sys/block/nvme4n1/size': '1\n',
  });
  onTestFinished(() => rm(root, { recursive: true }));
  const events: string[] = [];
  const host = new KernelHost({
    agentVersion: '0.0.0',
    root,
    run: async (argv) => {
      events.push(argv.slice(0, 2).join(' '));
      return { stdout: '', stderr: '', exitCode: 0 };
    },
    hold: async (path) => {
      events.push(`open ${path}`);
      await onHold(root);
      return { name: 'nvme4n1', release: async () => void events.push(`close ${path}`) };
    },
  });
  return { host, events };
}

test('holds a device open while it runs commands on it', async () => {
  const { host, events } = await kernel();
  // The mapping does not exist afterwards: no kernel has created it.
  await expect(host.perform(create())).rejects.toThrow('weft-v');
  expect([events.at(0), events.includes('dmsetup create'), events.at(-1)]).toEqual([`open ${device}`, true, `close ${device}`]);
});

test.for([
  ['subsystem', { subsystemNqn: 'nqn.b' }],
  ['UUID', { uuid: 'ffffffff-0000-4000-8000-000000000001' }],
  ['namespace id', { nsid: 2 }],
  ['size', { sizeBytes: 1024 }],
] as const)('refuses a device whose %s differs from the plan', async ([, other]) => {
  const { host, events } = await kernel();
  const stale = host.perform(create({ expected: [{ ...leg, ...other }] } as Partial<IdentifiedOperation>));
  await expect(stale).rejects.toMatchObject({
    code: 'identity-changed',
    message: expect.stringContaining('not the device that was planned on'),
  });
  expect(events).toEqual([`open ${device}`, `close ${device}`]);
});

test('compares the identity after the open, and refuses a device that changed meanwhile', async () => {
  const { host, events } = await kernel({ onHold: (root) => writeFile(join(root, '/sys/block/nvme4n1/uuid'), 'another') });
  await expect(host.perform(create())).rejects.toMatchObject({ code: 'identity-changed' });
  expect(events).toEqual([`open ${device}`, `close ${device}`]);
});

test('refuses a device without an expected identity', async () => {
  const { host, events } = await kernel();
  await expect(host.perform(create({ expected: [] } as Partial<IdentifiedOperation>))).rejects.toMatchObject({ code: 'identity-changed' });
  expect(events).toEqual([]);
});

test('holds and releases a device, and rejects a missing one', async () => {
  const before = process.pid;
  const hold = holdIn(new Tree(), new Helpers());
  const held = await hold('/dev/null');
  expect(isOurs(before)).toBe(false);
  await held.release();
  await expect(hold('/dev/weft-none')).rejects.toMatchObject({ code: 'identity-unknown' });
});
