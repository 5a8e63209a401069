import type { Mongo } from '../core/mongo/mongo.js';
import { collectionNames, documentsAt } from '../core/mongo/snapshot-reads.js';
import { encodeFrame } from './format/frames.js';

/**
 * Not in a backup: what only the running servers need, what would revive an ended session, the short history of statistics (time series, which
 * Prometheus keeps for longer), and what no state rests on: recorded moments (up to gigabytes) and traces. `schema` is in the header.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'schema',
  'leases',
  'servers',
  'sessions',
  'loginChallenges',
  'oidcLogins',
  'idempotencyKeys',
  'statisticsProgress',
  'moments',
  'momentRuns',
  'traces',
]);
const BATCH_BYTES = 64 * 1024;

/** All content of the database at one point in time (MongoDB manual, "Read Concern snapshot"), as frames in batches. */
export async function* snapshotOf(mongo: Mongo, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const session = mongo.client.startSession({ snapshot: true });
  const counts: Record<string, number> = {};
  let batch: Buffer[] = [];
  let bytes = 0;
  const add = (frame: Buffer): Buffer | undefined => {
    batch.push(frame);
    bytes += frame.length;
    if (bytes < BATCH_BYTES) return undefined;
    const full = Buffer.concat(batch);
    batch = [];
    bytes = 0;
    return full;
  };
  try {
    for (const name of await collectionNames(mongo)) {
      if (LEFT_OUT.has(name)) continue;
      counts[name] = 0;
      const started = add(encodeFrame({ type: 'collection', name }));
      if (started) yield started;
      for await (const bson of documentsAt(mongo, name, session)) {
        signal?.throwIfAborted();
        counts[name]++;
        const full = add(encodeFrame({ type: 'document', bson }));
        if (full) yield full;
      }
    }
    batch.push(encodeFrame({ type: 'end', counts }));
    yield Buffer.concat(batch);
  } finally {
    await session.endSession();
  }
}
