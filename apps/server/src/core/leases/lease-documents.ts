import { type ClientSession, type Collection, MongoServerError } from 'mongodb';
import { DUPLICATE_KEY } from '../mongo/objects.js';

/** Collection `leases`; `_id` is the lease's name. All times are of the database's clock, so the servers' clocks may differ. */
export interface LeaseDocument {
  _id: string;
  holder: string | null;
  /** Rises with every change of holder. */
  term: number;
  expiresAt: Date;
  /** Rises with every write, so that every write changes the document and conflicts with others. */
  writes: number;
}

const untilFromNow = (termMs: number) => ({ $add: ['$$NOW', termMs] });
const another = { $add: ['$writes', 1] };
const stillHeld = { $gt: ['$expiresAt', '$$NOW'] };

/** The statements on a lease; each is one atomic write to its document. */
export class LeaseDocuments {
  constructor(
    private readonly collection: Collection<LeaseDocument>,
    private readonly holder: string,
    private readonly durationMs: number,
  ) {}

  /** Takes a free lease. @returns the new term, or null while another server holds the lease. */
  async acquire(name: string): Promise<number | null> {
    await this.ensure(name);
    const taken = await this.collection.findOneAndUpdate(
      { _id: name, $expr: { $lte: ['$expiresAt', '$$NOW'] } },
      [{ $set: { holder: this.holder, term: { $add: ['$term', 1] }, expiresAt: untilFromNow(this.durationMs), writes: another } }],
      { returnDocument: 'after' },
    );
    return taken?.term ?? null;
  }

  /** Extends a lease that is still held. In a transaction it fences: no other server can take the lease before the commit. @returns whether it was held. */
  async renew(name: string, term: number, session?: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.collection.updateOne(
      { _id: name, holder: this.holder, term, $expr: stillHeld },
      [{ $set: { expiresAt: untilFromNow(this.durationMs), writes: another } }],
      session ? { session } : {},
    );
    return matchedCount === 1;
  }

  /** Releases a lease, so that the next holder need not wait until it expires. */
  async release(name: string, term: number): Promise<void> {
    await this.collection.updateOne({ _id: name, holder: this.holder, term }, [
      { $set: { holder: null, expiresAt: '$$NOW', writes: another } },
    ]);
  }

  private async ensure(name: string): Promise<void> {
    try {
      await this.collection.updateOne(
        { _id: name },
        { $setOnInsert: { holder: null, term: 0, expiresAt: new Date(0), writes: 0 } },
        { upsert: true },
      );
    } catch (error) {
      // Two servers inserted the document at once: it exists.
      if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
    }
  }
}
