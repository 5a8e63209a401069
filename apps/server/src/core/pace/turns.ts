interface Waiting {
  begin: () => void;
  refuse: () => void;
}

/**
 * Work that is done a few at a time: the rest waits in line, and beyond the longest line is refused. Each key has a line of its own and they take turns;
 * when all of them together are too long, the longest one is cut. So one caller with much work holds up nobody else.
 */
export class Turns {
  private running = 0;
  private length = 0;
  private readonly lines = new Map<string, Waiting[]>();

  /** @param refuse what is thrown at who comes when the line is full */
  constructor(
    private readonly atOnce: number,
    private readonly longestLine: number,
    private readonly refuse: () => Error,
  ) {}

  /** @throws what `refuse` makes, or what the work throws */
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

  /** @throws what `refuse` makes, if no line is longer by two: then the newcomer has to go. */
  private cutLineLongerThan(own: number): void {
    const [longest] = [...this.lines.values()].sort((a, b) => b.length - a.length);
    if (!longest || longest.length < own + 2) throw this.refuse();
    longest.pop()?.refuse();
    this.length--;
  }

  /** The first of the line whose turn it is; that line goes to the end. */
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
