import { randomUUID } from 'node:crypto';
import { dmName } from '@weft/shared/identity';
import { BENCHMARK_START_WITHIN_SECONDS, type BenchmarkNews, type BenchmarkOrder } from '@weft/shared/messages/benchmark-orders';
import { reasonOf } from '../execute/execute.js';
import { type Host, HostError } from '../host/host.js';
import type { Ledger } from '../ledger/ledger.js';
import { reason } from '../reason/reason.js';
import { absentVolume, measuredLoad } from './measured-load.js';
import { StartGate } from './start-gate.js';

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
    const { host, ledger, tell } = this.settings;
    const { order, attempt, stop, gate } = run;
    const news = { id: order.id, attempt };
    if (!gate) tell({ ...news, state: 'running', progressRatio: 0 });
    try {
      const absent = absentVolume(ledger, order.volumes);
      if (absent) return tell({ ...news, state: 'failed', reason: absent });
      const progress = (progressRatio: number) => tell({ ...news, state: 'running', progressRatio });
      const start = gate ? () => this.#started(run, gate) : undefined;
      const result = await this.#collecting(order, () =>
        measuredLoad(host, order, { signal: stop.signal, progress, ...(start && { start }) }),
      );
      if (!stop.signal.aborted) tell({ ...news, state: 'done', result });
    } catch (error) {
      if (!stop.signal.aborted) tell({ ...news, state: 'failed', reason: reasonOf(error) });
    }
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

  /** Waits for the start. @returns how late it is, ms. @throws HostError when no start was ordered in time */
  async #started(run: Run, gate: StartGate): Promise<number> {
    const { order, attempt, stop } = run;
    const { tell, startWithinMs = BENCHMARK_START_WITHIN_SECONDS * 1000 } = this.settings;
    run.phase = 'ready';
    this.#tellReady(run);
    const lateMs = await gate.pass(startWithinMs, stop.signal);
    if (lateMs === null) throw new HostError('no server ordered the start of the step; nothing was measured', [], null, '');
    run.phase = 'running';
    tell({ id: order.id, attempt, state: 'running', progressRatio: 0 });
    return lateMs;
  }
}
