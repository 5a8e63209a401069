/** Work that is done a few at a time: the rest waits in line, and beyond the longest line is refused. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param refuse what is thrown at who comes when the line is full */
  constructor(
    private readonly atOnce: number,
    private readonly longestLine: number,
    private readonly refuse: () => Error,
  ) {}

  /** @throws what `refuse` makes, or what the work throws */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.waiting.length >= this.longestLine) throw this.refuse();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
