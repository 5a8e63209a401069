import {
  type ClientSession,
  type ClientSessionOptions,
  MongoClient,
  type MongoClientOptions,
  type Timestamp,
  type TopologyDescription,
} from 'mongodb';

const primaryOf = ({ servers }: TopologyDescription): string | undefined =>
  [...servers.values()].find(({ type }) => type === 'RSPrimary')?.address;

/**
 * A client that never reads older than what it has written, read or been told before. A primary that was elected just now answers majority reads from
 * before its election until its own first entry is replicated, seconds later: what its predecessor acknowledged last is not in them (MongoDB manual,
 * "Causal Consistency and Read and Write Concerns"). MongoDB waits for the time that a read names (`afterClusterTime`), and the driver names one for
 * what comes later in the same session. Most operations have a session of their own: so each one, also those that the driver makes, begins where
 * others have ended.
 */
export class CausalClient extends MongoClient {
  private seen: Timestamp | undefined;

  constructor(uri: string, options: MongoClientOptions) {
    super(uri, options);
    this.on('topologyDescriptionChanged', ({ previousDescription, newDescription }) => {
      const primary = primaryOf(newDescription);
      if (primary && primary !== primaryOf(previousDescription)) void this.seeNewest();
    });
  }

  override startSession(options?: ClientSessionOptions): ClientSession {
    const session = super.startSession({ causalConsistency: options?.snapshot !== true, ...options });
    if (this.seen) session.advanceOperationTime(this.seen);
    session.once('ended', () => {
      if (session.operationTime) this.saw(session.operationTime);
    });
    return session;
  }

  /** What is read from now on is not older than that. */
  saw(time: Timestamp): void {
    if (!this.seen || time.greaterThan(this.seen)) this.seen = time;
  }

  /** What others have written before a new primary was elected: it has all of it, and its answer says until when that is. */
  private async seeNewest(): Promise<void> {
    // One that is gone again is followed by another, which is asked then.
    await this.db('admin')
      .command({ ping: 1 })
      .catch(() => undefined);
  }
}
