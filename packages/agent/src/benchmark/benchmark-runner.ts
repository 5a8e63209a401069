import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { dmName, dmUuid } from '@weft/shared/identity';
import type { BenchmarkNews, BenchmarkOrder, BenchmarkStepResult, KernelIo } from '@weft/shared/messages/benchmark-orders';
import { histogramDifference, toSparse } from '@weft/shared/stats/histograms';
import { steadyMs } from '../clock/steady-clock.js';
import { reasonOf } from '../execute/execute.js';
import type { BenchmarkVolume, Counters, Host, IoCounters, NodeCounters } from '../host/host.js';
import type { Ledger } from '../ledger/ledger.js';
import { type AgentReason, reason } from '../reason/reason.js';

const compress = promisify(gzip);
const PROGRESS_EVERY_MS = 2000;

interface RunnerSettings {
  host: Pick<Host, 'runBenchmark' | 'readCounters'>;
  ledger: Pick<Ledger, 'assignment'>;
  /** Progress, which may be lost, and the end. */
  tell: (news: BenchmarkNews) => void;
}

/** One order at a time: runs it, and reports its progress and its end. */
export class BenchmarkRunner {
  #running: { order: BenchmarkOrder; stop: AbortController; ended: Promise<void> } | null = null;

  constructor(private readonly settings: RunnerSettings) {}

  get runningId(): string | null {
    return this.#running?.order.id ?? null;
  }

  start(order: BenchmarkOrder): void {
    const attempt = randomUUID();
    if (this.#running) {
      this.settings.tell({ id: order.id, attempt, state: 'failed', reason: reason('benchmark-running', {}) });
      return;
    }
    const stop = new AbortController();
    const ended = this.#run(order, attempt, stop.signal).finally(() => {
      this.#running = null;
    });
    this.#running = { order, stop, ended };
  }

  /** Kills its fio. Resolves when nothing runs. */
  async stop(): Promise<void> {
    this.#running?.stop.abort();
    await this.#running?.ended;
  }

  async #run(order: BenchmarkOrder, attempt: string, signal: AbortSignal): Promise<void> {
    const { tell } = this.settings;
    const news = { id: order.id, attempt };
    tell({ ...news, state: 'running', progressRatio: 0 });
    try {
      const absent = this.#absent(order);
      if (absent) return tell({ ...news, state: 'failed', reason: absent });
      const result = await this.#measured(order, (progressRatio) => tell({ ...news, state: 'running', progressRatio }), signal);
      if (!signal.aborted) tell({ ...news, state: 'done', result });
    } catch (error) {
      if (!signal.aborted) tell({ ...news, state: 'failed', reason: reasonOf(error) });
    }
  }

  /** The device of a volume that no assignment lists may be about to go. */
  #absent({ volumes }: BenchmarkOrder): AgentReason | null {
    const attached = this.settings.ledger.assignment?.content.attachments ?? [];
    const missing = volumes.find(({ volumeId }) => !attached.some((each) => each.volumeId === volumeId && each.desired === 'attached'));
    return missing ? reason('benchmark-volume-absent', { volume: missing.name }) : null;
  }

  async #measured(order: BenchmarkOrder, progress: (ratio: number) => void, signal: AbortSignal): Promise<BenchmarkStepResult> {
    const { host } = this.settings;
    const { task } = order;
    const names = order.volumes.map(({ volumeId }) => dmName(volumeId));
    const read = () => host.readCounters({ volumes: names, legs: [] });
    const before = await read();
    const beganMs = steadyMs();
    const total = order.volumes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const ticks = setInterval(() => {
      const seconds = (steadyMs() - beganMs) / 1000;
      if (task.kind === 'measure') return progress(Math.min(1, seconds / task.seconds));
      // A reading that fails shows no progress; the end of the step reads again and reports a failure.
      if (task.kind === 'precondition')
        void read().then(
          (now) => progress(Math.min(1, written(now, before) / total)),
          () => undefined,
        );
    }, PROGRESS_EVERY_MS);
    try {
      const output = await host.runBenchmark(
        order.volumes.map((volume) => volumeOf(volume, order.isFirst)),
        task,
        signal,
      );
      const seconds = (steadyMs() - beganMs) / 1000;
      const now = await read();
      return {
        seconds,
        fio: output === null ? null : (await compress(output)).toString('base64'),
        kernel: order.volumes.flatMap(({ volumeId }) => kernelIo(volumeId, now.io[dmName(volumeId)], before.io[dmName(volumeId)])),
        cpuRatio: busyRatio(now.node, before.node),
      };
    } finally {
      clearInterval(ticks);
    }
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
