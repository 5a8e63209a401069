import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { dmName, dmUuid } from '@weft/shared/identity';
import type { BenchmarkOrder, BenchmarkStepResult, BenchmarkTask, KernelIo, VerifyTask } from '@weft/shared/messages/benchmark-orders';
import { histogramDifference, toSparse } from '@weft/shared/stats/histograms';
import { steadyMs } from '../clock/steady-clock.js';
import type { BenchmarkVolume, Counters, Host, IoCounters, NodeCounters } from '../host/host.js';
import type { Ledger } from '../ledger/ledger.js';
import { type AgentReason, reason } from '../reason/reason.js';

const compress = promisify(gzip);
const PROGRESS_EVERY_MS = 2000;

export interface MeasuredLoad {
  volumes: BenchmarkOrder['volumes'];
  task: BenchmarkTask | VerifyTask;
  isFirst: boolean;
}

/** The device of a volume that no assignment lists may be about to go. @returns why a volume cannot be used; null: each can */
export function absentVolume({ assignment }: Pick<Ledger, 'assignment'>, volumes: MeasuredLoad['volumes']): AgentReason | null {
  const attached = assignment?.content.attachments ?? [];
  const missing = volumes.find(({ volumeId }) => !attached.some((each) => each.volumeId === volumeId && each.desired === 'attached'));
  return missing ? reason('benchmark-volume-absent', { volume: missing.name }) : null;
}

/** How a load is started, watched and ended. */
export interface LoadWatch {
  signal: AbortSignal;
  /** Not called before the start. */
  progress: (ratio: number) => void;
  /** Waits for the start, when the volumes are claimed. @returns how late it is, ms; null: no time was ordered. Absent: fio starts at once. */
  start?: () => Promise<number | null>;
}

/** Runs fio, and reads what dm-stats and the cores counted meanwhile. @throws HostError */
export async function measuredLoad(
  host: Pick<Host, 'runBenchmark' | 'readCounters'>,
  { volumes, task, isFirst }: MeasuredLoad,
  { signal, progress, start }: LoadWatch,
): Promise<BenchmarkStepResult> {
  const names = volumes.map(({ volumeId }) => dmName(volumeId));
  const read = () => host.readCounters({ volumes: names, legs: [] });
  const timing = { beganMs: steadyMs(), lateMs: null as number | null, hasStarted: !start };
  // The claim keeps others away: I/O is counted from before the wait. CPU is counted from the start.
  let before = await read();
  let atStart: Promise<Counters> | null = null;
  const total = volumes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const ticks = setInterval(() => {
    if (!timing.hasStarted) return;
    const seconds = (steadyMs() - timing.beganMs) / 1000;
    if (task.kind === 'measure' || task.kind === 'verify') return progress(Math.min(1, seconds / task.seconds));
    // A reading that fails shows no progress; the end of the step reads again and reports a failure.
    if (task.kind === 'precondition')
      void read().then(
        (now) => progress(Math.min(1, written(now, before) / total)),
        () => undefined,
      );
  }, PROGRESS_EVERY_MS);
  const ready = async () => {
    if (!start) return;
    before = await read();
    timing.lateMs = await start();
    timing.beganMs = steadyMs();
    timing.hasStarted = true;
    atStart = read();
    // Awaited after fio's end: a failure is reported then.
    atStart.catch(() => undefined);
  };
  try {
    const output = await host.runBenchmark(
      volumes.map((volume) => volumeOf(volume, isFirst)),
      task,
      { signal, ready },
    );
    const seconds = (steadyMs() - timing.beganMs) / 1000;
    const now = await read();
    const { node } = (await (atStart as Promise<Counters> | null)) ?? before;
    return {
      seconds,
      fio: output === null ? null : (await compress(output)).toString('base64'),
      kernel: volumes.flatMap(({ volumeId }) => kernelIo(volumeId, now.io[dmName(volumeId)], before.io[dmName(volumeId)])),
      cpuRatio: busyRatio(now.node, node),
      startLateMs: timing.lateMs,
    };
  } finally {
    clearInterval(ticks);
  }
}

const volumeOf = ({ volumeId, name, sizeBytes, mayHoldData }: BenchmarkOrder['volumes'][number], isFirst: boolean): BenchmarkVolume => ({
  name: dmName(volumeId),
  uuid: dmUuid(dmName(volumeId)),
  label: name,
  sizeBytes,
  mayHoldData,
  isFirst,
});

const written = (now: Counters, before: Counters): number =>
  Object.entries(now.io).reduce((sum, [name, io]) => sum + io.writtenBytes - (before.io[name]?.writtenBytes ?? 0), 0);

/** What dm-stats counted between two readings; nothing if it began again meanwhile. */
export function kernelIo(volumeId: string, now: IoCounters | undefined, before: IoCounters | undefined): KernelIo[] {
  if (!now || !before || now.origin !== before.origin) return [];
  const histogram = histogramDifference(now.histogram, before.histogram);
  if (!histogram) return [];
  return [
    {
      volumeId,
      reads: now.reads - before.reads,
      writes: now.writes - before.writes,
      readBytes: now.readBytes - before.readBytes,
      writtenBytes: now.writtenBytes - before.writtenBytes,
      timeNs: now.readTimeNs + now.writeTimeNs - before.readTimeNs - before.writeTimeNs,
      histogram: toSparse(histogram),
    },
  ];
}

/** Busy share of the cores that both readings have; null: none. */
export function busyRatio(now: NodeCounters, before: NodeCounters): number | null {
  let [busy, all] = [0, 0];
  for (const [core, after] of Object.entries(now.cores)) {
    const earlier = before.cores[core];
    if (!earlier) continue;
    for (const mode of Object.keys(after) as (keyof typeof after)[]) {
      const seconds = after[mode] - earlier[mode];
      all += seconds;
      if (mode !== 'idle') busy += seconds;
    }
  }
  return all > 0 ? Math.min(1, Math.max(0, busy / all)) : null;
}
