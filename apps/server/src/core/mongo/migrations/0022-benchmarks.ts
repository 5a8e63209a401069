import { createCollection, index } from './schema/collection.js';
import { count, date, flag, listOf, object, oneOf, orNull, stored, text } from './schema/json-schema.js';
import type { Migration } from './schema/migration.js';

const reference = object({ id: text, name: text });

const benchmarks = stored({
  title: text,
  profile: oneOf('reference', 'block-size-sweep', 'depth-sweep', 'latency-bound', 'own'),
  state: oneOf('preparing', 'running', 'removing', 'done', 'failed', 'cancelled'),
  endsAs: orNull(oneOf('done', 'failed', 'cancelled')),
  cancelledBy: orNull(text),
  steps: listOf(object({ kind: text, repeat: count, seconds: count })),
  stepIndex: count,
  current: orNull(object({ startedAt: date, orders: listOf(object({ id: text, node: reference, state: text })) })),
  scratchVolumes: listOf(object({ name: text, node: reference })),
  volumes: listOf(object({ attachmentId: text, volume: reference, node: reference })),
  clients: listOf(reference),
  targetCpu: listOf(object({ stepIndex: count, node: reference })),
  targetCpuSteps: count,
  times: listOf(object({ startedAt: date, endedAt: date })),
  jobId: text,
  requestedBy: text,
  finishedAt: orNull(date),
  simulated: flag,
});

const outputs = stored({
  benchmarkId: text,
  stepIndex: count,
  node: reference,
  startedAt: date,
  endedAt: date,
  figures: object({ reads: object(), writes: object(), bins: listOf(listOf(count)) }),
  fio: { bsonType: 'binData' },
});

export const benchmarkCollections: Migration = {
  version: 22,
  name: 'benchmarks',
  keepsOlderServers: true,
  run: async (db) => {
    const indexes = [index('createdAt', '_id'), index('state', 'createdAt'), index('profile', 'createdAt'), index('current.orders.id')];
    await createCollection(db, 'benchmarks', { schema: benchmarks, indexes });
    await createCollection(db, 'benchmarkOutputs', { schema: outputs, indexes: [index('benchmarkId', 'stepIndex')] });
  },
};
