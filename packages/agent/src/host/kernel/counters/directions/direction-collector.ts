import { retryDelayMs } from '@weft/shared/load/retry';
import { steadyMs } from '../../../../clock/steady-clock.js';
import { retries } from '../../../../load/retries.js';
import type { DirectionsFailure } from '../../../host.js';
import type { Tree } from '../../run/host-fs.js';
import { Bpftrace } from './bpftrace.js';
import { type DirectionCounts, MAX_KEYS } from './direction-program.js';

export interface DirectionReading {
  /** Changes when counting restarted from zero. */
  origin: string;
  counts: DirectionCounts;
}

/** A process that ran this long was a good one: its end counts as the first failure. */
const STEADY_MS = 600_000;
/** BTF of the kernel and of the module that the program refers to (Documentation/bpf/btf.rst). */
const BTF = { folder: '/sys/kernel/btf', files: ['vmlinux', 'dm_mod'] };

/**
 * Latency histograms of reads and of writes alone, by bpftrace. Only with the agent's setting `latencyByDirection`.
 *  - no BTF, no bpftrace, kernel lockdown, a program that the kernel refuses: `failure` states why, and all other counters go on.
 *  - the process ends: the next one starts after a delay (`retries.directionCollector`) and counts from zero, under another origin.
 *  - the map is full (devices that came and went): the process is replaced by a new one.
 */
export class DirectionCollector {
  failure: DirectionsFailure | null = null;
  #process: Bpftrace | null = null;
  #starts = 0;
  #startedAtMs = 0;
  #failures = 0;
  #retryAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly tree: Tree,
    private readonly options: { argv?: readonly string[]; now?: () => number } = {},
  ) {}

  /** Process id, whose CPU time and memory count as the agent's. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Counts of all devices now; null: none, because the process starts, has ended, or cannot run. */
  async read(): Promise<DirectionReading | null> {
    if (this.#process?.ended) this.#failed(this.#process.ended);
    if (!this.#process) this.#start();
    const counts = (await this.#process?.counts()) ?? null;
    if (!counts) return null;
    this.failure = null;
    if (counts.size < MAX_KEYS) return { origin: String(this.#starts), counts };
    // Counts of further keys were lost.
    this.#process?.end('full');
    return null;
  }

  #now(): number {
    return (this.options.now ?? steadyMs)();
  }

  #start(): void {
    if (this.#now() < this.#retryAtMs) return;
    const btf = this.tree.listNow(BTF.folder);
    if (!BTF.files.every((file) => btf.includes(file))) {
      this.#failed({ cause: 'no-btf' });
      return;
    }
    this.#starts += 1;
    this.#startedAtMs = this.#now();
    this.#process = new Bpftrace(this.options.argv);
  }

  #failed(failure: DirectionsFailure): void {
    const wasSteady = this.#process !== null && this.#now() - this.#startedAtMs >= STEADY_MS;
    this.#process = null;
    this.#failures = wasSteady ? 1 : this.#failures + 1;
    this.#retryAtMs = this.#now() + retryDelayMs(retries.directionCollector, this.#failures);
    this.failure = failure;
  }
}
