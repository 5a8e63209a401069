import { retryDelayMs } from '@weft/shared/load/retry';
import { steadyMs } from '../clock/steady-clock.js';
import { retries } from '../load/retries.js';
import type { AgentReason } from '../reason/reason.js';

interface Failure {
  attempts: number;
  untilMs: number;
  reason: AgentReason;
  /** When a hint last reset it. */
  renewedMs: number;
}

/** Hints (path-retry-hints.ts) come in bursts, and some are wrong: at most one counts in this time. */
const RENEW_EVERY_MS = 10_000;

/** When a failed operation may be retried (`retries.operation`). */
export class Backoff {
  readonly #failures = new Map<string, Failure>();
  constructor(
    private readonly now: () => number = steadyMs,
    private readonly random: () => number = Math.random,
  ) {}

  failed(key: string, reason: AgentReason): void {
    const before = this.#failures.get(key);
    const attempts = (before?.attempts ?? 0) + 1;
    const delay = retryDelayMs(retries.operation, attempts, this.random);
    this.#failures.set(key, { attempts, untilMs: this.now() + delay, reason, renewedMs: before?.renewedMs ?? Number.NEGATIVE_INFINITY });
  }
  /** A hint says that the cause is gone: it may be retried at once, and its back-off starts over. */
  renew(key: string): void {
    const failure = this.#failures.get(key);
    const now = this.now();
    if (!failure || now - failure.renewedMs < RENEW_EVERY_MS) return;
    this.#failures.set(key, { ...failure, attempts: 0, untilMs: now, renewedMs: now });
  }
  /** Why it failed last; undefined after a success. */
  reason(key: string): AgentReason | undefined {
    return this.#failures.get(key)?.reason;
  }
  isHeld(key: string): boolean {
    return this.now() < (this.#failures.get(key)?.untilMs ?? 0);
  }
  /** Milliseconds until the next failed operation may be retried; undefined when none is held back. */
  untilNextMs(): number | undefined {
    const now = this.now();
    const left = [...this.#failures.values()].map(({ untilMs }) => untilMs - now).filter((ms) => ms > 0);
    return left.length > 0 ? Math.min(...left) : undefined;
  }
  clear(key: string): void {
    this.#failures.delete(key);
  }
  /** Forgets all keys with this prefix: an object and its steps. */
  clearAll(prefix: string): void {
    for (const key of [...this.#failures.keys()]) if (key.startsWith(prefix)) this.#failures.delete(key);
  }
}
