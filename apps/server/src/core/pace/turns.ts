interface Waiting {
  begin: () => void;
  refuse: () => void;
}

/**
 * Runs work with a concurrency limit. Further calls wait in line; beyond the longest line they are refused. Each key has its own line, and the lines take
 * turns. When all lines together are too long, the longest one loses its last call. So a caller with much work delays no other caller.
 */
export class Turns {
  private running = 0;
  private length = 0;
  private readonly lines = new Map<string, Waiting[]>();

  /** @param refuse makes the error for a refused call */
  constructor(
    private readonly atOnce: number,
    private readonly longestLine: number,
    private readonly refuse: () => Error,
  ) {}

  /** @throws the error of `refuse`, or of `work` */
  async take<T>(work: () => Promise<T>, key = ''): Promise<T> {
    if (this.running >= this.atOnce) await this.wait(key);
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.next();
      if (next) next.begin();
      else this.running--;
    }
  }

  private wait(key: string): Promise<void> {
    if (this.length >= this.longestLine) this.cutLineLongerThan(this.lines.get(key)?.length ?? 0);
    return new Promise((resolve, reject) => {
      const line = this.lines.get(key) ?? [];
      line.push({ begin: resolve, refuse: () => reject(this.refuse()) });
      this.lines.set(key, line);
      this.length++;
    });
  }

  /** @throws the error of `refuse`, unless a line is longer than the caller's by at least two: that line then loses its last call. */
  private cutLineLongerThan(own: number): void {
    const [longest] = [...this.lines.values()].sort((a, b) => b.length - a.length);
    if (!longest || longest.length < own + 2) throw this.refuse();
    longest.pop()?.refuse();
    this.length--;
  }

  /** Takes the first call of the line whose turn it is, and moves that line to the end. */
  private next(): Waiting | undefined {
    const [first] = this.lines;
    if (!first) return undefined;
    const [key, line] = first;
    const next = line.shift();
    this.length--;
    this.lines.delete(key);
    if (line.length > 0) this.lines.set(key, line);
    return next;
  }
}
