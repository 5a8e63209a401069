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
 * A client whose reads are never older than its earlier writes, reads and `saw` times. A newly elected primary answers majority reads with data from
 * before its election until its own first entry is replicated, seconds later: the last writes that its predecessor acknowledged are missing (MongoDB
 * manual, "Causal Consistency and Read and Write Concerns"). MongoDB waits for the time that a read names (`afterClusterTime`), and the driver names one
 * for later operations of the same session. Most operations have their own session, so every new session, including those of the driver, starts at the
 * latest time of the ended sessions.
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

  /** Reads from now on are not older than `time`. */
  saw(time: Timestamp): void {
    if (!this.seen || time.greaterThan(this.seen)) this.seen = time;
  }

  /** Covers writes by other clients before the election of a new primary: the primary has all of them, and its response contains the time of the last. */
  private async seeNewest(): Promise<void> {
    // If this primary is lost, its successor gets its own ping.
    await this.db('admin')
      .command({ ping: 1 })
      .catch(() => undefined);
  }
}
