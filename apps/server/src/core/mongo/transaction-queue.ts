import { DomainError } from '@weft/shared/errors/domain-error';

const MOST_WAITING = 1000;

/**
 * Runs transactions one at a time in this process. Transactions that reserve space on the same drives or change orders of the same nodes would otherwise
 * conflict and retry many times: sixteen concurrent attaches on shared targets did not end within half a minute. The transaction keeps the data
 * consistent, not this queue; other servers have their own.
 */
export class TransactionQueue {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** @throws DomainError `unavailable` when too many transactions already wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= MOST_WAITING) throw new DomainError('too-many-changes', { mostWaiting: MOST_WAITING });
    this.waiting++;
    const mine = this.last.then(work);
    // The next one waits until this one succeeds or fails; only the caller of this one gets the result.
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
