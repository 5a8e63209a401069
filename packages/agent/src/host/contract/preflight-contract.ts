import type { ProbeOutcome } from '@weft/shared/messages/host-facts';
import { expect } from 'vitest';
import type { ContractFabric, ContractMachine, InterfaceSysctl, Statement } from './contract-fabric.js';

/** The MTU of the lab's storage NICs. */
const MTU_BYTES = 4200;
const SMALL_BYTES = 1500;
/** A documentation address (RFC 5737): no machine has it. */
const FOREIGN = '192.0.2.1';

const probed = async (from: ContractMachine, to: ContractMachine, network: number): Promise<ProbeOutcome['result']> =>
  (
    await from.host.probe({
      network: `storage-${network}`,
      from: from.address(network),
      to: to.address(network),
      bytes: MTU_BYTES,
    })
  ).result;

const both = async ({ target, client }: ContractFabric, network: number) => [
  await probed(target, client, network),
  await probed(client, target, network),
];

/** The value in force on the NIC of storage network 1. */
async function inForce({ host }: ContractMachine, key: InterfaceSysctl): Promise<number | null | undefined> {
  const nic = (await host.readFacts()).interfaces.find(({ name }) => name === 'eth1');
  return nic && { arp_ignore: nic.arpIgnore, arp_announce: nic.arpAnnounce, arp_notify: nic.arpNotify, rp_filter: nic.rpFilter }[key];
}

/** What a preflight run reads and probes. */
export const preflightContract: Statement[] = [
  {
    statement: 'a packet of the full MTU passes between two machines on each network, and none over a cut network',
    holds: async (fabric) => {
      await fabric.canProbe();
      for (const network of [1, 2]) expect(await both(fabric, network)).toEqual(['passed', 'passed']);
      await fabric.cut(2, true);
      try {
        expect(await both(fabric, 2)).toEqual(['lost', 'lost']);
        expect(await both(fabric, 1)).toEqual(['passed', 'passed']);
      } finally {
        await fabric.cut(2, false);
      }
      expect(await both(fabric, 2)).toEqual(['passed', 'passed']);
    },
  },
  {
    statement: 'on a network that drops large packets, only small ones pass; no probe leaves from a foreign address',
    holds: async (fabric) => {
      await fabric.canProbe();
      await fabric.limit(1, SMALL_BYTES);
      try {
        expect(await both(fabric, 1)).toEqual(['too-large', 'too-large']);
        expect(await both(fabric, 2)).toEqual(['passed', 'passed']);
      } finally {
        await fabric.limit(1, null);
      }
      expect(await both(fabric, 1)).toEqual(['passed', 'passed']);
      const { client, target } = fabric;
      const foreign = { network: 'storage-1', from: FOREIGN, to: target.address(1), bytes: MTU_BYTES };
      expect((await client.host.probe(foreign)).result).toBe('unknown');
    },
  },
  {
    statement: 'the facts of a storage NIC have its sysctls in force, as they are now',
    holds: async ({ client }) => {
      for (const [key, values] of [
        ['arp_ignore', [2, 1]],
        ['arp_announce', [1, 2]],
        ['arp_notify', [0, 1]],
        ['rp_filter', [1, 2]],
      ] as const)
        for (const value of values) {
          await client.sysctl(1, key, value);
          expect(await inForce(client, key), key).toBe(value);
        }
    },
  },
  {
    statement: 'the facts have the versions of the tools that are there',
    holds: async ({ client, target }) => {
      for (const { host } of [client, target]) {
        const { tools, interfaces, iommu } = await host.readFacts();
        for (const tool of ['nvme-cli', 'mdadm', 'lvm2', 'iproute2'] as const) expect(tools[tool], tool).toMatch(/^\d+\.\d+/);
        expect(interfaces.map(({ name }) => name)).toEqual(expect.arrayContaining(['eth1', 'eth2']));
        expect(['off', 'passthrough', 'translated', null]).toContain(iommu);
      }
    },
  },
];
