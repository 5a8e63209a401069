import { isLegCache, isLegIntegrity, isPool } from '@weft/shared/identity';
import type { BenchmarkTask, VerifyTask } from '@weft/shared/messages/benchmark-orders';
import type { HostFacts, Probe, ProbeOutcome } from '@weft/shared/messages/host-facts';
import type { Process } from '@weft/shared/messages/report';
import { steadyMs } from '../../clock/steady-clock.js';
import { cacheCounters } from '../dm-cache.js';
import { HoldTimes } from '../hold-times.js';
import {
  type BenchmarkRun,
  type BenchmarkVolume,
  type CounterRequest,
  type Counters,
  type DirectionsFailure,
  type ExportPoint,
  type FastState,
  type Host,
  type HostConnection,
  type LimitsState,
  type MdSuperblock,
  type NicCarrier,
  REMEMBERED_MS,
  type Secrets,
  type SlowState,
} from '../host.js';
import type { DriveIdentity, IdentifiedOperation, Operation } from '../operations.js';
import { mustHaveValidTexts } from '../text-values.js';
import { onlyRight } from '../volume-key.js';
import { observeLimits } from './cgroup/observe-limits.js';
import { DirectionCollector } from './counters/directions/direction-collector.js';
import { IoReader } from './counters/io-counters.js';
import { NodeReader } from './counters/node-counters.js';
import { CACHE_COUNTERS, CACHE_STATUS, parseCacheStatus } from './dm/cache-actions.js';
import { DmMessages } from './dm/dm-messages.js';
import { INTEGRITY_STATUS, parseIntegrityStatus } from './dm/integrity-actions.js';
import { observeMappings, observePublished } from './dm/observe-dm.js';
import { POOL_STATUS, parsePoolStatus, parseThinStatus, THIN_STATUS } from './dm/thin-actions.js';
import { connectionsTo } from './facts/facts-target.js';
import { runBenchmark } from './fio/run-benchmark.js';
import { readInventory } from './inventory/inventory.js';
import { localDrive } from './inventory/inventory-drives.js';
import { whileSame } from './lookup/device-identity.js';
import { holders } from './lookup/holders.js';
import type { HostContext } from './lookup/host-context.js';
import { Lvm } from './lvm/lvm.js';
import { detailUuid, examine, examineTogether } from './md/md-superblock.js';
import { noMemory, observePorts, observeSubsystems } from './nvmet/observe-nvmet.js';
import { observeFast, observeNics } from './observe-fast.js';
import { actionsFor } from './perform/actions.js';
import { performActions } from './perform/perform.js';
import { probeBy } from './preflight/ping.js';
import { readFacts } from './preflight/read-facts.js';
import { type RunCommand, runCommand } from './run/command.js';
import { explainAction } from './run/explain.js';
import { helpedRun } from './run/helped-run.js';
import { Helpers } from './run/helpers.js';
import { type Hold, holdIn } from './run/hold.js';
import { Tree } from './run/host-fs.js';
import { type Surroundings, udevRuns } from './run/host-snapshot.js';
import { killAgent } from './service/kill-agent.js';

export interface KernelHostOptions {
  agentVersion: string;
  /** Files are read and written below it; commands see the real root. */
  root?: string;
  run?: RunCommand;
  hold?: Hold;
  now?: () => number;
  /** The agent's setting of the same name. */
  latencyByDirection?: boolean;
}

/** Operations that read and then write state which other such operations also change: port ids and shared host entries in configfs, ids of thin legs. */
const ONE_AT_A_TIME = new Set<Operation['op']>([
  'record-thin',
  'set-host-keys',
  'create-subsystem',
  'link-port',
  'unlink-port',
  'disallow-host',
  'remove-subsystem',
]);

/** A client's I/O waits for these. They change nothing that a quick look takes from memory (exports), and need nothing of what it shows. */
const APART_FROM_EXPORTS = new Set<Operation['op']>(['hold-io', 'create-thin', 'release-io']);

/** dm answers from memory. */
const DM_STATUS_SECONDS = 30;

/** The real machine. */
export class KernelHost implements Host {
  private readonly context: HostContext;
  private readonly io: IoReader;
  private readonly node: NodeReader;
  private readonly prepareHelper: () => void;
  private readonly directions: DirectionCollector | null;
  /** UUID by kernel name and disk sequence number, which no later device of the same name repeats. */
  private readonly uuids = new Map<string, string>();
  private readonly now: () => number;
  private readonly holdTimes: HoldTimes;
  private queue: Promise<unknown> = Promise.resolve();
  private memory = { known: new Map<string, unknown>(), sinceMs: Number.NEGATIVE_INFINITY };
  /** Counts starts and ends. */
  private operations = 0;
  private secrets: Secrets = new Map();
  private volumeKeys: Secrets = new Map();
  private last: Omit<Surroundings, 'udev'> = { ports: [], subsystems: [], published: [] };

  constructor(private readonly options: KernelHostOptions) {
    const tree = new Tree(options.root);
    const helpers = new Helpers();
    const run = options.run ?? helpedRun(helpers, runCommand);
    this.prepareHelper = () => (options.run ? undefined : helpers.prepare());
    this.now = options.now ?? steadyMs;
    this.holdTimes = new HoldTimes(this.now);
    this.context = {
      holdTimes: this.holdTimes,
      ...{ tree, run, lvm: new Lvm(tree, run), uuidOf: (device) => this.arrayUuid(device), hold: options.hold ?? holdIn(tree, helpers) },
      secrets: () => this.secrets,
      volumeKeys: () => this.volumeKeys,
    };
    const dm = new DmMessages(run);
    const directions = options.latencyByDirection ? new DirectionCollector(tree) : null;
    this.directions = directions;
    this.io = new IoReader(tree, dm, directions);
    this.node = new NodeReader(tree, () => [dm.pid, directions?.pid].filter((pid) => pid !== undefined));
  }

  learnKeys(secrets: Secrets): void {
    this.secrets = secrets;
  }

  learnVolumeKeys(keys: Secrets): void {
    this.volumeKeys = onlyRight(keys);
  }

  async observeFast({ quick, since }: { quick: boolean; since?: FastState | undefined } = { quick: false }): Promise<FastState> {
    const { tree, uuidOf } = this.context;
    if (since) return { ...since, ...this.holdTimes.shown, mappings: observeMappings(tree, tree.listNow('/sys/block')) };
    const nowMs = this.now();
    const remembers = quick && nowMs - this.memory.sinceMs < REMEMBERED_MS;
    const memory = remembers ? { before: this.memory.known, after: new Map<string, unknown>() } : noMemory();
    const sinceMs = remembers ? this.memory.sinceMs : nowMs;
    const operations = this.operations;
    const [state, published] = await Promise.all([observeFast(tree, uuidOf, memory, this.secrets), observePublished(tree)]);
    // Values read during an operation may be from before it.
    this.memory = { known: memory.after, sinceMs: operations === this.operations ? sinceMs : Number.NEGATIVE_INFINITY };
    this.last = { ports: state.ports, subsystems: state.subsystems, published };
    return {
      ...state,
      ...(this.volumeKeys.size > 0 && { volumeKeyIds: [...this.volumeKeys.keys()] }),
      ...this.holdTimes.shown,
    };
  }
  observeNics(names: string[]): Promise<NicCarrier[]> {
    return observeNics(this.context.tree, names);
  }
  observeLimits(): Promise<LimitsState> {
    return observeLimits(this.context.tree);
  }
  async observeSlow(): Promise<SlowState> {
    const { lvm, tree } = this.context;
    const [volumeGroups, logicalVolumes] = [await lvm.volumeGroups(), await lvm.logicalVolumes()];
    // One command more only where there are caches. LVM lists no volume of a cache whose drive is gone.
    const mappings = observeMappings(tree, tree.listNow('/sys/block'));
    const status = async (isOne: (name: string) => boolean, argv: readonly string[]) =>
      mappings.some(({ name }) => isOne(name)) ? (await this.context.run([...argv], { seconds: DM_STATUS_SECONDS })).stdout : '';
    const caches = parseCacheStatus(await status(isLegCache, CACHE_STATUS));
    const pools = parsePoolStatus(await status(isPool, POOL_STATUS));
    const thins = parseThinStatus(await status(isPool, THIN_STATUS));
    const integrities = parseIntegrityStatus(await status(isLegIntegrity, INTEGRITY_STATUS));
    return {
      volumeGroups,
      logicalVolumes,
      caches,
      pools,
      thins,
      integrities,
      inventory: await readInventory(this.context, volumeGroups, this.options.agentVersion),
    };
  }

  async examineSuperblocks(devices: string[]): Promise<Map<string, MdSuperblock | null>> {
    const { run } = this.context;
    const [device = '', ...others] = devices;
    return others.length > 0 ? examineTogether(run, devices) : new Map(device === '' ? [] : [[device, await examine(run, device)]]);
  }

  async readCounters(request: CounterRequest): Promise<Counters> {
    const io = await this.io.read(request);
    const { caches = [] } = request;
    // Without a flush: the kernel would commit the metadata of each cache.
    const status =
      caches.length > 0 ? parseCacheStatus((await this.context.run([...CACHE_COUNTERS], { seconds: DM_STATUS_SECONDS })).stdout) : null;
    return { io, ...(status && { caches: cacheCounters(status, caches) }), node: await this.node.read(this.last.subsystems.length > 0) };
  }

  directionsFailure(): DirectionsFailure | null {
    return this.directions?.failure ?? null;
  }

  holders(device: string): Promise<Process[]> {
    return holders(this.context.tree, device);
  }

  connections(points: readonly ExportPoint[]): Promise<HostConnection[]> {
    return connectionsTo(points, this.context);
  }

  readFacts(): Promise<HostFacts> {
    return readFacts(this.context.tree, this.context.run);
  }

  probe(probe: Probe): Promise<ProbeOutcome> {
    return probeBy(this.context.run, probe);
  }

  localDrive(serial: string, nsid: number): Promise<DriveIdentity | undefined> {
    return localDrive(this.context.tree, serial, nsid);
  }

  perform(operation: IdentifiedOperation, signal?: AbortSignal): Promise<void> {
    const isApart = APART_FROM_EXPORTS.has(operation.op);
    // A copy follows, while a client's I/O waits: what makes it has started by then.
    if (operation.op === 'record-thin') this.prepareHelper();
    const around = async () => (isApart ? { ...this.last, udev: udevRuns(this.context.tree.root) } : this.surroundings());
    const act = async () => {
      mustHaveValidTexts(operation);
      if (!isApart) this.changes();
      try {
        await whileSame(operation, this.context, async () => performActions(actionsFor(operation, await around()), this.context, signal));
      } finally {
        if (!isApart) this.changes();
      }
    };
    if (!ONE_AT_A_TIME.has(operation.op)) return act();
    const turn = this.queue.then(act);
    // The next operation must not inherit this failure; the caller gets it.
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  async runBenchmark(volumes: readonly BenchmarkVolume[], task: BenchmarkTask | VerifyTask, run?: BenchmarkRun): Promise<string | null> {
    return runBenchmark({ volumes, task, writtenBytes: (name) => this.writtenBytes(name) }, this.context, run);
  }

  setStatistics(volumes: readonly string[], on: boolean): Promise<void> {
    return on ? this.io.resume(volumes) : this.io.pause(volumes);
  }

  killAgent(): Promise<void> {
    return killAgent(this.context);
  }

  /** Based on the last look: a port may get another number by the time it is created. */
  explain(operation: Operation): string[] {
    return actionsFor(operation, { ...this.last, udev: udevRuns(this.context.tree.root) }).map(explainAction);
  }

  /** Bytes written to a mapping since its statistics began; 0 without statistics. */
  private async writtenBytes(name: string): Promise<number> {
    const { io } = await this.readCounters({ volumes: [name], legs: [] });
    return io[name]?.writtenBytes ?? 0;
  }

  /** A remembered value may be about to change, or has changed. */
  private changes(): void {
    this.operations++;
    this.memory.sinceMs = Number.NEGATIVE_INFINITY;
  }

  private async surroundings(): Promise<Surroundings> {
    const { tree } = this.context;
    const [ports, subsystems, published] = await Promise.all([observePorts(tree), observeSubsystems(tree), observePublished(tree)]);
    return { udev: udevRuns(tree.root), ports, subsystems, published };
  }

  private async arrayUuid(device: string): Promise<string | undefined> {
    const { tree, run } = this.context;
    const key = `${device} ${(await tree.optional(`/sys/block/${device}/diskseq`)) ?? ''}`;
    const known = this.uuids.get(key);
    if (known !== undefined) return known;
    const found = await detailUuid(run, device);
    if (found !== undefined) this.uuids.set(key, found);
    return found;
  }
}
