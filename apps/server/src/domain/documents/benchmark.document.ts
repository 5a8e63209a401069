import type {
  BenchmarkFacts,
  BenchmarkProfile,
  BenchmarkScratch,
  BenchmarkState,
  BenchmarkStep,
  BenchmarkVolume,
  LatencyBound,
} from '@weft/shared/kinds/benchmarks/benchmark';
import type { JobReason, JobWait } from '@weft/shared/kinds/job';
import type { KernelIo } from '@weft/shared/messages/benchmark-orders';
import type { Stored } from '../../core/mongo/stored.js';

/** One step at one client. */
export interface BenchmarkOrderDocument {
  id: string;
  node: { id: string; name: string };
  /** Boot of the client when the step began. */
  bootId: string;
  /** `open`: nothing heard of it. `ready`: its client has claimed the volumes, and waits for the start. */
  state: 'open' | 'ready' | 'running' | 'done' | 'failed';
  /** Of the agent's process that runs it: another one means that the agent restarted. */
  attempt: string | null;
  progressRatio: number;
  reason: JobReason | null;
  /** Share of its I/O that took longer than the limit of a latency-bound search; null: not such a search, or not done. */
  slowRatio: number | null;
}

/** A volume that the benchmark makes for itself; it is found by its name. */
export interface ScratchVolumeDocument {
  name: string;
  node: { id: string; name: string };
}

export interface ScratchWait {
  /** Its name. */
  volume: string;
  wait: JobWait;
}

/** Collection `benchmarks`. */
export interface BenchmarkDocument extends Stored {
  title: string;
  profile: BenchmarkProfile;
  state: BenchmarkState;
  /** The state that it gets when its scratch volumes are removed; null: not decided. */
  endsAs: 'done' | 'failed' | 'cancelled' | null;
  cancelledBy: string | null;
  steps: BenchmarkStep[];
  stepIndex: number;
  /** Null: no step runs. */
  current: {
    startedAt: Date;
    /** When every client starts fio, by the servers' clocks. Null: not all clients are ready, or the step needs no common start. */
    startsAt: Date | null;
    orders: BenchmarkOrderDocument[];
  } | null;
  runSeconds: number;
  repeats: number;
  latencyBound: LatencyBound | null;
  scratch: BenchmarkScratch | null;
  scratchVolumes: ScratchVolumeDocument[];
  /** What blocks their creation or removal. Absent: nothing, or an earlier version stored the benchmark. */
  scratchWaits?: ScratchWait[];
  volumes: BenchmarkVolume[];
  /** Nodes that run fio, also before their scratch volumes exist. */
  clients: { id: string; name: string }[];
  facts: BenchmarkFacts | null;
  /** CPU of the targets by step, as far as it was read from the history. */
  targetCpu: { stepIndex: number; node: { id: string; name: string }; cpuRatio: number | null; exportRatio: number | null }[];
  /** Steps whose target CPU was read. */
  targetCpuSteps: number;
  /** Start and end of each step that has ended. */
  times: { startedAt: Date; endedAt: Date }[];
  jobId: string;
  requestedBy: string;
  error: JobReason | null;
  finishedAt: Date | null;
  simulated: boolean;
}

/** I/O of one direction, as fio measured it. */
export interface FioDirection {
  ios: number;
  bytes: number;
  iops: number;
  bytesPerSecond: number;
  /** Sum of all latencies, seconds. */
  latencySeconds: number;
}

/** What fio measured on all volumes of one client. */
export interface FioFigures {
  reads: FioDirection;
  writes: FioDirection;
  /** Completion latencies of reads and writes: pairs of nanoseconds (the middle of fio's bucket) and count, rising. */
  bins: [number, number][];
}

/** Result of one step at one client. `_id`: that of its order. */
export interface BenchmarkOutput extends Stored {
  benchmarkId: string;
  stepIndex: number;
  node: { id: string; name: string };
  startedAt: Date;
  endedAt: Date;
  figures: FioFigures;
  kernel: KernelIo[];
  cpuRatio: number | null;
  /** How much later than ordered fio started. Null: the agent did not report it. */
  startLateMs: number | null;
}
