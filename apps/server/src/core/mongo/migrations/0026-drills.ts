import { createCollection, index } from './schema/collection.js';
import { count, date, flag, listOf, object, oneOf, orNull, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const reference = object({ id: text, name: text });
const kind = oneOf('close-path', 'cut-network', 'stop-exports', 'kill-agent', 'fail-leg');

const drills = stored({
  kind,
  request: object({ kind }),
  state: oneOf('preparing', 'running', 'removing', 'done', 'failed', 'cancelled'),
  phase: oneOf('settling', 'fault', 'healing'),
  endsAs: orNull(oneOf('done', 'failed', 'cancelled')),
  cancelledBy: orNull(text),
  claim: orNull(oneOf('cluster')),
  client: reference,
  scratchVolume: orNull(object({ name: text, node: reference })),
  volume: orNull(object({ attachmentId: text, volume: reference, client: reference })),
  place: orNull(object({ node: reference, fault: object({ kind }) })),
  touched: listOf(reference),
  stallLimitSeconds: count,
  orders: listOf(object({ id: text, task: oneOf('load', 'fault'), node: reference, state: text, seconds: count })),
  startedAt: orNull(date),
  orderedAt: orNull(date),
  faultAt: orNull(date),
  shownAt: orNull(date),
  liftedAt: orNull(date),
  wholeAt: orNull(date),
  jobId: text,
  requestedBy: text,
  finishedAt: orNull(date),
  simulated: flag,
});

export const drillCollection: Migration = {
  version: 26,
  name: 'drills',
  keepsOlderServers: true,
  run: async (db) => {
    // Only one drill has the claim.
    const claim = { key: { claim: 1 }, unique: true, partialFilterExpression: { claim: 'cluster' } };
    const indexes = [index('createdAt', '_id'), index('state', 'createdAt'), index('kind', 'createdAt'), index('orders.id'), claim];
    await createCollection(db, 'drills', { schema: drills, indexes });
  },
};
