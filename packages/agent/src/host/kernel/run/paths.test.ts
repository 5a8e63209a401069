import { readdir, rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { IdentifiedOperation } from '../../operations.js';
import { KernelHost } from '../kernel-host.js';
import { layOut } from '../recorded-host-fs.js';

const OUT = '../../../../../etc/sudoers.d';
const NVMET = '/sys/kernel/config/nvmet';

/** A machine with a folder that the agent must not write to. */
async function machine() {
  const root = await layOut({
    [`${NVMET}/subsystems/`]: '',
    [`${NVMET}/ports/`]: '',
    [`${NVMET}/hosts/`]: '',
    '/sys/class/nvme/': '',
    '/run/weft/names/': '',
    '/etc/sudoers.d/': '',
    '/sys/module/nvme_core/parameters/multipath': 'Y',
  });
  onTestFinished(() => rm(root, { recursive: true }));
  const ran: string[] = [];
  const host = new KernelHost({
    agentVersion: '0.0.0',
    root,
    run: async (argv) => {
      ran.push(argv.join(' '));
      return { stdout: '', stderr: '', exitCode: 0 };
    },
  });
  return { host, ran, all: () => readdir(root, { recursive: true }) };
}

const connection = { transport: 'tcp', address: '10.0.0.1', serviceId: 1, hostAddress: '10.0.0.2', hostNqn: 'nqn.h', hostId: 'i' } as const;
const timing = { keepAliveSeconds: 5, reconnectDelaySeconds: 1, ioQueues: 1, fastIoFailSeconds: -1 };
const subsystem = { op: 'create-subsystem', nqn: 'nqn.a', serial: 'S1', model: 'Weft leg', hostNqn: 'nqn.h' } as const;

test.for<[string, IdentifiedOperation]>([
  ['a subsystem', { ...subsystem, nqn: OUT }],
  ['a host', { ...subsystem, hostNqn: OUT }],
  ['a subsystem that is ".."', { ...subsystem, nqn: '..' }],
  ['a subsystem with a zero byte', { ...subsystem, nqn: 'nqn.a\0' }],
  ['a port’s subsystem', { op: 'link-port', nqn: OUT, transport: 'tcp', address: '10.0.0.1', serviceId: 1 }],
  ['a port’s address', { op: 'link-port', nqn: 'nqn.a', transport: 'tcp', address: `10.0.0.1\n${OUT}`, serviceId: 1 }],
  ['a fence', { op: 'disallow-host', nqn: OUT, hostNqn: 'nqn.h' }],
  ['a controller', { op: 'set-fast-io-fail', controller: `../../../${OUT}`, nqn: 'nqn.a', seconds: 1 }],
  ['a subsystem of the initiator', { op: 'set-io-policy', subsystem: `../../../${OUT}`, nqn: 'nqn.a', policy: 'numa' }],
  ['a published name', { op: 'publish-device', link: `../../${OUT}`, name: 'weft-v' }],
  ['a mapping', { op: 'publish-device', link: 'orders', name: `../../../${OUT}/x` }],
  ['a mapping that begins an option', { op: 'remove-mapping', name: '--force' }],
  ['a volume group that begins an option', { op: 'remove-logical-volume', vg: '--force', lv: 'leg' }],
  ['a logical volume', { op: 'remove-logical-volume', vg: 'weft-d', lv: '../../x' }],
  ['a NIC with a rule behind it', { op: 'refuse-sending', nic: 'eth0" }\nflush ruleset' }],
  ['a NIC that begins an option', { op: 'forget-neighbour', address: '10.0.0.1', nic: '-x' }],
  ['an address with a filter behind it', { op: 'abort-connections', hostAddress: '10.0.0.1 or src 0.0.0.0/0', serviceId: 1, nic: 'eth0' }],
  ['a NIC of connections that begins an option', { op: 'abort-connections', hostAddress: '10.0.0.1', serviceId: 1, nic: '-x' }],
  ['a path with another option in its NQN', { op: 'connect', nqn: 'a --x', ...connection, ...timing }],
  ['a member', { op: 'fail-member', array: 'md127', uuid: 'u', member: `../../../${OUT}` }],
  ['an array', { op: 'set-sync-speed', array: `../${OUT}`, uuid: 'u', minBytesPerSecond: 1, maxBytesPerSecond: 1 }],
])('refuses an invalid name before any write or command: %s', async ([, operation]) => {
  const { host, ran, all } = await machine();
  const before = await all();
  await expect(host.perform(operation)).rejects.toMatchObject({ code: 'word-refused' });
  expect(await all()).toEqual(before);
  expect(ran).toEqual([]);
});
