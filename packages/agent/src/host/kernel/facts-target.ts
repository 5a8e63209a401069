import { z } from 'zod';
import { elsewhere, enabledElsewhere } from '../leg-elsewhere.js';
import type { Fact } from './action.js';
import type { RunCommand } from './command.js';
import { type Looking, type Verdict, verdict } from './looking.js';
import { observePorts, observeSubsystems } from './observe-nvmet.js';
import { below, NVMET } from './paths.js';
import { kernelName, type Tree } from './tree.js';

type TargetFact = Extract<
  Fact,
  {
    fact:
      | 'block-device'
      | 'absent'
      | 'value'
      | 'host-unused'
      | 'leg-enabled-once'
      | 'no-other-host'
      | 'subsystem-released'
      | 'port-idle'
      | 'no-connections';
  }
>;

export async function targetFact(fact: TargetFact, { tree, run }: Looking): Promise<Verdict> {
  switch (fact.fact) {
    case 'block-device':
      return verdict((await kernelName(tree, fact.path)) !== undefined, `${fact.path} is not a block device here`);
    case 'absent':
      // A link that leads nowhere is still there.
      return verdict((await tree.link(fact.path)) === undefined && !(await tree.exists(fact.path)), `${fact.path} is still there`);
    case 'value': {
      const found = await tree.optional(fact.path);
      return verdict(found === fact.value, `${fact.path} reads "${found ?? 'nothing'}", not "${fact.value}"`);
    }
    case 'host-unused': {
      const path = below(NVMET, 'hosts', fact.hostNqn);
      const used = (await observeSubsystems(tree)).some((subsystem) => subsystem.allowedHosts.includes(fact.hostNqn));
      return verdict(!used && (await tree.exists(path)), `${path} is still allowed somewhere`);
    }
    case 'leg-enabled-once': {
      const other = enabledElsewhere(await observeSubsystems(tree), fact);
      return verdict(other === undefined, elsewhere(fact, other));
    }
    case 'no-other-host': {
      const allowed = await tree.list(`${NVMET}/subsystems/${fact.nqn}/allowed_hosts`);
      const others = allowed.filter((host) => host !== fact.hostNqn);
      return verdict(others.length === 0, `${fact.nqn} allows ${others.join(', ')}: remove that host first (S3)`);
    }
    case 'subsystem-released':
      return released(tree, fact.nqn);
    case 'port-idle': {
      const port = (await observePorts(tree)).find(({ portId }) => portId === fact.portId);
      return verdict(port !== undefined && port.subsystemNqns.length === 0, `port ${fact.portId} still has a subsystem`);
    }
    case 'no-connections': {
      const count = fact.transport === 'tcp' ? await tcpConnections(tree, fact.serviceId) : await rdmaConnections(run, fact.serviceId);
      return verdict(count === 0, `${count} ${fact.transport} connections on service id ${fact.serviceId} are still open`);
    }
  }
}

async function released(tree: Tree, nqn: string): Promise<Verdict> {
  const [subsystem, ports] = await Promise.all([
    observeSubsystems(tree).then((all) => all.find((found) => found.nqn === nqn)),
    observePorts(tree),
  ]);
  const linked = ports.filter((port) => port.subsystemNqns.includes(nqn)).map((port) => port.portId);
  if (linked.length > 0) return `${nqn} is still linked to port ${linked.join(', ')}: unlink it first`;
  const enabled = subsystem?.namespaces.filter((namespace) => namespace.enabled).map((namespace) => namespace.nsid) ?? [];
  if (enabled.length > 0) return `${nqn} still has namespace ${enabled.join(', ')} enabled: disable it first`;
  return verdict(
    (subsystem?.allowedHosts.length ?? 0) === 0,
    `${nqn} still allows ${subsystem?.allowedHosts.join(', ')}: remove the host first`,
  );
}

const cmId = z.object({ state: z.string(), 'src-addr': z.string().optional(), 'dst-addr': z.string().optional() });

/** `rdma --json resource show cm_id`: listeners have state LISTEN, accepted connections CONNECT and the same source port. */
export function countCmIds(json: string, serviceId: number): number {
  const ids = z.array(z.looseObject({})).parse(JSON.parse(json.trim() || '[]'));
  return ids.filter((entry) => {
    const id = cmId.safeParse(entry);
    return id.success && id.data.state !== 'LISTEN' && id.data['src-addr']?.endsWith(`:${serviceId}`);
  }).length;
}

const rdmaConnections = async (run: RunCommand, serviceId: number): Promise<number> =>
  countCmIds((await run(['rdma', '--json', 'resource', 'show', 'cm_id'], { seconds: 30 })).stdout, serviceId);

/** States of include/net/tcp_states.h in which the target may still be sent something: ESTABLISHED, SYN_RECV, CLOSE_WAIT. */
const OPEN_STATES = new Set(['01', '03', '08']);

/** /proc/net/tcp: `sl local_address rem_address st …`, addresses as hex, the port after the colon. */
export function countTcp(table: string, port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').filter((line) => {
    const [, local, , state] = line.trim().split(/\s+/);
    return local?.endsWith(`:${hex}`) === true && OPEN_STATES.has(state ?? '');
  }).length;
}

async function tcpConnections(tree: Tree, port: number): Promise<number> {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((path) => tree.text(path)));
  return tables.reduce((sum, table) => sum + countTcp(table ?? '', port), 0);
}
