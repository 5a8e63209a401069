import type { ExportAssignment } from '@weft/shared/messages/assignment';
import type { FastState, NvmetPort } from '../../host/host.js';
import type { Operation } from '../../host/operations.js';
import { type Decision, done, must, working } from '../plan.js';

/*
 * Removing an export, and fencing a client: the same order (DATAPATH, Target, "Fence").
 * The host goes first (no new connection), then every port (ends controllers), then the namespaces (drains I/O in flight:
 * otherwise a fenced client's write still lands), then a check, then rmdir. Interrupted anywhere, it continues from what is left.
 */
export function planUnexport(assigned: Pick<ExportAssignment, 'subsystemNqn' | 'transport' | 'serviceId'>, fast: FastState): Decision {
  const nqn = assigned.subsystemNqn;
  const subsystem = fast.subsystems.find((candidate) => candidate.nqn === nqn);
  const linked = linkedPorts(fast, nqn);
  // A port that Weft made but never linked: the service id belongs to this subsystem alone.
  const empty = fast.ports.filter(
    (port) => port.subsystemNqns.length === 0 && port.serviceId === assigned.serviceId && port.transport === assigned.transport,
  );
  const keys: Operation[] = fast.tls?.keys.some((key) => key.nqn === nqn) ? [{ op: 'forget-tls-keys', nqn }] : [];
  if (!subsystem && linked.length === 0 && empty.length === 0) return keys.length > 0 ? working(must(...keys)) : done();

  const namespaces = subsystem?.namespaces ?? [];
  const steps: Operation[] = [
    ...(subsystem?.allowedHosts ?? []).map((hostNqn): Operation => ({ op: 'disallow-host', nqn, hostNqn })),
    ...linked.map((port) => unlink(nqn, port)),
    ...namespaces.filter((space) => space.enabled).map((space): Operation => ({ op: 'disable-namespace', nqn, nsid: space.nsid })),
    {
      op: 'check-drained',
      nqn,
      devicePaths: namespaces.map((space) => space.devicePath),
      transport: assigned.transport,
      serviceId: assigned.serviceId,
    },
    { op: 'remove-subsystem', nqn, serviceId: assigned.serviceId },
    ...keys,
  ];
  return working(must(...steps));
}

export const linkedPorts = (fast: FastState, nqn: string): NvmetPort[] => fast.ports.filter((port) => port.subsystemNqns.includes(nqn));

export const unlink = (nqn: string, port: NvmetPort): Operation => ({
  op: 'unlink-port',
  nqn,
  transport: port.transport === 'tcp' ? 'tcp' : 'rdma',
  address: port.address,
  serviceId: port.serviceId,
});
