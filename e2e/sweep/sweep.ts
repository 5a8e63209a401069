import { DomainError } from '@weft/shared/errors/domain-error';
import { legDevicePath } from '@weft/shared/identity';
import type { DriveDocument } from '../../apps/server/src/domain/documents/drive.document.js';
import { driveStep } from '../../apps/server/src/domain/drive/drive-step.js';
import { HostError } from '../../packages/agent/src/host/host.js';
import { OperatorActions } from '../../packages/agent/src/host/simulated/operator-actions.js';
import { BlockedIo } from '../../packages/agent/src/host/simulated/world/failure.js';
import { SimulatedRandom } from '../../packages/agent/src/host/simulated/world/random.js';
import { ExampleFabric } from '../../packages/agent/src/testing/example-host.js';
import { keysFor } from './as-assigned.js';
import { Contents } from './contents.js';
import { CopiesInReach } from './copies-in-reach.js';
import { NETWORKS, SweepMachine } from './machine.js';
import { reconcile } from './reconciler.js';
import { SoundLegs } from './sound-legs.js';
import { blankInventory, SETTINGS, STRIPE_BYTES, type StoredNode, StoredWorld } from './stored-world.js';
import { WorkCut } from './work-cut.js';

const TARGETS = 4;
const CLIENTS = 2;
const DRIVES = 3;

/** The rule uses the actual state; an agent notices an unreachable mirror half seconds later. A wrong action of the agent shows in the I/O. */
const JUDGED_BY_IO = /the last path was taken from a device that is needed/;

/** Probabilities between 0 and 1. */
export interface Pace {
  /** Probability that clients write between the turns of two agents. */
  writesBetween: number;
  /** Probability that an agent is too slow to take its turn. */
  slowTurns: number;
}
/** A real agent's guard runs every two seconds whatever else it does. Only tests that need agents that are slow in everything set `slowTurns`. */
const USUAL: Pace = { writesBetween: 0.2, slowTurns: 0 };

interface Pending {
  offset: number;
  value: string;
}

/** A cluster under the sweep: simulated machines with real agents' loops, the server's pure steps, clients that write, and the invariants. */
export class Sweep {
  readonly fabric: ExampleFabric;
  readonly stored: StoredWorld;
  readonly machines: SweepMachine[] = [];
  readonly contents = new Contents();
  readonly random: SimulatedRandom;
  readonly violations: string[] = [];
  /** Force-moved volumes, and the client that each goes to. */
  readonly wishes = new Map<string, string>();
  serverUp = true;
  writes = 0;
  /** Attempts that met an md which had not answered yet. */
  lateAnswers = 0;
  /** I/O errors that writers got. */
  ioErrors = 0;
  #sequence = 0;
  /** Unanswered writes by client and volume. */
  readonly #pending = new Map<string, Pending>();
  readonly #said = new Set<string>();
  readonly #sound = new SoundLegs();
  readonly #inReach = new CopiesInReach(this);
  /** Sets of snapshots whose contents are known. */
  readonly #noted = new Set<string>();

  constructor(
    readonly seed: number,
    private readonly pace: Pace = USUAL,
  ) {
    this.fabric = new ExampleFabric({ seed });
    this.random = new SimulatedRandom(seed * 31 + 7);
    const { clock } = this.fabric;
    this.stored = new StoredWorld(
      () => clock.now(),
      () => this.random.uuid(),
    );
    for (let number = 1; number <= TARGETS + CLIENTS; number++) {
      const name = number <= TARGETS ? `t${number}` : `c${number - TARGETS}`;
      this.#add(this.random.uuid(), name, number, number <= TARGETS ? DRIVES + 1 : 0);
    }
    this.stored.recompute(this.stored.nodes.keys());
  }

  #add(id: string, name: string, number: number, driveCount: number): void {
    const machine = new SweepMachine(id, number, name, this.fabric, driveCount);
    this.machines.push(machine);
    this.stored.nodes.set(id, {
      ...{ _id: id, name, hostId: id, lastHeardMs: 0 },
      portals: NETWORKS.map((storageNetwork, network) => ({ storageNetwork, address: `10.0.${network}.${number}`, rdma: true })),
      spec: { labels: {} },
      status: {
        ...{ bootId: machine.host.bootId, connection: { state: 'online', since: this.stored.now, serverId: 's' } },
        inventory: { capabilities: { scrub: true, cache: true, incarnations: true } },
      },
    });
    for (const { spec } of machine.host.storage.drives) {
      const drive: DriveDocument = {
        ...this.stored.stored(),
        ...{ nodeId: id, nodeName: name, serial: spec.serial, nsid: 1 },
        spec: { desired: 'in-service', wipe: null, orderGeneration: 1, ...(spec.serial.endsWith(`-${DRIVES}`) && { role: 'cache' }) },
        status: {
          ...{ present: true, inService: false, capacityBytes: 0, allocatedBytes: 0, largestFreeBytes: 0, conditions: [] },
          inventory: blankInventory(spec),
        },
      };
      this.stored.drives.set(drive._id, drive);
    }
  }

  get clients(): SweepMachine[] {
    return this.machines.slice(TARGETS);
  }
  readonly machine = (id: string): SweepMachine => {
    const found = this.machines.find((each) => each.id === id);
    if (!found) throw new Error(`there is no machine ${id}`);
    return found;
  };
  below(limit: number): number {
    return Math.floor(this.random.next() * limit);
  }
  isHeard(machine: SweepMachine): boolean {
    return this.serverUp && machine.isRunning && !machine.linkCut;
  }
  #wrong(what: string): void {
    if (this.#said.has(what)) return;
    this.#said.add(what);
    this.violations.push(`${this.#seconds} s: ${what}`);
  }
  get #seconds(): number {
    return Math.round((this.fabric.clock.now() - Date.UTC(2026, 0, 1)) / 1000);
  }

  /** Advances time by `ms`. Clients write, agents take turns in random order with occasional writes in between, and the server gets their reports. */
  async tick(ms: number): Promise<void> {
    this.fabric.clock.advance(ms);
    this.#inReach.look();
    this.#write();
    const order = this.machines.map((machine) => ({ machine, at: this.random.next() })).sort((x, y) => x.at - y.at);
    for (const { machine } of order) {
      if (this.random.next() >= this.pace.slowTurns) await machine.turn();
      this.#checkFences();
      if (this.random.next() < this.pace.writesBetween) this.#write();
    }
    this.serve();
    for (const each of this.#sound.look(this)) this.#wrong(each);
    for (const machine of this.machines) for (const each of machine.complaints.splice(0)) this.#wrong(each);
    for (const each of this.fabric.violations.splice(0)) if (!JUDGED_BY_IO.test(each)) this.#wrong(each);
  }

  /** Runs the server, if it is up: it updates the nodes' connections, takes its steps, and pushes the results. */
  serve(): void {
    if (!this.serverUp) return;
    for (const machine of this.machines) {
      const node = this.stored.nodes.get(machine.id);
      if (node && this.isHeard(machine)) this.#hear(machine, node);
      else if (node) this.#miss(machine, node);
    }
    try {
      reconcile(this.stored);
    } catch (error) {
      if (error instanceof DomainError || error instanceof WorkCut) throw error;
      this.#wrong(String(error));
    }
    this.#noteSnapshots();
    for (const machine of this.machines)
      if (this.isHeard(machine)) machine.accept(this.stored.assignments.get(machine.id), keysFor(this.stored, machine.id));
  }

  /** Snapshots whose client holds their volumes now have what the volumes may have. */
  #noteSnapshots(): void {
    for (const { _id, spec, status } of this.stored.sets.values()) {
      if (status.phase !== 'taking' || this.#noted.has(_id)) continue;
      this.#noted.add(_id);
      for (const { volumeId, snapshotId } of spec.members) this.contents.copied(volumeId, snapshotId);
    }
  }

  #hear(machine: SweepMachine, node: StoredNode): void {
    const { stored } = this;
    const online =
      node.status.connection.state === 'online' ? node.status.connection : { state: 'online' as const, since: stored.now, serverId: 's' };
    const { bootId } = machine.host;
    stored.nodes.set(machine.id, { ...node, lastHeardMs: stored.nowMs(), status: { ...node.status, bootId, connection: online } });
    if (machine.state) {
      stored.report(machine.id, machine.state, !machine.introduced);
      if (!machine.introduced) this.#tellClientsOf(machine);
      machine.introduced = true;
    }
    for (const [id, drive] of stored.drives)
      if (drive.nodeId === machine.id && machine.state?.inventory) {
        const present = machine.state.inventory.drives.some(({ serial }) => serial === drive.serial);
        stored.drives.set(id, { ...drive, status: { ...drive.status, present } });
      }
    this.#hearDrives(machine.id);
  }

  #miss(machine: SweepMachine, node: StoredNode): void {
    machine.introduced = false;
    if (node.status.connection.state === 'online' && this.stored.nowMs() - node.lastHeardMs > SETTINGS.nodeLostAfterSeconds * 1000)
      this.stored.nodes.set(machine.id, {
        ...node,
        status: { ...node.status, connection: { state: 'lost', since: this.stored.now, serverId: null } },
      });
  }

  /** Like DriveReconciler. */
  #hearDrives(nodeId: string): void {
    const { stored } = this;
    const found = stored.nodes.get(nodeId);
    const node = found ? { ...found, status: { ...found.status, acceptedGeneration: null } } : null;
    for (const [id, drive] of stored.drives) {
      if (drive.nodeId !== nodeId) continue;
      const { next } = driveStep({ drive, node, reported: stored.statuses.get(`${nodeId}/drive/${id}`) ?? null, now: stored.now }, []);
      if (!next) continue;
      stored.atomically(() => {
        if (next.after) stored.drives.set(id, next.after);
        else stored.drives.delete(id);
        stored.book();
        stored.recompute([nodeId]);
      });
    }
  }

  #tellClientsOf(target: SweepMachine): void {
    const exports = [...this.stored.attachments.values()].flatMap(({ nodeId, exports: all }) =>
      all.filter((each) => each.nodeId === target.id).map(({ subsystemNqn }) => ({ nodeId, subsystemNqn })),
    );
    for (const client of this.clients)
      if (this.isHeard(client))
        client.reachable(exports.filter(({ nodeId }) => nodeId === client.id).map(({ subsystemNqn }) => subsystemNqn));
  }

  /** Offsets of a volume that clients write: in every stripe set and segment, and near both ends. */
  offsetsOf(volumeId: string): number[] {
    const sizeBytes = this.stored.volumes.get(volumeId)?.spec.sizeBytes;
    if (sizeBytes === undefined) return [];
    return [0, STRIPE_BYTES, 2 * STRIPE_BYTES, 3 * STRIPE_BYTES, sizeBytes / 2, sizeBytes - STRIPE_BYTES].map((start) => start + 512);
  }

  /** Every client writes to each of its volumes; an unanswered write is tried again, as a kernel would. */
  #write(): void {
    const writers = new Map<string, string[]>();
    for (const machine of this.machines) {
      if (!machine.host.up) {
        for (const key of [...this.#pending.keys()]) if (key.startsWith(`${machine.name} `)) this.#pending.delete(key);
        continue;
      }
      for (const { name } of machine.host.mappings.links) {
        const volume = [...this.stored.volumes.values()].find((each) => each.name === name);
        const device = `/dev/weft/${name}`;
        const mapping = machine.host.mappings.at(device);
        if (!volume || !mapping) continue;
        const offsets = this.offsetsOf(volume._id).filter((offset) => offset < mapping.sizeBytes);
        const offset = offsets[this.below(offsets.length)] ?? 0;
        // Read first: a write must not cover up lost data before a check.
        this.#readFrom(machine, volume._id, device, offset);
        if (!mapping.readOnly && this.#writeTo(machine, volume._id, device, offset))
          writers.set(volume._id, [...(writers.get(volume._id) ?? []), machine.name]);
      }
    }
    for (const [volumeId, names] of writers)
      if (names.length > 1) this.#wrong(`S3: ${this.nameOf(volumeId)} is written by ${names.join(' and ')}`);
  }
  nameOf(volumeId: string): string {
    return this.stored.volumes.get(volumeId)?.name ?? volumeId;
  }

  /** @returns whether the write was acknowledged. */
  #writeTo(machine: SweepMachine, volumeId: string, device: string, offset: number): boolean {
    const key = `${machine.name} ${volumeId}`;
    const write = this.#pending.get(key) ?? { offset, value: `${machine.name} ${++this.#sequence}` };
    this.contents.begun(volumeId, write.offset, write.value);
    try {
      new OperatorActions(machine.host).write(device, write.offset, write.value);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      if (error instanceof BlockedIo) {
        if (error.blocker === 'md') this.lateAnswers += 1;
        this.#pending.set(key, write);
        return false;
      }
      this.#pending.delete(key);
      this.#judgeError(machine, volumeId, error.message);
      return false;
    }
    this.#pending.delete(key);
    this.contents.acknowledged(volumeId, write.offset, write.value);
    this.writes += 1;
    return true;
  }

  #readFrom(machine: SweepMachine, volumeId: string, device: string, offset: number): void {
    const wrong = this.#look(machine, volumeId, device, offset);
    if (wrong !== null) this.#wrong(`${this.nameOf(volumeId)} read on ${machine.name}: ${wrong}`);
  }
  #look(machine: SweepMachine, volumeId: string, device: string, offset: number): string | null {
    const pending = this.#pending.get(`${machine.name} ${volumeId}`);
    try {
      const copies = new OperatorActions(machine.host).readAll(device, offset);
      return this.contents.read(volumeId, offset, copies, pending?.offset === offset ? pending.value : undefined);
    } catch (error) {
      if (error instanceof HostError) return null;
      throw error;
    }
  }
  /** Reads all written blocks of every volume. */
  readAll(): void {
    for (const machine of this.machines)
      for (const { name } of machine.host.up ? machine.host.mappings.links : []) {
        const volume = [...this.stored.volumes.values()].find((each) => each.name === name);
        const size = machine.host.mappings.at(`/dev/weft/${name}`)?.sizeBytes ?? 0;
        const offsets = volume ? this.offsetsOf(volume._id).filter((offset) => offset < size) : [];
        for (const offset of offsets) this.#readFrom(machine, volume?._id ?? '', `/dev/weft/${name}`, offset);
      }
  }

  #judgeError(machine: SweepMachine, volumeId: string, message: string): void {
    this.ioErrors += 1;
    const attachment = this.stored.attachmentsOf(volumeId).find(({ nodeId }) => nodeId === machine.id);
    if (!attachment || attachment.spec.revoked || this.#inReach.mayFail(volumeId)) return;
    this.#wrong(`${this.nameOf(volumeId)} gave an I/O error on ${machine.name} although a copy was within reach: ${message}`);
  }

  /** S3: no leg of an exclusive volume is open to two hosts. */
  #checkFences(): void {
    const hosts = new Map<string, Set<string>>();
    for (const { host } of this.machines) {
      if (!host.up) continue;
      for (const { nqn, allowedHosts, namespaces } of host.target.subsystems) {
        if (!host.target.ports.some(({ subsystemNqns }) => subsystemNqns.includes(nqn))) continue;
        for (const { devicePath, enabled } of namespaces) {
          if (!enabled) continue;
          const known = hosts.get(devicePath) ?? new Set();
          for (const each of allowedHosts) known.add(each);
          hosts.set(devicePath, known);
        }
      }
    }
    for (const [path, allowed] of [...hosts].filter(([, { size }]) => size > 1)) {
      const volume = [...this.stored.volumes.values()].find(({ legs }) => legs.some(({ id }) => path === legDevicePath(id)));
      const shared = volume && this.stored.attachmentsOf(volume._id).every(({ spec: { mode } }) => mode !== 'exclusive');
      if (!shared) this.#wrong(`S3: ${path} is open to ${allowed.size} hosts`);
    }
  }
}
