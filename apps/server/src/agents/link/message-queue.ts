/** Work of one socket: one after the other, in order, and never more than `limit` waiting. */
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
      () => undefined, // whoever called run() gets the error; the next in the queue does not care
    );
    return result;
  }
}
