import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { dmName, dmUuid } from '@weft/shared/identity';
import {
  BENCHMARK_START_WITHIN_SECONDS,
  type BenchmarkNews,
  type BenchmarkOrder,
  type BenchmarkStepResult,
  type KernelIo,
} from '@weft/shared/messages/benchmark-orders';
import { histogramDifference, toSparse } from '@weft/shared/stats/histograms';
import { steadyMs } from '../clock/steady-clock.js';
import { reasonOf } from '../execute/execute.js';
import { type BenchmarkVolume, type Counters, type Host, HostError, type IoCounters, type NodeCounters } from '../host/host.js';
import type { Ledger } from '../ledger/ledger.js';
import { type AgentReason, reason } from '../reason/reason.js';
import { StartGate } from './start-gate.js';

const compress = promisify(gzip);
const PROGRESS_EVERY_MS = 2000;

interface RunnerSettings {
  host: Pick<Host, 'runBenchmark' | 'readCounters' | 'setStatistics'>;
  ledger: Pick<Ledger, 'assignment'>;
  /** Progress, which may be lost, and the end. */
  tell: (news: BenchmarkNews) => void;
  /** Longest wait for the start of a step; default: BENCHMARK_START_WITHIN_SECONDS. */
  startWithinMs?: number;
}

/** One run of an order. */
interface Run {
  order: BenchmarkOrder;
  attempt: string;
  stop: AbortController;
  /** Null: it starts at once. */
  gate: StartGate | null;
  /** ready: it waits for its start. running: it was started, or needs no start; only then it reports progress. */
  phase: 'claiming' | 'ready' | 'running';
}

/** One order at a time: runs it, and reports its progress and its end. */
export class BenchmarkRunner {
  #running: { run: Run; ended: Promise<void> } | null = null;

  constructor(private readonly settings: RunnerSettings) {}

  get runningId(): string | null {
    return this.#running?.run.order.id ?? null;
  }

  /** @param startAtMs steady time of the start; null: it waits for `hear`; undefined: at once */
  start(order: BenchmarkOrder, startAtMs?: number | null): void {
    const attempt = randomUUID();
    if (this.#running) {
      this.settings.tell({ id: order.id, attempt, state: 'failed', reason: reason('benchmark-running', {}) });
      return;
    }
    const gate = startAtMs === undefined ? null : new StartGate();
    if (startAtMs !== undefined && startAtMs !== null) gate?.open(startAtMs);
    const run: Run = { order, attempt, stop: new AbortController(), gate, phase: gate ? 'claiming' : 'running' };
    const ended = this.#run(run).finally(() => {
      this.#running = null;
    });
    this.#running = { run, ended };
  }

  /** The running order is listed again, with its start or without: then its readiness may not have arrived. */
  hear(startAtMs: number | null): void {
    const run = this.#running?.run;
    if (startAtMs !== null) run?.gate?.open(startAtMs);
    else if (run?.phase === 'ready') this.#tellReady(run);
  }

  /** Kills its fio. Resolves when nothing runs. */
  async stop(): Promise<void> {
    this.#running?.run.stop.abort();
    await this.#running?.ended;
  }

  async #run(run: Run): Promise<void> {
    const { tell } = this.settings;
    const { order, attempt, stop } = run;
    const news = { id: order.id, attempt };
    if (!run.gate) tell({ ...news, state: 'running', progressRatio: 0 });
    try {
      const absent = this.#absent(order);
      if (absent) return tell({ ...news, state: 'failed', reason: absent });
      const result = await this.#collecting(order, () => this.#measured(run));
      if (!stop.signal.aborted) tell({ ...news, state: 'done', result });
    } catch (error) {
      if (!stop.signal.aborted) tell({ ...news, state: 'failed', reason: reasonOf(error) });
    }
  }

  /** The device of a volume that no assignment lists may be about to go. */
  #absent({ volumes }: BenchmarkOrder): AgentReason | null {
    const attached = this.settings.ledger.assignment?.content.attachments ?? [];
    const missing = volumes.find(({ volumeId }) => !attached.some((each) => each.volumeId === volumeId && each.desired === 'attached'));
    return missing ? reason('benchmark-volume-absent', { volume: missing.name }) : null;
  }

  /** Turns the statistics of the volumes off meanwhile, if the order asks for it. If this process dies, the next one's readings turn them on. */
  async #collecting<T>({ volumes, withoutCollection }: BenchmarkOrder, work: () => Promise<T>): Promise<T> {
    if (!withoutCollection) return work();
    const { host } = this.settings;
    const names = volumes.map(({ volumeId }) => dmName(volumeId));
    try {
      await host.setStatistics(names, false);
      return await work();
    } finally {
      await host.setStatistics(names, true);
    }
  }

  #tellReady({ order: { id }, attempt }: Run): void {
    this.settings.tell({ id, attempt, state: 'ready' });
  }

  /** Waits for the start. @returns how late it is, ms; null: no time was ordered. @throws HostError when no start was ordered in time */
  async #started(run: Run): Promise<number | null> {
    const { gate, order, attempt, stop } = run;
    if (!gate) return null;
    const { tell, startWithinMs = BENCHMARK_START_WITHIN_SECONDS * 1000 } = this.settings;
    run.phase = 'ready';
    this.#tellReady(run);
    const lateMs = await gate.pass(startWithinMs, stop.signal);
    if (lateMs === null) throw new HostError('no server ordered the start of the step; nothing was measured', [], null, '');
    run.phase = 'running';
    tell({ id: order.id, attempt, state: 'running', progressRatio: 0 });
    return lateMs;
  }

  async #measured(run: Run): Promise<BenchmarkStepResult> {
    const { host } = this.settings;
    const { order, stop } = run;
    const names = order.volumes.map(({ volumeId }) => dmName(volumeId));
    const read = () => host.readCounters({ volumes: names, legs: [] });
    const timing = { beganMs: steadyMs(), lateMs: null as number | null };
    // The claim keeps others away: I/O is counted from before the wait. CPU is counted from the start.
    let before = await read();
    let atStart: Promise<Counters> | null = null;
    const ticks = setInterval(() => this.#progress(run, before, timing.beganMs, read), PROGRESS_EVERY_MS);
    const ready = async () => {
      if (!run.gate) return;
      before = await read();
      timing.lateMs = await this.#started(run);
      timing.beganMs = steadyMs();
      atStart = read();
      // Awaited after fio's end: a failure is reported then.
      atStart.catch(() => undefined);
    };
    try {
      const volumes = order.volumes.map((volume) => volumeOf(volume, order.isFirst));
      const output = await host.runBenchmark(volumes, order.task, { signal: stop.signal, ready });
      const seconds = (steadyMs() - timing.beganMs) / 1000;
      const now = await read();
      const { node } = (await (atStart as Promise<Counters> | null)) ?? before;
      return {
        seconds,
        fio: output === null ? null : (await compress(output)).toString('base64'),
        kernel: order.volumes.flatMap(({ volumeId }) => kernelIo(volumeId, now.io[dmName(volumeId)], before.io[dmName(volumeId)])),
        cpuRatio: busyRatio(now.node, node),
        startLateMs: timing.lateMs,
      };
    } finally {
      clearInterval(ticks);
    }
  }

  #progress({ order, attempt, phase }: Run, before: Counters, beganMs: number, read: () => Promise<Counters>): void {
    const { task, volumes, id } = order;
    if (phase !== 'running') return;
    const progress = (ratio: number) => this.settings.tell({ id, attempt, state: 'running', progressRatio: Math.min(1, ratio) });
    if (task.kind === 'measure') progress((steadyMs() - beganMs) / 1000 / task.seconds);
    if (task.kind !== 'precondition') return;
    const total = volumes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    // A reading that fails shows no progress; the end of the step reads again and reports a failure.
    void read().then(
      (now) => progress(written(now, before) / total),
      () => undefined,
    );
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
