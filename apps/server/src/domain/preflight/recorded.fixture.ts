import type { HostFacts, InterfaceFacts } from '@weft/shared/messages/host-facts';
import type { DriveInventory, Nic } from '@weft/shared/messages/inventory';
import type { PciLink } from '@weft/shared/messages/pci-link';
import type { PreflightClass, PreflightNode, PreflightWorld } from './preflight-world.js';

/*
 * Inventories in the form in which agents report them, with the values of real machines: storage servers with two sockets (2 × E5-2680 v4), 24 NVMe
 * drives, twelve at each socket, and two ConnectX-5 100G NICs, one at each socket; and clients with two sockets and no drives.
 */

const gen = (gigatransfersPerSecond: number, lanes: number) => ({ gigatransfersPerSecond, lanes });
export const link = (lanes: number, current = lanes, speed = 8): PciLink => ({
  current: gen(speed, current),
  device: gen(8, lanes),
  slot: gen(8, 16),
});

const hex = (value: number) => value.toString(16).padStart(2, '0');

export const connectX5 = (index: number, host: number, change: Partial<Nic> = {}): Nic => ({
  name: index === 0 ? 'ens1f0' : 'ens4f0',
  macAddress: `ec:0d:9a:8b:${hex(host)}:${hex(index)}`,
  speedBitsPerSecond: 100e9,
  mtuBytes: 9000,
  up: true,
  rdmaDevice: `mlx5_${index}`,
  numaNode: index,
  addresses: [`10.10.${index + 1}.${host}/24`],
  pciAddress: index === 0 ? '0000:04:00.0' : '0000:82:00.0',
  pciLink: link(16),
  ...change,
});

export const micron9100 = (index: number, host: number, change: Partial<DriveInventory> = {}): DriveInventory => ({
  serial: `1727${hex(host)}F8${hex(index).toUpperCase()}A1`,
  nsid: 1,
  model: 'Micron_9100_MTFDHAL2T4MCF',
  firmware: '0091634',
  wwid: `eui.000000000000000100a0750117f8${hex(host)}${hex(index)}`,
  sizeBytes: 2_400_476_553_216,
  logicalBlockBytes: 512,
  pciAddress: `0000:${hex((index < 12 ? 0x10 : 0x90) + (index % 12))}:00.0`,
  pciLink: link(4),
  numaNode: index < 12 ? 0 : 1,
  contents: [],
  weftDriveId: null,
  inUse: false,
  smart: {
    temperatureCelsius: 34,
    percentageUsed: 2,
    availableSparePercent: 100,
    mediaErrors: 0,
    criticalWarning: 0,
    powerOnHours: 11_402,
    unsafeShutdowns: 9,
  },
  ...change,
});

export const interfaceFacts = (name: string, change: Partial<InterfaceFacts> = {}): InterfaceFacts => ({
  ...{ name, driver: 'mlx5_core', firmware: '16.35.4506 (MT_0000000012)' },
  ...{ arpIgnore: 2, arpAnnounce: 2, arpNotify: 1, rpFilter: 2, ipv6Disabled: true, ownRoutes: true },
  ...{ rxPause: true, txPause: true, pfcPriorities: [], ecnPriorities: [3] },
  ...{ discards: { rx_discards_phy: 0, tx_discards_phy: 0, rx_out_of_buffer: 0 }, gidTypes: ['IB/RoCE v1', 'RoCE v2'] },
  ...change,
});

export const hostFacts = (change: Partial<HostFacts> = {}): HostFacts => ({
  interfaces: [interfaceFacts('ens1f0'), interfaceFacts('ens4f0')],
  cpuGovernors: ['performance'],
  deepestIdleState: { name: 'C1E', exitMicroseconds: 10 },
  noIdleStates: false,
  iommu: 'passthrough',
  tools: { 'nvme-cli': '2.8', mdadm: '4.3', lvm2: '2.03.22', iproute2: '6.10.0', ethtool: '6.10' },
  udevGuard: true,
  ...change,
});

const idOf = (host: number) => `00000000-0000-4000-8000-0000000000${hex(host)}`;

export function target(host: number, change: Partial<PreflightNode> = {}): PreflightNode {
  const name = `t${host}`;
  const drives = Array.from({ length: 24 }, (_, index) => ({ id: `${name}-d${index}`, inventory: micron9100(index, host) }));
  return {
    ...{ id: idOf(host), name, labels: { rack: `r${host}` }, online: true, clockSkewed: false },
    inventory: {
      nics: [connectX5(0, host), connectX5(1, host)],
      kernel: '6.1.0-28-amd64',
      cpu: { model: 'Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz', sockets: 2, cores: 28, threads: 56 },
      capabilities: { rdma: true, nvmet: true, nvmeAuthentication: false },
    },
    drives,
    facts: hostFacts(),
    probes: [
      { network: 'left', from: `10.10.1.${host}`, to: '10.10.1.21', bytes: 9000, result: 'passed' },
      { network: 'right', from: `10.10.2.${host}`, to: '10.10.2.21', bytes: 9000, result: 'passed' },
    ],
    ...change,
  };
}

export const client = (host: number, change: Partial<PreflightNode> = {}): PreflightNode =>
  target(host, { name: `c${host}`, labels: {}, drives: [], ...change });

export const driveClass = (nodes: readonly PreflightNode[], change: Partial<PreflightClass> = {}): PreflightClass => ({
  name: 'fast',
  driveIds: new Set(nodes.flatMap(({ drives }) => drives.map(({ id }) => id))),
  failureDomains: ['node'],
  repair: { neededBytes: 10e12, availableBytes: 80e12 },
  ...change,
});

/** Three targets and a client on two networks, with everything as advised. */
export function soundWorld(change: Partial<PreflightWorld> = {}): PreflightWorld {
  const nodes = change.nodes ?? [target(11), target(12), target(13), client(21)];
  return {
    nodes,
    classes: [driveClass(nodes)],
    networks: [
      { name: 'left', cidrs: ['10.10.1.0/24'] },
      { name: 'right', cidrs: ['10.10.2.0/24'] },
    ],
    ...change,
  };
}

/** The sound world with its first target changed. */
export const withTarget = (change: Partial<PreflightNode>, rest: Partial<PreflightWorld> = {}): PreflightWorld =>
  soundWorld({ nodes: [target(11, change), target(12), target(13), client(21)], ...rest });

export const withNic = (change: Partial<Nic>): PreflightWorld => {
  const sound = target(11);
  const { inventory } = sound;
  return withTarget({ inventory: inventory && { ...inventory, nics: [connectX5(0, 11, change), connectX5(1, 11)] } });
};
export const withInterface = (change: Partial<InterfaceFacts>): PreflightWorld =>
  withTarget({ facts: hostFacts({ interfaces: [interfaceFacts('ens1f0', change), interfaceFacts('ens4f0')] }) });
export const withFacts = (change: Partial<HostFacts>): PreflightWorld => withTarget({ facts: hostFacts(change) });
export const withDrives = (of: (index: number) => Partial<DriveInventory>): PreflightWorld =>
  withTarget({ drives: Array.from({ length: 24 }, (_, index) => ({ id: `t11-d${index}`, inventory: micron9100(index, 11, of(index)) })) });
