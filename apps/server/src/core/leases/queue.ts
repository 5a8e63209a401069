/** Runs functions one at a time, in the order of the calls. */
export class Queue {
  private tail: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.tail.then(work);
    this.tail = result.catch(() => undefined); // the caller of `run` gets the error; here only the order counts
    return result;
  }
}
