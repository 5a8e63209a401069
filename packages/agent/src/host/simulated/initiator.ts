import type { NvmeHead, NvmeSubsystem } from '../host.js';
import type { Operation } from '../operations.js';
import { type Connect, SimulatedController } from './controller.js';
import type { SimulatedHost } from './simulated-host.js';
import type { FoundVolume } from './storage.js';
import { refuse } from './world/failure.js';
import { NO_SECRETS, secretsOf } from './world/keys.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;

interface InitiatorSubsystem extends NvmeSubsystem {
  instance: number;
  heads: NvmeHead[];
}

/** Result of an access to a leg: it works, it waits (without limit), or it fails. */
export type Access = { state: 'ok'; target: SimulatedHost; found: FoundVolume } | { state: 'waits' | 'fails' };

/** The kernel's NVMe initiator of one machine: controllers, and multipath heads over them. */
export class SimulatedInitiator {
  controllers: SimulatedController[] = [];
  readonly subsystems = new Map<string, InitiatorSubsystem>();

  constructor(private readonly host: SimulatedHost) {}

  get heads(): NvmeHead[] {
    return [...this.subsystems.values()].flatMap(({ heads }) => heads);
  }

  #headOf(device: string): NvmeHead | undefined {
    for (const { heads } of this.subsystems.values()) for (const head of heads) if (head.device === device) return head;
    return undefined;
  }

  connect(operation: Connect): void {
    const there = this.controllers.find((controller) => controller.isPath(operation));
    if (there) {
      there.fastIoFailSeconds = operation.fastIoFailSeconds;
      return;
    }
    const secrets = operation.authentication ? secretsOf(this.host.secrets, operation.authentication) : NO_SECRETS;
    if (secrets.host !== null && !this.host.authenticates)
      refuse('tee', 'tee: /dev/nvme-fabrics: Invalid argument (unknown parameter dhchap_secret)');
    if (operation.tls && !this.host.tls.client) refuse('tee', 'tee: /dev/nvme-fabrics: Invalid argument (unknown parameter tls)');
    const answer = this.host.fabric.answer(this.host, operation, secrets);
    if ('refusal' in answer) refuse('nvme', answer.refusal);
    const instance = this.host.nextControllerInstance();
    const controller = new SimulatedController(this.host, `nvme${instance}`, operation, secrets);
    this.controllers.push(controller);
    if (!this.subsystems.has(operation.nqn))
      this.subsystems.set(operation.nqn, { name: `nvme-subsys${instance}`, nqn: operation.nqn, ioPolicy: 'numa', instance, heads: [] });
    controller.established(answer.target);
    this.scan(operation.nqn);
  }

  /** A missing answer is a loss, noticed at once. */
  probe({ controller: name, nqn }: Of<'probe-controller'>): void {
    const found = this.controllers.find((controller) => controller.name === name);
    if (found?.subsystemNqn !== nqn) refuse('tee', `there is no controller ${name} of ${nqn}`, null);
    if (found.state === 'live' && !found.carries) found.lost();
    else this.scan(nqn);
  }
  /** Every RDMA controller on this NIC has something to send at once. */
  refuseSending({ nic }: Of<'refuse-sending'>): void {
    if (!this.host.nicsDown.has(nic)) return;
    const address = this.host.spec.nics.find(({ name }) => name === nic)?.address;
    for (const controller of this.controllers) {
      const { options, state } = controller;
      if (options.hostAddress === address && options.transport === 'rdma' && state === 'live') controller.lost();
    }
  }
  abort({ hostAddress, serviceId }: Of<'abort-connections'>): void {
    for (const controller of this.controllers) {
      const { options, state } = controller;
      const uses = options.serviceId === serviceId && options.hostAddress === hostAddress;
      if (uses && options.transport === 'tcp' && state === 'live') controller.lost();
    }
  }
  disconnect({ controller: name, nqn }: Of<'disconnect'>): void {
    const found = this.controllers.find((controller) => controller.name === name);
    if (found?.subsystemNqn === nqn) this.remove(found);
  }
  remove(controller: SimulatedController): void {
    controller.end();
    this.controllers = this.controllers.filter((other) => other !== controller);
    const nqn = controller.subsystemNqn;
    if (!this.controllers.some((other) => other.subsystemNqn === nqn)) this.subsystems.delete(nqn);
    this.host.pathsChanged();
  }
  setKeys(operation: Of<'set-controller-keys'>): void {
    const { controller: name, nqn } = operation;
    const found = this.controllers.find((controller) => controller.name === name);
    if (found?.subsystemNqn !== nqn) refuse('check', `${name} belongs to ${found?.subsystemNqn ?? 'nothing'} now, not to ${nqn}`, null);
    if (found.secrets.host === null) refuse('echo', `${name} was connected without keys: EINVAL`, null);
    found.giveSecrets(secretsOf(this.host.secrets, operation));
    this.host.pathsChanged();
  }
  setFastIoFail({ controller: name, nqn, seconds }: Of<'set-fast-io-fail'>): void {
    const found = this.controllers.find((controller) => controller.name === name);
    if (found?.subsystemNqn !== nqn) refuse('check', `${name} belongs to ${found?.subsystemNqn ?? 'nothing'} now, not to ${nqn}`, null);
    found.fastIoFailSeconds = seconds;
  }
  setIoPolicy({ subsystem: name, nqn, policy }: Of<'set-io-policy'>): void {
    const [is, found] = [...this.subsystems].find(([, subsystem]) => subsystem.name === name) ?? [];
    if (!found || is !== nqn) refuse('check', `${name} is ${is ?? 'not there'} now, not ${nqn}`, null);
    found.ioPolicy = policy;
  }

  /** Reads the namespaces that the target has now. Drops one whose identity has changed ("identifiers changed"): the next scan takes it. */
  scan(nqn: string): void {
    const subsystem = this.subsystems.get(nqn);
    const target = this.controllers.find((controller) => controller.subsystemNqn === nqn && controller.carries)?.target;
    if (!subsystem || !target) {
      this.host.pathsChanged();
      return;
    }
    const spaces = target.target.find(nqn)?.namespaces.filter((space) => space.enabled) ?? [];
    const changed = new Set<number>();
    subsystem.heads = subsystem.heads.filter((head) => {
      const space = spaces.find(({ nsid }) => nsid === head.nsid);
      const isSame = space?.uuid === head.uuid && space.nguid === head.nguid;
      if (space && !isSame) changed.add(space.nsid);
      return isSame;
    });
    for (const { nsid, uuid, nguid, devicePath } of spaces.filter(({ nsid }) => !changed.has(nsid))) {
      const known = subsystem.heads.find((head) => head.nsid === nsid);
      if (known) known.sizeBytes = target.storage.sizeAt(devicePath) ?? known.sizeBytes;
      if (known) continue;
      // "ignoring nsid because of duplicate IDs" (drivers/nvme/host/core.c, nvme_global_check_duplicate_ids).
      if (this.heads.some((head) => head.uuid === uuid)) continue;
      const sizeBytes = target.storage.sizeAt(devicePath) ?? 0;
      subsystem.heads.push({ subsystemNqn: nqn, nsid, uuid, nguid, device: this.freeName(subsystem), sizeBytes });
    }
    this.host.pathsChanged();
  }

  hasHead(device: string): boolean {
    return this.#headOf(device) !== undefined;
  }

  /** Result of an access to this head now. */
  access(device: string): Access {
    const head = this.#headOf(device);
    if (!head) return { state: 'fails' };
    const controllers = this.controllers.filter((controller) => controller.subsystemNqn === head.subsystemNqn);
    const path = controllers.find((controller) => controller.carries);
    if (!path?.target) return { state: controllers.every((controller) => controller.failsFast) ? 'fails' : 'waits' };
    const space = path.target.target.find(head.subsystemNqn)?.namespaces.find(({ nsid }) => nsid === head.nsid);
    const found = space?.enabled ? path.target.storage.volumeAt(space.devicePath) : undefined;
    if (!space || !found || !path.target.storage.answers(space.devicePath)) return { state: 'fails' };
    return { state: 'ok', target: path.target, found };
  }

  /** Simulates idle legs that are disconnected and return in another order: heads without a holder exchange their names. */
  rename(): void {
    const idle = this.heads.filter((head) => !this.host.isHeld(head.device));
    const names = idle.map((head) => head.device);
    const [first] = idle;
    if (idle.length > 1) for (const [at, head] of idle.entries()) head.device = names[(at + 1) % names.length] ?? head.device;
    else
      for (const subsystem of this.subsystems.values())
        if (first && subsystem.heads.includes(first)) first.device = this.freeName(subsystem);
    this.host.pathsChanged();
  }

  /** The number of a removed head stays taken while md, dm or a process holds it. After `rename`, a head of another subsystem may have the name. */
  private freeName({ instance }: InitiatorSubsystem): string {
    for (let number = 1; ; number++) {
      const name = `nvme${instance}n${number}`;
      if (!this.host.isHeld(name) && !this.heads.some((head) => head.device === name)) return name;
    }
  }
}
