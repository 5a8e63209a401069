import { randomUUID } from 'node:crypto';
import type { BenchmarkNews, BenchmarkOrder } from '@weft/shared/messages/benchmark-orders';
import { reasonOf } from '../execute/execute.js';
import type { Host } from '../host/host.js';
import type { Ledger } from '../ledger/ledger.js';
import { reason } from '../reason/reason.js';
import { absentVolume, measuredLoad } from './measured-load.js';

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
      const absent = absentVolume(this.settings.ledger, order.volumes);
      if (absent) return tell({ ...news, state: 'failed', reason: absent });
      const progress = (progressRatio: number) => tell({ ...news, state: 'running', progressRatio });
      const result = await measuredLoad(this.settings.host, order, progress, signal);
      if (!signal.aborted) tell({ ...news, state: 'done', result });
    } catch (error) {
      if (!signal.aborted) tell({ ...news, state: 'failed', reason: reasonOf(error) });
    }
  }
}
