import type { ExportAssignment } from '@weft/shared/messages/assignment';
import { FOREIGN_HOST_CONNECTED, FOREIGN_HOST_FENCED } from '@weft/shared/messages/report';
import { volumeRef } from '@weft/shared/text/references';
import { type ExportClient, foreignConnections, withIoQueue } from '../../host/foreign-connections.js';
import type { HostConnection } from '../../host/host.js';
import { type AgentReason, reason } from '../../reason/reason.js';
import { type Decision, must, type World, working } from '../plan.js';
import { planUnexport } from './plan-unexport.js';

/*
 * A foreign host: connected to an export from an address that is not the client's. nvmet admits any host that knows the client's NQN to read and write.
 *  - the agent names it, on the export and on the node; it does nothing else by default.
 *  - by setting, when it has an I/O queue: the agent checks that on the host once more and stores it. From then on the export is fenced, for foreign host and
 *    client alike, because nvmet admits by NQN only (docs/decisions/foreign-hosts.md).
 *  - connections that cannot be read, or a client whose addresses are not all known: the agent cannot distinguish hosts, and fences nothing.
 *  - a fenced export stays fenced, whatever the setting and through restarts, until the attachment is detached.
 */

/** Why the export needs an administrator; null: no foreign host is connected, or the agent cannot distinguish hosts. */
export function foreignHost(assigned: ExportAssignment, world: World): AgentReason | null {
  if (assigned.desired === 'absent') return null;
  const fenced = world.facts.foreignHosts[assigned.attachmentId];
  const volume = volumeRef(assigned.volumeId, assigned.volumeName);
  if (fenced) return reason(FOREIGN_HOST_FENCED, { volume, hosts: fenced.addresses, seenAt: fenced.at });
  const found = strangers(assigned, world);
  if (found.length === 0) return null;
  return reason(FOREIGN_HOST_CONNECTED, {
    volume,
    hosts: found.slice(0, MOST_NAMED).map(({ address }) => address),
    moreHosts: Math.max(0, found.length - MOST_NAMED),
    clientAddresses: clientOf(assigned).hostAddresses,
  });
}

/** The fence; undefined: none is needed. */
export function fenceForeignHost(assigned: ExportAssignment, world: World): Decision | undefined {
  const { attachmentId, subsystemNqn: nqn, desired } = assigned;
  if (desired === 'absent') return undefined;
  if (world.facts.foreignHosts[attachmentId]) {
    const fence = planUnexport(assigned, world.fast);
    return fence.state === 'done' ? { ...fence, state: 'failed' } : fence;
  }
  const found = assigned.fenceForeign ? withIoQueue(strangers(assigned, world)) : [];
  if (found.length === 0) return undefined;
  const noted = {
    fact: 'foreign-host' as const,
    attachmentId,
    addresses: found.slice(0, MOST_NAMED).map(({ address }) => address),
    at: new Date(world.wallMs).toISOString(),
  };
  return working(must({ op: 'check-foreign-host', nqn, ...clientOf(assigned) }), { after: [noted] });
}

const clientOf = ({ transport, serviceId, portals }: ExportAssignment) => ({
  ...{ transport, serviceId },
  hostAddresses: portals.flatMap(({ hostAddress }) => hostAddress ?? []),
});

function strangers(assigned: ExportAssignment, { connections }: World): HostConnection[] {
  const client: ExportClient = clientOf(assigned);
  // An older server does not send every address: the agent cannot distinguish hosts.
  return connections === null || client.hostAddresses.length < assigned.portals.length ? [] : foreignConnections(connections, client);
}

/** A report's message has a length limit, and any number of hosts may connect. */
const MOST_NAMED = 8;
