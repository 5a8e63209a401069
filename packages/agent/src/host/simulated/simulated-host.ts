import type { BenchmarkTask, VerifyTask } from '@weft/shared/messages/benchmark-orders';
import type { HostFacts, Probe, ProbeOutcome } from '@weft/shared/messages/host-facts';
import type { Process } from '@weft/shared/messages/report';
import type { TlsAbility } from '@weft/shared/messages/storage-encryption';
import {
  type BenchmarkRun,
  type BenchmarkVolume,
  type CounterRequest,
  type Counters,
  type FastState,
  type Host,
  type HostConnection,
  HostError,
  type LimitsState,
  type MdSuperblock,
  type NicCarrier,
  type Secrets,
  type ServicePoint,
  type SlowState,
} from '../host.js';
import { expectedDevices, mustBeSame } from '../identity.js';
import { actionsFor } from '../kernel/perform/actions.js';
import type { Action } from '../kernel/run/action.js';
import { explainAction } from '../kernel/run/explain.js';
import type { DriveIdentity, IdentifiedOperation, Operation } from '../operations.js';
import { mustHaveValidTexts } from '../text-values.js';
import { isTlsSecret } from '../tls-key.js';
import { onlyRight } from '../volume-key.js';
import { SimulatedApplications } from './applications.js';
import { applyOperation } from './apply-operation.js';
import { viewArray } from './array-view.js';
import { SimulatedArrays } from './arrays.js';
import { SimulatedCaches } from './caches.js';
import { SimulatedCounters } from './counters.js';
import { type DriveSpec, type DriveState, SimulatedDrive } from './drive/drive.js';
import { simulatedFacts, simulatedProbe } from './facts.js';
import { runBenchmark } from './fio.js';
import { identityNow, identityOfDrive } from './identities.js';
import { SimulatedInitiator } from './initiator.js';
import { SimulatedIntegrities } from './integrity/integrities.js';
import { simulatedInventory } from './inventory.js';
import { SimulatedMappings } from './mappings.js';
import { isSyncing } from './members.js';
import { SimulatedProcesses } from './processes.js';
import type { SimulatedFabric } from './simulated-fabric.js';
import { type FoundVolume, SimulatedStorage } from './storage.js';
import { SimulatedTarget } from './target.js';
import { SimulatedHolds } from './thin/holds.js';
import { SimulatedPools } from './thin/pools.js';
import { SimulatedCgroups } from './world/cgroups.js';
import { BlockedIo, refuse, SimulatedDeath } from './world/failure.js';
import { viewTlsKeys } from './world/tls.js';

export interface NicSpec {
  name: string;
  /** With or without a prefix length; the default is 24. */
  address: string;
  storageNetwork: string;
  speedBitsPerSecond: number | null;
}
export interface HostSpec {
  name: string;
  cpus: number;
  memoryBytes: number;
  nics: NicSpec[];
  drives: DriveSpec[];
}

/** One machine in memory, as the agent sees it. Everything that `spec` omits is as on a freshly booted Debian 13. */
export class SimulatedHost implements Host {
  up = true;
  /** The agent's setting of the same name: its counters then have histograms of each direction. */
  latencyByDirection = false;
  /** Its kernel has NVMe authentication, as a target and as a client. */
  authenticates = true;
  /** What its kernel can encrypt on the storage networks, as a target and as a client, and whether tlshd runs. */
  tls: TlsAbility = { target: true, client: true, daemon: 'ready' };
  /** Secrets in the kernel's keyring, by `<host NQN> <subsystem NQN>`: gone after a reboot. */
  readonly tlsKeys = new Map<string, string>();
  secrets: Secrets = new Map();
  volumeKeys: Secrets = new Map();
  /** Its kernel has dm-crypt, and keyctl is installed. */
  encrypts = true;
  bootId: string;
  /** Ends the agent and starts another one, as a service manager does; null: nothing would. */
  onAgentKilled: (() => void) | null = null;
  readonly nicsDown = new Set<string>();
  /** Sysctls of `net/ipv4/conf/<NIC>` that were changed by hand, as `<NIC> <key>`. */
  readonly sysctls = new Map<string, number>();
  readonly storage = new SimulatedStorage(this);
  readonly target = new SimulatedTarget(this);
  readonly initiator = new SimulatedInitiator(this);
  readonly arrays = new SimulatedArrays(this);
  readonly mappings = new SimulatedMappings(this);
  readonly caches = new SimulatedCaches(this);
  readonly integrities = new SimulatedIntegrities(this);
  readonly pools = new SimulatedPools(this);
  readonly holds = new SimulatedHolds(this);
  readonly cgroups = new SimulatedCgroups(this.mappings);
  readonly processes = new SimulatedProcesses(this);
  readonly applications = new SimulatedApplications(this);
  readonly #counters = new SimulatedCounters(this);
  #fast: FastState | null = null;
  #slow: SlowState | null = null;
  /** Operations left until the agent's process dies. */
  #toLive = Number.POSITIVE_INFINITY;
  #diesAfterEffect = false;

  constructor(
    readonly fabric: SimulatedFabric,
    readonly spec: HostSpec,
    saved: DriveState[] = [],
  ) {
    this.bootId = fabric.random.uuid();
    for (const each of spec.drives) {
      const drive = new SimulatedDrive(
        each,
        saved.find(({ serial }) => serial === each.serial),
      );
      drive.onChange = () => fabric.mustSave(this);
      this.storage.drives.push(drive);
    }
    this.storage.enumerate();
    this.caches.restore();
    this.pools.restore();
  }

  get name(): string {
    return this.spec.name;
  }

  learnKeys(secrets: Secrets): void {
    this.secrets = secrets;
    this.changed();
  }

  learnVolumeKeys(keys: Secrets): void {
    this.volumeKeys = onlyRight(keys);
    this.changed();
  }

  /** Returns the same frozen object as long as nothing has changed. */
  async observeFast({ since }: { since?: FastState | undefined } = {}): Promise<FastState> {
    this.mustBeUp();
    if (since) return frozen({ ...since, mappings: this.mappings.view(), ...this.holds.shown });
    if (this.#fast && !this.arrays.list.some(isSyncing)) return this.#fast;
    this.#fast = frozen({
      bootId: this.bootId,
      subsystems: this.target.subsystems,
      ...(this.secrets.size > 0 && { hosts: this.target.viewHosts() }),
      ...([...this.secrets.values()].some(isTlsSecret) && { tls: { keys: viewTlsKeys(this), daemon: this.tls.daemon } }),
      ports: this.target.ports,
      controllers: this.initiator.controllers.map((controller) => controller.view()),
      initiatorSubsystems: [...this.initiator.subsystems.values()].map(({ name, nqn, ioPolicy }) => ({ name, nqn, ioPolicy })),
      heads: this.initiator.heads,
      arrays: this.arrays.list.map((array) => viewArray(array, this.fabric.clock.now())),
      ...{ mappings: this.mappings.view(), links: this.mappings.links },
      ...{ nics: this.#nics(), ...this.holds.shown },
      ...(this.volumeKeys.size > 0 && { volumeKeyIds: [...this.volumeKeys.keys()] }),
      localNamespaces: this.storage.drives.flatMap((drive) => (drive.present ? [drive.device] : [])),
    });
    return this.#fast;
  }

  async observeNics(names: string[]): Promise<NicCarrier[]> {
    this.mustBeUp();
    const nics = this.#nics();
    return names.map((name) => ({ name, carrier: nics.some((nic) => nic.name === name && nic.carrier) }));
  }

  async observeLimits(): Promise<LimitsState> {
    this.mustBeUp();
    return this.cgroups.view();
  }

  async observeSlow(): Promise<SlowState> {
    this.mustBeUp();
    // Wear and temperature follow the load, a sanitize the clock, and a cache and a pool what is written. Saved: wear never falls when the simulation crashes.
    const changes = this.storage.loads.size > 0 || this.storage.drives.some(({ sanitize }) => sanitize.isRunning);
    if (changes || this.caches.areThere || this.pools.areThere || this.integrities.areThere) {
      this.#slow = null;
      this.fabric.mustSave(this);
    }
    this.#slow ??= frozen({
      volumeGroups: this.storage.listGroups(),
      logicalVolumes: this.storage.listVolumes(),
      ...{ caches: this.caches.status(), integrities: this.integrities.status(), ...this.pools.view() },
      inventory: simulatedInventory(this),
    });
    return this.#slow;
  }

  async examineSuperblocks(devices: string[]): Promise<Map<string, MdSuperblock | null>> {
    this.mustBeUp();
    return this.arrays.readAll(devices);
  }

  async readCounters(request: CounterRequest): Promise<Counters> {
    this.mustBeUp();
    return this.#counters.read(request);
  }

  async connections(points: readonly ServicePoint[]): Promise<HostConnection[]> {
    this.mustBeUp();
    return this.target.connectionsTo(points);
  }

  async holders(device: string): Promise<Process[]> {
    this.mustBeUp();
    return this.processes.holders(device);
  }

  async readFacts(): Promise<HostFacts> {
    this.mustBeUp();
    return simulatedFacts(this);
  }

  /** As a person at the machine does it. */
  setSysctl(nic: string, key: string, value: number): void {
    this.sysctls.set(`${nic} ${key}`, value);
  }

  async probe(probe: Probe): Promise<ProbeOutcome> {
    this.mustBeUp();
    return simulatedProbe(this, probe);
  }

  async localDrive(serial: string, nsid: number): Promise<DriveIdentity | undefined> {
    const found = this.storage.drives.find((drive) => drive.present && drive.spec.serial === serial && (drive.spec.nsid ?? 1) === nsid);
    return found && identityOfDrive(found);
  }

  async runBenchmark(volumes: readonly BenchmarkVolume[], task: BenchmarkTask | VerifyTask, run?: BenchmarkRun): Promise<string | null> {
    this.mustBeUp();
    return runBenchmark(this, volumes, task, run);
  }

  async setStatistics(volumes: readonly string[], on: boolean): Promise<void> {
    this.mustBeUp();
    for (const name of volumes) this.mappings.setStatistics(name, on);
  }

  async killAgent(): Promise<void> {
    if (!this.onAgentKilled)
      throw new HostError('nothing would start this agent again', ['systemctl'], null, '', { code: 'drill-not-supervised' });
    this.onAgentKilled();
  }

  /** The commands that a real machine in this state would run. */
  explain(operation: Operation): string[] {
    return this.actions(operation).map(explainAction);
  }
  actions(operation: Operation): Action[] {
    const published = this.mappings.links.map(({ name, target }) => ({ name: target.replace('/dev/mapper/', ''), link: name }));
    const around = { udev: true, ports: this.target.ports, subsystems: this.target.subsystems, published };
    return actionsFor(operation, around);
  }

  /** After `count` more operations the next one is the agent's last: it dies before the effect, or after the effect and before it can report it. */
  dieAfter(count: number, { effect }: { effect: boolean }): void {
    this.#toLive = count;
    this.#diesAfterEffect = effect;
  }
  get agentIsDead(): boolean {
    return this.#toLive < 0;
  }
  /** Another agent process starts here. */
  revive(): void {
    this.#toLive = Number.POSITIVE_INFINITY;
  }

  async perform(operation: IdentifiedOperation, signal?: AbortSignal): Promise<void> {
    this.mustBeUp();
    if (this.agentIsDead) throw new SimulatedDeath(`the agent on ${this.name} is dead`);
    if (this.#toLive === 0 && !this.#diesAfterEffect) {
      this.#toLive = -1;
      throw new SimulatedDeath(`the agent on ${this.name} died before ${operation.op}`);
    }
    mustHaveValidTexts(operation);
    for (const expected of expectedDevices(operation)) mustBeSame(operation, expected, identityNow(this, expected));
    await applyOperation(this, operation, signal);
    this.changed();
    await this.fabric.saved();
    if (this.#toLive-- === 0) throw new SimulatedDeath(`the agent on ${this.name} died after ${operation.op}`);
  }

  /** Drops the cached states: they are outdated. */
  changed(): void {
    this.#fast = null;
    this.#slow = null;
  }
  /** Paths appeared or disappeared: load on them reacts. */
  pathsChanged(): void {
    this.arrays.pathsChanged();
    this.mappings.touch();
    this.changed();
  }

  /** Whether it is open or under another device. By kernel name. */
  isHeld(kernel: string): boolean {
    return this.processes.on(kernel).length > 0 || this.heldDevices().has(kernel);
  }
  heldDevices(): Set<string> {
    return new Set([
      ...this.arrays.list.flatMap((array) => array.members.map((member) => member.device)),
      ...this.mappings.list.flatMap((mapping) => mapping.under),
      ...this.target.subsystems.flatMap(({ namespaces }) =>
        namespaces.flatMap(({ enabled, devicePath }) => (enabled ? this.mappings.kernelName(devicePath) : [])),
      ),
    ]);
  }
  /** Size in bytes of a head, array, mapping or LV. */
  sizeOf(path: string): number | undefined {
    const kernel = this.mappings.kernelName(path);
    return (
      this.initiator.heads.find((head) => head.device === kernel)?.sizeBytes ??
      this.arrays.list.find((array) => array.device === kernel && array.state !== 'inactive')?.sizeBytes ??
      this.mappings.list.find((mapping) => mapping.device === kernel)?.sizeBytes ??
      this.storage.sizeAt(path)
    );
  }
  /** The volume behind a head, on any target. @throws HostError when it cannot be reached. */
  leg(device: string): FoundVolume {
    const access = this.initiator.access(device.replace('/dev/', ''));
    if (access.state === 'ok') return access.found;
    if (access.state === 'waits') throw new BlockedIo('open', `${device} did not answer within 60 s: it waits for a path`, 'path');
    return refuse('open', `${device}: input/output error`);
  }

  nic(address: string): NicSpec | undefined {
    return this.spec.nics.find((nic) => plainAddress(nic.address) === address);
  }
  nextControllerInstance(): number {
    const used = new Set([
      ...this.storage.drives.map((drive) => drive.controller),
      ...this.initiator.controllers.map((controller) => controller.name),
      ...[...this.initiator.subsystems.values()].map(({ instance }) => `nvme${instance}`),
    ]);
    let instance = 0;
    while (used.has(`nvme${instance}`)) instance++;
    return instance;
  }
  /** Waits as long as zeroing that many bytes takes. */
  async zeroing(bytes: number, signal?: AbortSignal): Promise<void> {
    const speed = this.fabric.options.wipeBytesPerSecond;
    if (speed) await this.fabric.clock.sleep((bytes / speed) * 1000, signal);
    if (signal?.aborted) refuse('blkdiscard', 'blkdiscard was stopped with the agent', null);
    this.mustBeUp();
  }

  /** Power loss: everything in memory is lost. */
  losePower(): void {
    this.up = false;
    this.storage.power(false);
    for (const controller of this.initiator.controllers) controller.end();
    for (const connection of [...this.target.connections]) connection.sever();
    this.initiator.controllers = [];
    this.initiator.subsystems.clear();
    Object.assign(this.target, { subsystems: [], ports: [] });
    this.target.hostKeys.clear();
    this.tlsKeys.clear();
    this.arrays.list = [];
    this.mappings.clear();
    this.holds.clear();
    this.cgroups.clear();
    this.storage.active.clear();
    this.processes.clear();
    this.applications.clear();
    this.changed();
  }
  boot(): void {
    this.up = true;
    this.bootId = this.fabric.random.uuid();
    for (const drive of this.storage.drives) drive.controller = '';
    this.storage.enumerate();
    this.changed();
  }

  #nics(): NicCarrier[] {
    return this.spec.nics.map(({ name }) => ({ name, carrier: !this.nicsDown.has(name) }));
  }

  private mustBeUp(): void {
    if (!this.up) throw new SimulatedDeath(`${this.name} has no power`);
  }
}

export const plainAddress = (address: string): string => address.split('/')[0] ?? address;

/** All callers share the result, so none may write to it. A copy, because the source keeps changing. */
function frozen<T extends object>(state: T): T {
  const copy = structuredClone(state);
  const freeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  };
  freeze(copy);
  return copy;
}
