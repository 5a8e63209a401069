import type { ProbeOutcome } from '@weft/shared/messages/host-facts';
import {
  bounded,
  type Check,
  failed,
  NOT_CONCERNED,
  type Outcome,
  passed,
  perName,
  perNode,
  perStorageNic,
  refOf,
  unknown,
} from './check.js';
import { type PreflightNode, type PreflightWorld, type StorageNic, storageNics } from './preflight-world.js';

/** RoCE's MTU of 4096 and the headers around it (Micron's reference architecture). */
const LARGE_MTU = 4200;

const networks = (world: PreflightWorld) => world.networks;
const nicsOn = (world: PreflightWorld, network: string) =>
  world.nodes.flatMap((node) =>
    storageNics(node, world.networks)
      .filter((each) => each.network === network)
      .map((each) => ({ ...each, node: node.name })),
  );

/** `9000: t1 ens1f0, t2 ens1f0`, the most frequent value first. */
function spread<T>(objects: readonly T[], value: (object: T) => string, name: (object: T) => string): string[] {
  const byValue = new Map<string, string[]>();
  for (const object of objects) byValue.set(value(object), [...(byValue.get(value(object)) ?? []), name(object)]);
  return [...byValue]
    .sort(([a, one], [b, other]) => other.length - one.length || a.localeCompare(b))
    .map(([key, names]) => `${key}: ${bounded(names).join(', ')}`);
}

const nicName = ({ node, nic }: { node: string; nic: { name: string } }) => `${node} ${nic.name}`;

const mtuDiffers = perName('mtu-differs', networks, ({ name: network }, world) => {
  const nics = nicsOn(world, network);
  if (nics.length === 0) return NOT_CONCERNED;
  const values = spread(nics, ({ nic }) => String(nic.mtuBytes), nicName);
  return values.length === 1 ? passed : failed('preflight-mtu-differs', { network, values: bounded(values) });
});

const gigabits = (bitsPerSecond: number) => `${bitsPerSecond / 1e9} Gbit/s`;
const nicSpeed = perName('nic-speed', networks, ({ name: network }, world) => {
  const nics = nicsOn(world, network).filter(({ nic }) => nic.up);
  if (nics.length === 0) return NOT_CONCERNED;
  const known = nics.filter(({ nic }) => nic.speedBitsPerSecond !== null);
  const values = spread(known, ({ nic }) => gigabits(nic.speedBitsPerSecond ?? 0), nicName);
  if (values.length > 1) return failed('preflight-nic-speed', { network, values: bounded(values) });
  const dark = nics.filter(({ nic }) => nic.speedBitsPerSecond === null);
  return dark.length > 0 ? unknown(...bounded(dark.map((each) => `speed of ${nicName(each)}`))) : passed;
});

const setMtu = (nics: readonly StorageNic[]) => nics.map(({ nic }) => `ip link set dev ${nic.name} mtu 9000`).join('\n');
const mtuSmall = perStorageNic(
  'mtu-small',
  'MTU',
  ({ nic }) => (nic.mtuBytes >= LARGE_MTU ? true : `${nic.name}: ${nic.mtuBytes}`),
  (values, nics, node) => failed('preflight-mtu-small', { node: refOf(node), values }, { command: setMtu(nics) }),
);

/** Probes that ended so, by network. A node whose probes are all unknown was not checked. */
function probed(
  node: PreflightNode,
  result: ProbeOutcome['result'],
  fail: (network: string, some: ProbeOutcome[]) => Outcome,
): Outcome | null {
  const { facts, probes } = node;
  if (!facts) return unknown('answers to large packets');
  const found = probes.filter((each) => each.result === result);
  const [first] = found;
  if (first)
    return fail(
      first.network,
      found.filter(({ network }) => network === first.network),
    );
  if (probes.length === 0) return NOT_CONCERNED;
  const dark = probes.filter((each) => each.result === 'unknown');
  return dark.length > 0 ? unknown(...bounded(dark.map(({ to }) => `answer of ${to}`))) : passed;
}
const packets = (some: readonly ProbeOutcome[]) => bounded(some.map(({ from, to }) => `${from} to ${to}`));
const identityOf = (network: string, some: readonly ProbeOutcome[]) =>
  JSON.stringify([network, ...new Set(some.map(({ from, bytes }) => `${from} ${bytes}`))]);

const ICMP_HEADERS = { ipv4: 28, ipv6: 48 };
const pingOf = ({ from, to, bytes }: ProbeOutcome) =>
  `ping -M do -c 3 -s ${bytes - ICMP_HEADERS[to.includes(':') ? 'ipv6' : 'ipv4']} -I ${from} ${to}`;

const hasProbes = ({ networks }: PreflightWorld, node: PreflightNode) => storageNics(node, networks).length > 0;

const mtuBlocked = perNode('mtu-blocked', (node, world) =>
  hasProbes(world, node)
    ? probed(node, 'too-large', (network, some) =>
        failed(
          'preflight-mtu-blocked',
          { network, node: refOf(node), packets: packets(some), bytes: some[0]?.bytes ?? 0, peers: some.length },
          { command: some[0] ? pingOf(some[0]) : null, identity: identityOf(network, some) },
        ),
      )
    : NOT_CONCERNED,
);

const pathLost = perNode('path-lost', (node, world) =>
  hasProbes(world, node)
    ? probed(node, 'lost', (network, some) =>
        failed(
          'preflight-path-lost',
          { network, node: refOf(node), packets: packets(some), peers: some.length },
          { command: some[0] ? `ip route get ${some[0].to} from ${some[0].from}` : null, identity: identityOf(network, some) },
        ),
      )
    : NOT_CONCERNED,
);

/** Prefix of an IPv4 address with prefix length, as a network: 10.10.1.0/24. IPv6 networks are told apart by their text. */
export function subnetOf(address: string): string {
  const [ip = '', prefix = '32'] = address.split('/');
  if (ip.includes(':')) return `${ip.split(':').slice(0, 4).join(':')}/${prefix}`;
  const bits = Number(prefix);
  const value = ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - bits);
  const start = Math.floor(value / size) * size;
  return `${[24, 16, 8, 0].map((shift) => Math.floor(start / 2 ** shift) % 256).join('.')}/${prefix}`;
}

const sharedSubnet = perNode('shared-subnet', (node, { networks }) => {
  const nics = storageNics(node, networks);
  if (nics.length < 2) return NOT_CONCERNED;
  const subnets = new Map<string, StorageNic[]>();
  for (const each of nics) {
    const whole = each.nic.addresses.find((address) => address.startsWith(`${each.address}/`)) ?? each.address;
    subnets.set(subnetOf(whole), [...(subnets.get(subnetOf(whole)) ?? []), each]);
  }
  const shared = [...subnets].find(([, some]) => some.length > 1 && some.some(({ facts }) => facts?.ownRoutes !== true));
  if (!shared) return passed;
  const [subnet, some] = shared;
  const dark = some.filter(({ facts }) => (facts?.ownRoutes ?? null) === null);
  if (dark.length === some.length) return unknown(...dark.map(({ nic }) => `routing rules of ${nic.name}`));
  return failed(
    'preflight-shared-subnet',
    { node: refOf(node), subnet, nics: some.map(({ nic }) => nic.name) },
    { command: ownTables(some) },
  );
});

function ownTables(nics: readonly StorageNic[]): string {
  return nics
    .flatMap(({ nic, address }, index) => {
      const whole = nic.addresses.find((each) => each.startsWith(`${address}/`)) ?? `${address}/24`;
      const table = 101 + index;
      return [
        `ip route add ${subnetOf(whole)} dev ${nic.name} src ${address} table ${table}`,
        `ip rule add from ${address} table ${table}`,
      ];
    })
    .join('\n');
}

const ownRoutes = perNode('own-routes', (node, { networks }) => {
  const nics = storageNics(node, networks);
  if (nics.length < 2) return NOT_CONCERNED;
  const without = nics.filter(({ facts }) => facts?.ownRoutes === false);
  if (without.length > 0)
    return failed('preflight-own-routes', { node: refOf(node), nics: without.map(({ nic }) => nic.name) }, { command: ownTables(without) });
  const dark = nics.filter(({ facts }) => (facts?.ownRoutes ?? null) === null);
  return dark.length > 0 ? unknown(...dark.map(({ nic }) => `routing rules of ${nic.name}`)) : passed;
});

export const networkChecks: readonly Check[] = [mtuDiffers, mtuSmall, mtuBlocked, pathLost, nicSpeed, sharedSubnet, ownRoutes];
