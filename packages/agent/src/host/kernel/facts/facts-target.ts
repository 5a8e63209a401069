import { z } from 'zod';
import { canonicalAddress, foreignConnections, noForeignHost, withIoQueue } from '../../foreign-connections.js';
import type { ExportPoint, HostConnection } from '../../host.js';
import { elsewhere, enabledElsewhere } from '../../leg-elsewhere.js';
import { type FactResult, type HostContext, reasonUnless } from '../lookup/host-context.js';
import { observePorts, observeSubsystems } from '../nvmet/observe-nvmet.js';
import type { Fact } from '../run/action.js';
import type { RunCommand } from '../run/command.js';
import { kernelName, type Tree } from '../run/host-fs.js';
import { below, NVMET, NVMET_DEBUG } from '../run/paths.js';

type TargetFact = Extract<
  Fact,
  {
    fact:
      | 'block-device'
      | 'absent'
      | 'value'
      | 'host-unused'
      | 'authenticates-hosts'
      | 'leg-enabled-once'
      | 'no-other-host'
      | 'subsystem-released'
      | 'port-idle'
      | 'no-connections'
      | 'foreign-host';
  }
>;

export async function targetFact(fact: TargetFact, { tree, run }: Pick<HostContext, 'tree' | 'run'>): Promise<FactResult> {
  switch (fact.fact) {
    case 'block-device':
      return reasonUnless((await kernelName(tree, fact.path)) !== undefined, `${fact.path} is not a block device here`);
    case 'absent':
      // A dangling link still exists.
      return reasonUnless((await tree.link(fact.path)) === undefined && !(await tree.exists(fact.path)), `${fact.path} is still there`);
    case 'value': {
      const found = await tree.optional(fact.path);
      return reasonUnless(found === fact.value, `${fact.path} reads "${found ?? 'nothing'}", not "${fact.value}"`);
    }
    case 'host-unused': {
      const path = below(NVMET, 'hosts', fact.hostNqn);
      const used = (await observeSubsystems(tree)).some((subsystem) => subsystem.allowedHosts.includes(fact.hostNqn));
      return reasonUnless(!used && (await tree.exists(path)), `${path} is still allowed somewhere`);
    }
    case 'authenticates-hosts':
      return reasonUnless(
        await tree.exists(below(NVMET, 'hosts', fact.hostNqn, 'dhchap_key')),
        'the kernel cannot authenticate hosts: it was built without CONFIG_NVME_TARGET_AUTH (Linux 6.12 of Debian 13 has it)',
      );
    case 'leg-enabled-once': {
      const other = enabledElsewhere(await observeSubsystems(tree), fact);
      return reasonUnless(other === undefined, elsewhere(fact, other));
    }
    case 'no-other-host': {
      const allowed = await tree.list(`${NVMET}/subsystems/${fact.nqn}/allowed_hosts`);
      const others = allowed.filter((host) => host !== fact.hostNqn);
      return reasonUnless(others.length === 0, `${fact.nqn} allows ${others.join(', ')}: remove that host first (S3)`);
    }
    case 'subsystem-released':
      return released(tree, fact.nqn);
    case 'port-idle': {
      const port = (await observePorts(tree)).find(({ portId }) => portId === fact.portId);
      return reasonUnless(port !== undefined && port.subsystemNqns.length === 0, `port ${fact.portId} still has a subsystem`);
    }
    case 'no-connections': {
      const count = fact.transport === 'tcp' ? await tcpConnections(tree, fact.serviceId) : await rdmaConnections(run, fact.serviceId);
      return reasonUnless(count === 0, `${count} ${fact.transport} connections on service id ${fact.serviceId} are still open`);
    }
    case 'foreign-host': {
      const found = withIoQueue(foreignConnections(await connectionsTo([fact], { tree, run }), fact));
      return reasonUnless(found.length > 0, noForeignHost(fact));
    }
  }
}

async function released(tree: Tree, nqn: string): Promise<FactResult> {
  const [subsystem, ports] = await Promise.all([
    observeSubsystems(tree).then((all) => all.find((found) => found.nqn === nqn)),
    observePorts(tree),
  ]);
  const linked = ports.filter((port) => port.subsystemNqns.includes(nqn)).map((port) => port.portId);
  if (linked.length > 0) return `${nqn} is still linked to port ${linked.join(', ')}: unlink it first`;
  const enabled = subsystem?.namespaces.filter((namespace) => namespace.enabled).map((namespace) => namespace.nsid) ?? [];
  if (enabled.length > 0) return `${nqn} still has namespace ${enabled.join(', ')} enabled: disable it first`;
  return reasonUnless(
    (subsystem?.allowedHosts.length ?? 0) === 0,
    `${nqn} still allows ${subsystem?.allowedHosts.join(', ')}: remove the host first`,
  );
}

interface Peer {
  /** Empty: the kernel reports none. */
  address: string;
  established: boolean;
}

const cmId = z.object({ state: z.string(), 'src-addr': z.string().optional(), 'dst-addr': z.string().optional() });

/** `rdma --json resource show cm_id`: listeners have state LISTEN, accepted connections CONNECT and the same source port. */
function rdmaPeers(json: string, serviceId: number): Peer[] {
  const ids = z.array(z.looseObject({})).parse(JSON.parse(json.trim() || '[]'));
  return ids.flatMap((entry) => {
    const { success, data } = cmId.safeParse(entry);
    if (!success || data.state === 'LISTEN' || !data['src-addr']?.endsWith(`:${serviceId}`)) return [];
    const address = (data['dst-addr'] ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
    return [{ address, established: data.state === 'CONNECT' }];
  });
}
export const countCmIds = (json: string, serviceId: number): number => rdmaPeers(json, serviceId).length;

const cmIds = async (run: RunCommand): Promise<string> =>
  (await run(['rdma', '--json', 'resource', 'show', 'cm_id'], { seconds: 30 })).stdout;
const rdmaConnections = async (run: RunCommand, serviceId: number): Promise<number> => countCmIds(await cmIds(run), serviceId);

/** States of include/net/tcp_states.h in which the target may still receive something: ESTABLISHED, SYN_RECV, CLOSE_WAIT. */
const ESTABLISHED = '01';
const OPEN_STATES = new Set([ESTABLISHED, '03', '08']);

/** /proc/net/tcp: `sl local_address rem_address st …`, addresses as hex, the port after the colon. */
function tcpPeers(table: string, port: number): Peer[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((line) => {
    const [, local, remote, state] = line.trim().split(/\s+/);
    if (local?.endsWith(`:${hex}`) !== true || state === undefined || !OPEN_STATES.has(state)) return [];
    return [{ address: addressOf(remote?.split(':')[0] ?? ''), established: state === ESTABLISHED }];
  });
}
export const countTcp = (table: string, port: number): number => tcpPeers(table, port).length;

/** 32-bit words in the machine's byte order (little-endian); an IPv4 address inside IPv6 is shown as IPv4. */
export function addressOf(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16)));
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff) return bytes.slice(12).join('.');
  const groups = Array.from({ length: 8 }, (_, at) => (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

const tcpTables = async (tree: Tree): Promise<string[]> =>
  (await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((path) => tree.text(path)))).map((table) => table ?? '');

async function tcpConnections(tree: Tree, port: number): Promise<number> {
  return (await tcpTables(tree)).reduce((sum, table) => sum + countTcp(table, port), 0);
}

/**
 * Addresses of the hosts that have a controller of the subsystem; undefined: this kernel does not list controllers. The kernel prints a peer's address without
 * port and zone (drivers/nvme/target/debugfs.c, nvmet_ctrl_host_traddr_show), or an empty line for a transport that does not know it.
 */
async function controllerAddresses(tree: Tree, nqn: string): Promise<Set<string | undefined> | undefined> {
  if (!(await tree.exists(NVMET_DEBUG))) return undefined;
  const controllers = (await tree.list(below(NVMET_DEBUG, nqn))).filter((name) => name.startsWith('ctrl'));
  const found = await Promise.all(controllers.map((name) => tree.optional(below(NVMET_DEBUG, nqn, name, 'host_traddr'))));
  const addresses = new Set(found.map((address) => canonicalAddress(address ?? '')));
  // A controller without a readable address may be anybody's.
  return addresses.has(undefined) ? undefined : addresses;
}

/** Peers connected to these exports, from the TCP sockets and the RDMA connection manager, and whether they have a controller. */
export async function connectionsTo(
  points: readonly ExportPoint[],
  { tree, run }: Pick<HostContext, 'tree' | 'run'>,
): Promise<HostConnection[]> {
  const uses = (transport: string) => points.some((point) => point.transport === transport);
  const [tables, ids] = await Promise.all([uses('tcp') ? tcpTables(tree) : [], uses('rdma') ? cmIds(run) : '']);
  const found = await Promise.all(
    points.map(async ({ transport, serviceId, nqn }) => {
      const peers = transport === 'tcp' ? tables.flatMap((table) => tcpPeers(table, serviceId)) : rdmaPeers(ids, serviceId);
      const controllers = await controllerAddresses(tree, nqn);
      return [...new Set(peers.map(({ address }) => address))].map((address) => ({
        ...{ transport, serviceId, address },
        established: peers.filter((peer) => peer.established && peer.address === address).length,
        ...(controllers === undefined ? {} : { hasController: controllers.has(canonicalAddress(address)) }),
      }));
    }),
  );
  return found.flat();
}
