/** One limit of a program. Each program has one table of them: `load/concurrency.ts`. */
export interface Concurrency {
  /** The work that is limited. */
  limits: string;
  /** Calls that run at the same time. */
  concurrent: number;
  /** Further calls wait, up to this many; `Infinity` where `because` names what bounds them. */
  longestQueue: number;
  because: string;
}

interface Waiting {
  begin: () => void;
  refuse: () => void;
}

/**
 * Runs work with a concurrency limit. Further calls wait in a queue, in order; calls beyond the longest queue are refused. Each key has its own queue, and
 * the queues are served in rotation. When all queues together are too long, the longest one loses its last call. So a caller with much work delays no other
 * caller.
 */
export class ConcurrencyLimit {
  private running = 0;
  private length = 0;
  private readonly queues = new Map<string, Waiting[]>();

  /** @param refuse makes the error for a refused call */
  constructor(
    private readonly limit: Pick<Concurrency, 'concurrent' | 'longestQueue'>,
    private readonly refuse: () => Error = () => new Error('the queue is full'),
  ) {}

  /** @throws the error of `refuse`, or of `work` */
  async run<T>(work: () => Promise<T>, key = ''): Promise<T> {
    if (this.running >= this.limit.concurrent) await this.wait(key);
    else this.running++;
    try {
      return await work();
    } finally {
      // The slot goes to the next call directly, so that a new call cannot take it in between.
      const next = this.next();
      if (next) next.begin();
      else this.running--;
    }
  }

  private wait(key: string): Promise<void> {
    if (this.length >= this.limit.longestQueue) this.shortenQueueLongerThan(this.queues.get(key)?.length ?? 0);
    return new Promise((resolve, reject) => {
      const queue = this.queues.get(key) ?? [];
      queue.push({ begin: resolve, refuse: () => reject(this.refuse()) });
      this.queues.set(key, queue);
      this.length++;
    });
  }

  /** @throws the error of `refuse`, unless a queue is longer than the caller's by at least two: that queue then loses its last call. */
  private shortenQueueLongerThan(own: number): void {
    const [longest] = [...this.queues.values()].sort((a, b) => b.length - a.length);
    if (!longest || longest.length < own + 2) throw this.refuse();
    longest.pop()?.refuse();
    this.length--;
  }

  /** Takes the first call of the next queue in rotation, and moves that queue to the end. */
  private next(): Waiting | undefined {
    const [first] = this.queues;
    if (!first) return undefined;
    const [key, queue] = first;
    const next = queue.shift();
    this.length--;
    this.queues.delete(key);
    if (queue.length > 0) this.queues.set(key, queue);
    return next;
  }
}

/** The rows of a table in `docs/decisions/retries.md`. */
export const concurrencyRows = (table: Readonly<Record<string, Concurrency>>): string[] =>
  Object.values(table).map(({ limits, concurrent, longestQueue, because }) => {
    const queue = longestQueue === Number.POSITIVE_INFINITY ? 'no limit' : longestQueue;
    return `| ${limits} | ${concurrent} | ${queue} | ${because} |`;
  });
