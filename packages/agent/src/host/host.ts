import type { IoLimits, LimitObstacle } from '@weft/shared/limits/io-limits';
import type { ObservedKeys } from '@weft/shared/messages/authentication';
import type { BenchmarkTask, VerifyTask } from '@weft/shared/messages/benchmark-orders';
import type { HostFacts, Probe, ProbeOutcome } from '@weft/shared/messages/host-facts';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { Process } from '@weft/shared/messages/report';
import type { CpuSample } from '@weft/shared/messages/sample';
import type { TlsDaemon } from '@weft/shared/messages/storage-encryption';
import type { FailureCode } from '@weft/shared/text/catalogue/agent/agent-messages';
import type { CacheCounters, DmCache } from './dm-cache.js';
import type { DmIntegrity } from './dm-integrity.js';
import type { DmPool, DmThin } from './dm-thin.js';
import type { EndedHold } from './hold-times.js';
import type { MdCheck } from './md-check.js';
import type { DriveIdentity, IdentifiedOperation, Operation } from './operations.js';

/*
 * The one interface through which Weft touches a machine. Two implementations: kernel/ (real) and simulated/.
 * It handles primitive kernel objects, not volumes: LVs, subsystems, ports, controllers, arrays, dm tables.
 */

export interface NvmetNamespace {
  nsid: number;
  devicePath: string;
  uuid: string;
  nguid: string;
  enabled: boolean;
}
export interface NvmetSubsystem {
  nqn: string;
  serial: string;
  model: string;
  allowAnyHost: boolean;
  allowedHosts: string[];
  namespaces: NvmetNamespace[];
}
export interface NvmetPort {
  portId: number;
  transport: string;
  address: string;
  serviceId: number;
  /** It takes only connections with TLS. Absent: any (NVM Express TCP Transport 1.1: no secure channel is required). */
  tls?: true;
  subsystemNqns: string[];
}

/** A controller of the initiator: one path. Attributes as in /sys/class/nvme/nvmeN. */
export interface NvmeController {
  name: string;
  subsystemNqn: string;
  transport: string;
  address: string;
  serviceId: number;
  hostAddress: string | null;
  hostNqn: string;
  /** live, connecting, resetting, deleting, dead … */
  state: string;
  fastIoFailSeconds: number | null;
  /** Keys that it was connected with, or that it was given since. Absent: the agent knows no keys, so it did not look. */
  keys?: ObservedKeys;
  /** It connects with TLS only; true: its connections are encrypted now. Absent: it connects without TLS. */
  encrypted?: boolean;
}
/** Keys that the target requires of a host, whatever subsystem it connects to. */
export interface NvmetHost {
  hostNqn: string;
  keys: ObservedKeys;
}
/** Multipath head of one namespace: the device that md and dm use. */
export interface NvmeHead {
  subsystemNqn: string;
  nsid: number;
  uuid: string;
  /** Without dashes, lower case; empty: the kernel shows none. */
  nguid: string;
  device: string;
  sizeBytes: number;
}
export interface NvmeSubsystem {
  name: string;
  nqn: string;
  ioPolicy: string | null;
}

export interface MdMember {
  device: string;
  flags: string[];
  slot: number | null;
  errors: number;
  badBlocks: number;
}
export interface MdArray {
  /** md127 */
  device: string;
  /** Canonical UUID with dashes, lower case. */
  uuid: string;
  level: string;
  state: string;
  degraded: number;
  raidDisks: number;
  sizeBytes: number;
  syncAction: string;
  syncProgressRatio: number | null;
  syncSpeedBytesPerSecond: number | null;
  /** `sync_speed_min` and `_max` in force. */
  syncSpeedLimits: { minBytesPerSecond: number; maxBytesPerSecond: number } | null;
  readOnly: boolean;
  /** Absent: the kernel shows no checks of this array. */
  check?: MdCheck;
  /** `bitmap/time_base`: at least twice this long the bitmap keeps a completed write marked. Absent: the array has no bitmap. */
  bitmapDelaySeconds?: number | undefined;
  members: MdMember[];
  /** `diskseq`: changes at each start (Documentation/ABI/stable/sysfs-block). Absent: before Linux 5.15. */
  sequence?: number | undefined;
}
export interface DmMapping {
  name: string;
  uuid: string;
  device: string;
  sizeBytes: number;
  suspended: boolean;
  /** Kernel names of devices directly under it: nvme3n1, md127. */
  under: string[];
  /** `diskseq`: another one each time the device is made, until the machine starts again (Documentation/ABI/stable/sysfs-block). Absent: before Linux 5.15. */
  sequence?: number | undefined;
}
/** A network interface; `carrier` is false without a link and while the interface is administratively down. */
export interface NicCarrier {
  name: string;
  carrier: boolean;
}
/** `/dev/weft/<name>` → target. */
export interface DeviceLink {
  name: string;
  target: string;
}

/** Read from sysfs, configfs and proc only: cheap enough for every run of the loop. */
export interface FastState {
  bootId: string;
  subsystems: NvmetSubsystem[];
  /** Absent: the agent knows no keys, so it did not look. */
  hosts?: NvmetHost[];
  /** Keys of TLS connections in the kernel's keyring, and what makes the handshakes. Absent: the agent knows no such keys, so it did not look. */
  tls?: { keys: { hostNqn: string; nqn: string; keyId: string }[]; daemon: TlsDaemon };
  ports: NvmetPort[];
  controllers: NvmeController[];
  initiatorSubsystems: NvmeSubsystem[];
  heads: NvmeHead[];
  arrays: MdArray[];
  mappings: DmMapping[];
  links: DeviceLink[];
  nics: NicCarrier[];
  /** Ids of the volume keys that the host was given. Absent: none. */
  volumeKeyIds?: string[];
  /** The last holds that this process began and released. */
  endedHolds?: readonly EndedHold[];
  /** Local NVMe namespaces by device name: a change means that a drive was added or removed. */
  localNamespaces: string[];
}

export interface LogicalVolume {
  vg: string;
  lv: string;
  sizeBytes: number;
  tags: string[];
  active: boolean;
  /** Somebody has it open, besides the leg's own device: directly, or through that device. */
  open: boolean;
  /** False: its device maps a drive that was removed, or that is back under another device. Inactive: true. */
  backed: boolean;
  devicePath: string;
  /** dm UUID of its device, active or not: another volume of the same name has a different one. */
  dmUuid: string;
}
export interface VolumeGroup {
  vg: string /** Device that holds its PV: /dev/nvme0n1; null when missing. */;
  pvDevice: string | null;
  sizeBytes: number;
  freeBytes: number;
  largestFreeBytes: number;
  extentBytes: number;
}
/** Superblock of a member, from `mdadm --examine`. Null: none found. */
export interface MdSuperblock {
  uuid: string;
  level: string;
  events: number;
  deviceRole: string;
  arrayState: string | null;
  /** Its list of bad blocks is not empty. */
  badBlocks: boolean;
  /** As mdadm prints it, with the home host: `any:weft-…`. Absent: none. */
  name?: string | undefined;
}

/** Needs commands (lvs, mdadm --examine, nvme id): read after Weft's own change, on a kernel event, or every few minutes. */
export interface SlowState {
  volumeGroups: VolumeGroup[];
  logicalVolumes: LogicalVolume[];
  caches: DmCache[];
  pools: DmPool[];
  thins: DmThin[];
  integrities: DmIntegrity[];
  inventory: Inventory;
}

/** One top-level cgroup and its limits of Weft's mappings, by dm UUID. A mapping without limits is missing. */
export interface SliceLimits {
  name: string;
  limits: { uuid: string; limits: IoLimits }[];
  /** Its pressure of I/O. Absent: the kernel counts none. */
  ioWait?: IoWait;
}
/**
 * Seconds in which some tasks of a slice, or all of its tasks that were not idle, waited for I/O, since the slice was made (Documentation/accounting/psi.rst).
 * On every device, and for any cause: the kernel does not count the time that a limit adds.
 */
export interface IoWait {
  someSeconds: number;
  fullSeconds: number;
}
export interface LimitsState {
  /** Why no limit can be set; null: they can. */
  obstacle: LimitObstacle | null;
  slices: SliceLimits[];
}

/** Maximum age of values that a quick look takes from memory: identity of enabled namespaces and their subsystems, addresses of linked ports. */
export const REMEMBERED_MS = 30_000;

/** Which counters to read. Keys of the answer: dm names of volumes, LV names of legs. */
export interface CounterRequest {
  /** Names of top dm devices. */
  volumes: string[];
  /** `device`: dm name of the device that exports it. Absent: it is not exported. */
  legs: { vg: string; lv: string; device?: string }[];
  /** dm names of legs' caches. Absent: none. */
  caches?: string[];
}
/** dm-stats counters of one device since its `origin`. They only grow while `origin` stays the same. */
export interface IoCounters {
  /** Changes when counting restarts from zero: the device or its statistics region was created again. */
  origin: string;
  reads: number;
  writes: number;
  readBytes: number;
  writtenBytes: number;
  /** Sums over all reads and all writes. */
  readTimeNs: number;
  writeTimeNs: number;
  /** Bounds of LATENCY_BOUNDS_NS; reads and writes together. */
  histogram: number[];
  /** The same for each direction alone; missing: the host does not collect it now (docs/decisions/latency-by-direction.md). */
  directions?: DirectionCounters;
}
/** They only grow while `origin`, and that of the device's other counters, stay the same. */
export interface DirectionCounters {
  /** Changes when the collector began again from zero, at any device. */
  origin: string;
  reads: number[];
  writes: number[];
}
export interface DirectionsFailure {
  cause: 'no-btf' | 'not-installed' | 'ended' | 'no-answer' | 'full';
  /** The collector's own text. */
  failure?: string;
}
export interface NicCounters {
  name: string;
  origin: string;
  rxBytes: number;
  txBytes: number;
  rxErrors: number;
  txErrors: number;
  /** hw_counters of its RDMA device, by the kernel's names; null: it has none. */
  rdma: Record<string, number> | null;
}
/** Cumulative, except memory. CPU times in seconds. */
export interface NodeCounters {
  /** Steady-clock time at which CPU times were read, milliseconds. Missing: the time when the reading ended. */
  readAtMs?: number;
  /** Duration of reading them, around `readAtMs`. Missing: not measured. */
  readWithinMs?: number;
  /** By core number; offline cores are missing. */
  cores: Record<string, CpuSample>;
  targetTaxSeconds: number;
  agentCpuSeconds: number;
  agentMemoryBytes: number;
  memoryTotalBytes: number;
  memoryAvailableBytes: number;
  interrupts: number;
  /** Segments that TCP sent again, of all connections of the machine. Missing: the kernel does not list it. */
  tcpRetransmits?: number;
  nics: NicCounters[];
}
export interface Counters {
  /** A device that has no statistics or does not exist is missing. */
  io: Record<string, IoCounters>;
  /** By dm name; a cache that is not running or has failed is missing. Absent: none was asked for. */
  caches?: Record<string, CacheCounters>;
  node: NodeCounters;
}

/** A host that is connected to a port of the target. */
export interface HostConnection extends ServicePoint {
  /** The host's own address. */
  address: string;
  /** Established connections from there, one per NVMe queue: 1 is an admin queue only, which carries no I/O. */
  established: number;
  /** The target has given a host there a controller: the host knows the NQN of the client. Absent: this kernel does not list controllers. */
  hasController?: boolean;
}
export interface ServicePoint {
  transport: 'rdma' | 'tcp';
  serviceId: number;
}
/** An exported subsystem and where it listens. */
export interface ExportPoint extends ServicePoint {
  nqn: string;
}

/** A volume that a benchmark measures. */
export interface BenchmarkVolume {
  /** dm name and UUID of its mapping: the host refuses any other device. */
  name: string;
  uuid: string;
  /** Name that people gave it; names fio's job. */
  label: string;
  sizeBytes: number;
  /** False: the host refuses it if it finds a signature. */
  mayHoldData: boolean;
  /** The host also refuses it if it finds written bytes. */
  isFirst: boolean;
}

/** Secrets by key id. Operations, plans and reports name keys by id only. */
export type Secrets = ReadonlyMap<string, string>;

export interface BenchmarkRun {
  signal?: AbortSignal;
  ready?: () => Promise<void>;
}

/** Readings that miss a volume's statistics before they are created again: an attach creates them itself a moment after the device. */
export const READINGS_WITHOUT_STATISTICS = 3;

export interface Host {
  /** Replaces the secrets that operations may use, and by which observed keys get their ids. */
  learnKeys(secrets: Secrets): void;
  /** Replaces the keys of encrypted volumes, in base64, by key id. They stay in memory; a device that runs does not need its key. */
  learnVolumeKeys(keys: Secrets): void;
  /**
   * Quick: values that cannot change while in use may be up to `REMEMBERED_MS` old. That is enough to see that there is nothing to do; before it
   * changes anything, the agent reads everything.
   * `since`: only mappings and ended holds are read, and the rest is as in this earlier state.
   */
  observeFast(options?: { quick: boolean; since?: FastState | undefined }): Promise<FastState>;
  /** Only these NICs; called several times a second. A NIC that does not exist has no carrier. */
  observeNics(names: string[]): Promise<NicCarrier[]>;
  /** Read only while a limit is assigned or left. */
  observeLimits(): Promise<LimitsState>;
  observeSlow(): Promise<SlowState>;
  /** Superblocks on the given block devices (`/dev/nvme3n1`), by device. A device that cannot be read is an error, not "no superblock". */
  examineSuperblocks(devices: string[]): Promise<Map<string, MdSuperblock | null>>;
  /** Cheap enough for once a second. Creates a leg's statistics region where it is missing or too short. */
  readCounters(request: CounterRequest): Promise<Counters>;
  /** Why it does not collect latency by direction, though it is set to. Null: it does, or is not set to. Missing: it never collects it. */
  directionsFailure?(): DirectionsFailure | null;
  /** Holders of the device (open files, mounts, swap, dm or md on top). Empty: none. */
  holders(device: string): Promise<Process[]>;
  /** Hosts connected to these ports of this target, each address once. */
  connections(points: readonly ExportPoint[]): Promise<HostConnection[]>;
  /** For a preflight run: takes seconds, and changes nothing. */
  readFacts(): Promise<HostFacts>;
  /** Sends a packet that may not be fragmented; ends within 10 s. */
  probe(probe: Probe): Promise<ProbeOutcome>;
  /** A local drive by serial and namespace id; undefined when absent. */
  localDrive(serial: string, nsid: number): Promise<DriveIdentity | undefined>;
  /**
   * Performs one operation; idempotent. Resolves only after it has checked the effect. Leaves a device alone that is no longer the expected one.
   * @throws HostError with the command, exit code and stderr.
   */
  perform(operation: IdentifiedOperation, signal?: AbortSignal): Promise<void>;
  /**
   * Runs fio on all these volumes at the same time, and resolves with its output (json+); a check runs no fio and resolves with null. The volumes are
   * claimed exclusively (O_EXCL) until fio ends: nobody can mount them or build md or dm on them. fio ends with this process, also if it is killed.
   * When the volumes are claimed, and fio can be started, it calls `ready`, and starts fio at once when that resolves.
   * @throws HostError `benchmark-volume-open`, `benchmark-volume-holds-data`, `identity-changed`, `fio-missing`, or with fio's own error. When the signal
   * aborts, fio is killed at once, and the error is thrown after its end.
   */
  runBenchmark(volumes: readonly BenchmarkVolume[], task: BenchmarkTask | VerifyTask, run?: BenchmarkRun): Promise<string | null>;
  /**
   * Removes the statistics of these volumes (dm names), and leaves them out of `readCounters`, until they are turned on again. Nothing of it outlives this
   * process: `readCounters` gives a volume without statistics new ones at its third reading.
   */
  setStatistics(volumes: readonly string[], on: boolean): Promise<void>;
  /**
   * Kills the agent (SIGKILL), which the service manager starts again. Does not return on a real machine.
   * @throws HostError `drill-not-supervised` when nothing would start it again; it then lives on.
   */
  killAgent(): Promise<void>;
  /** The exact commands and writes that `perform` would run, for dry runs. */
  explain(operation: Operation): string[];
}

/** A failed command or a failed write to the kernel; reaches the job unchanged. */
export class HostError extends Error {
  override readonly name = 'HostError';
  constructor(
    message: string,
    readonly command: string[],
    readonly exitCode: number | null,
    readonly stderr: string,
    options?: { cause?: unknown; code?: FailureCode },
  ) {
    super(message, options);
    this.code = options?.code ?? 'command-failed';
  }
  /** Code of the reported reason. */
  readonly code: FailureCode;
}
