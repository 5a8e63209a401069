import { foreignConnections, noForeignHost, withIoQueue } from '../foreign-connections.js';
import type { HostConnection, NvmetHost, NvmetNamespace, NvmetPort, NvmetSubsystem, ServicePoint } from '../host.js';
import { elsewhere, enabledElsewhere } from '../leg-elsewhere.js';
import type { Operation } from '../operations.js';
import type { SimulatedController } from './controller.js';
import type { SimulatedHost } from './simulated-host.js';
import { refuse } from './world/failure.js';
import { observedKeys, type SecretPair, secretsOf } from './world/keys.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;
type PortKey = { transport: string; address: string; serviceId: number };

/** The kernel's NVMe-oF target of one machine: its configfs state and its connections. */
export class SimulatedTarget {
  subsystems: NvmetSubsystem[] = [];
  ports: NvmetPort[] = [];
  /** Connections accepted here, each as the controller of its client. */
  readonly connections = new Set<SimulatedController>();

  /** By host NQN. */
  readonly hostKeys = new Map<string, SecretPair>();

  constructor(private readonly host: SimulatedHost) {}

  setHostKeys(operation: Of<'set-host-keys'>): void {
    if (!this.host.authenticates)
      refuse('check', 'the kernel cannot authenticate hosts: it was built without CONFIG_NVME_TARGET_AUTH', null);
    this.hostKeys.set(operation.hostNqn, secretsOf(this.host.secrets, operation));
  }
  viewHosts(): NvmetHost[] {
    return [...this.hostKeys].map(([hostNqn, secrets]) => ({ hostNqn, keys: observedKeys(this.host.secrets, secrets) }));
  }

  subsystem(nqn: string): NvmetSubsystem {
    return this.find(nqn) ?? refuse('mkdir', `subsystem ${nqn} is not there`, null);
  }
  find(nqn: string): NvmetSubsystem | undefined {
    return this.subsystems.find((candidate) => candidate.nqn === nqn);
  }
  port({ transport, address, serviceId }: PortKey): NvmetPort | undefined {
    return this.ports.find((port) => port.transport === transport && port.address === address && port.serviceId === serviceId);
  }
  /** On this LV, or on the leg's device over it. */
  enabledOn(path: string): { nqn: string; namespace: NvmetNamespace }[] {
    const { caches } = this.host;
    return this.subsystems.flatMap(({ nqn, namespaces }) =>
      namespaces.filter((space) => space.enabled && caches.lvPath(space.devicePath) === path).map((namespace) => ({ nqn, namespace })),
    );
  }

  createSubsystem({ nqn, serial, model, hostNqn }: Of<'create-subsystem'>): void {
    const there = this.find(nqn);
    if (there) {
      const others = there.allowedHosts.filter((host) => host !== hostNqn);
      if (others.length > 0) refuse('ln', `${nqn} allows ${others.join(', ')}: remove that host first (S3)`, null);
      Object.assign(there, { serial, model, allowAnyHost: false });
      if (!there.allowedHosts.includes(hostNqn)) there.allowedHosts.push(hostNqn);
    } else this.subsystems.push({ nqn, serial, model, allowAnyHost: false, allowedHosts: [hostNqn], namespaces: [] });
  }
  createNamespace({ nqn, nsid, devicePath, uuid, nguid }: Of<'create-namespace'>): void {
    const subsystem = this.subsystem(nqn);
    if (!this.host.storage.active.has(this.host.caches.lvPath(devicePath)))
      refuse('mkdir', `${devicePath} is not a block device here`, null);
    const there = subsystem.namespaces.find((space) => space.nsid === nsid);
    const identity = { devicePath, uuid: uuid.toLowerCase(), nguid: nguid.toLowerCase() };
    if (!there) subsystem.namespaces.push({ nsid, ...identity, enabled: false });
    else if (there.enabled && (there.devicePath !== devicePath || there.uuid !== identity.uuid))
      refuse('echo', `namespace ${nsid} of ${nqn} is enabled: EBUSY, its identity cannot be changed`, null);
    else Object.assign(there, identity);
  }
  enableNamespace({ nqn, nsid, devicePath, besides }: Of<'enable-namespace'>): void {
    const space = this.subsystem(nqn).namespaces.find((candidate) => candidate.nsid === nsid);
    if (!space) refuse('tee', `namespace ${nsid} of ${nqn} is not there`);
    if (space.devicePath !== devicePath) refuse('tee', `namespace ${nsid} of ${nqn} is ${space.devicePath}, not ${devicePath}`);
    if (space.enabled) return;
    const other = enabledElsewhere(this.subsystems, { nqn, nsid, besides });
    if (other) refuse('check', elsewhere({ nqn, nsid }, other), null);
    if (!this.host.storage.answers(space.devicePath)) refuse('tee', `failed to open ${space.devicePath}: ENODEV`);
    space.enabled = true;
    this.namespacesChanged(nqn);
  }
  disableNamespace({ nqn, nsid }: Of<'disable-namespace'>): void {
    const space = this.find(nqn)?.namespaces.find((candidate) => candidate.nsid === nsid);
    if (!space?.enabled) return;
    space.enabled = false;
    this.namespacesChanged(nqn);
  }

  removeNamespace({ nqn, nsid }: Of<'remove-namespace'>): void {
    const subsystem = this.find(nqn);
    if (!subsystem) return;
    if (subsystem.namespaces.some((space) => space.nsid === nsid && space.enabled))
      refuse('rmdir', `namespace ${nsid} of ${nqn} is enabled`, null);
    subsystem.namespaces = subsystem.namespaces.filter((space) => space.nsid !== nsid);
  }

  revalidate({ nqn, nsid }: Of<'revalidate-namespace'>): void {
    if (!this.subsystem(nqn).namespaces.some((space) => space.nsid === nsid))
      refuse('echo', `namespace ${nsid} of ${nqn} is not there`, null);
    this.namespacesChanged(nqn);
  }

  linkPort({ nqn, transport, address, serviceId, tls }: Of<'link-port'>): void {
    this.subsystem(nqn);
    if (tls && !this.host.tls.target) refuse('echo', 'addr_tsas: EINVAL: the kernel was built without CONFIG_NVME_TARGET_TCP_TLS', null);
    let port = this.port({ transport, address, serviceId });
    if (!port) {
      if (!this.host.nic(address)) refuse('ln', `EADDRNOTAVAIL: this node has no address ${address}`, null);
      let portId = 1;
      while (this.ports.some((other) => other.portId === portId)) portId++;
      port = { portId, transport, address, serviceId, subsystemNqns: [] };
      this.ports.push(port);
    }
    // The kernel changes no port that a subsystem is linked to.
    if (port.subsystemNqns.length > 0 && (port.tls ?? false) !== (tls ?? false)) refuse('echo', 'addr_tsas: EACCES', null);
    if (tls) port.tls = true;
    else delete port.tls;
    if (!port.subsystemNqns.includes(nqn)) port.subsystemNqns.push(nqn);
  }
  /** Ends the controllers that connected through this port. */
  unlinkPort({ nqn, transport, address, serviceId }: Of<'unlink-port'>): void {
    const port = this.port({ transport, address, serviceId });
    if (!port?.subsystemNqns.includes(nqn)) return;
    port.subsystemNqns = port.subsystemNqns.filter((linked) => linked !== nqn);
    for (const connection of [...this.connections]) if (connection.arrivesAt(nqn, port)) connection.lost();
  }
  disallowHost({ nqn, hostNqn }: Of<'disallow-host'>): void {
    const subsystem = this.find(nqn);
    if (subsystem) subsystem.allowedHosts = subsystem.allowedHosts.filter((host) => host !== hostNqn);
    if (!this.subsystems.some((each) => each.allowedHosts.includes(hostNqn))) this.hostKeys.delete(hostNqn);
  }

  checkDrained({ nqn, devicePaths, transport, serviceId }: Of<'check-drained'>): void {
    for (const path of devicePaths) {
      const others = this.enabledOn(this.host.caches.lvPath(path)).filter((each) => each.nqn !== nqn).length;
      const open = this.host.storage.openCount(path);
      if (open > others) refuse('dmsetup', `${path} is open ${open} times, by the kernel (an enabled namespace)`, 0);
    }
    const count = [...this.connections].filter((each) => each.transport === transport && each.serviceId === serviceId).length;
    if (count > 0) refuse('rdma', `${count} ${transport} connections on service id ${serviceId} are still open`, 0);
  }
  checkForeignHost(operation: Of<'check-foreign-host'>): void {
    const found = withIoQueue(foreignConnections(this.connectionsTo([operation]), operation));
    if (found.length === 0) refuse('check', noForeignHost(operation), null);
  }
  connectionsTo(points: readonly ServicePoint[]): HostConnection[] {
    return points.flatMap(({ transport, serviceId }) => {
      const found = [...this.connections].filter((each) => each.transport === transport && each.serviceId === serviceId);
      const queues = new Map<string, number>();
      for (const { options } of found) queues.set(options.hostAddress, (queues.get(options.hostAddress) ?? 0) + 1 + options.ioQueues);
      return [...queues].map(([address, established]) => ({ transport, serviceId, address, established }));
    });
  }
  removeSubsystem({ nqn, serviceId }: Of<'remove-subsystem'>): void {
    const subsystem = this.find(nqn);
    const linked = this.ports.filter((port) => port.subsystemNqns.includes(nqn)).map((port) => port.portId);
    if (linked.length > 0) refuse('rmdir', `${nqn} is still linked to port ${linked.join(', ')}: unlink it first`, null);
    const enabled = subsystem?.namespaces.filter((space) => space.enabled).map((space) => space.nsid) ?? [];
    if (enabled.length > 0) refuse('rmdir', `${nqn} still has namespace ${enabled.join(', ')} enabled: disable it first`, null);
    if (subsystem && subsystem.allowedHosts.length > 0)
      refuse('rmdir', `${nqn} still allows ${subsystem.allowedHosts.join(', ')}: remove the host first`, null);
    this.subsystems = this.subsystems.filter((other) => other !== subsystem);
    this.ports = this.ports.filter((port) => port.serviceId !== serviceId || port.subsystemNqns.length > 0);
  }

  /** Simulates the "namespace attributes changed" event: connected clients scan again. */
  private namespacesChanged(nqn: string): void {
    const clients = new Set([...this.connections].filter((each) => each.subsystemNqn === nqn).map((each) => each.client));
    for (const client of clients) client.initiator.scan(nqn);
  }
}
