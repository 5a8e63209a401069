/** Work of one socket: runs one at a time, in order, with at most `limit` items waiting. */
export class MessageQueue {
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly limit: number) {}

  get isFull(): boolean {
    return this.waiting >= this.limit;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    this.waiting += 1;
    const result = this.last.then(work).finally(() => {
      this.waiting -= 1;
    });
    this.last = result.then(
      () => undefined,
      () => undefined, // the caller of run() gets the error; the next item does not need it
    );
    return result;
  }
}
