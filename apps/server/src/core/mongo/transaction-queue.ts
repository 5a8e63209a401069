import { DomainError } from '@weft/shared/errors/errors';

const MOST_WAITING = 1000;

/**
 * One at a time in this process. Transactions that book on the same drives or order something of the same nodes would otherwise conflict and
 * run again many times over: sixteen attaches at once on shared targets did not end within half a minute. What keeps the data right is
 * the transaction, not this queue, which other servers know nothing of.
 */
export class TransactionQueue {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** @throws DomainError `unavailable` when too many already wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= MOST_WAITING)
      throw new DomainError('unavailable', `${MOST_WAITING} changes wait already: try again in some seconds.`);
    this.waiting++;
    const mine = this.last.then(work);
    // The next in line waits for this one to end, well or badly; the caller of this one hears how.
    this.last = mine.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await mine;
    } finally {
      this.waiting--;
    }
  }
}
