import type { CollectionName } from '../../collections.js';
import { type Collection, createCollection, index, removedAfter, unique } from '../schema/collection.js';
import { bytes, count, date, flag, listOf, object, oneOf, orNull, stored, text } from '../schema/json-schema.js';
import type { Migration } from '../schema/migration.js';

const leg = object({
  id: text,
  index: count,
  driveId: text,
  nodeId: text,
  sizeBytes: bytes,
  dataBytes: bytes,
  epoch: count,
  inSync: flag,
  desired: oneOf('present', 'absent'),
  orderGeneration: count,
  state: oneOf('creating', 'ready', 'deleting', 'unknown'),
});
const exported = object({
  nodeId: text,
  subsystemNqn: text,
  serial: { bsonType: 'string', maxLength: 20 },
  serviceId: { bsonType: 'number', minimum: 1, maximum: 65_535 },
  desired: oneOf('exported', 'absent'),
  orderGeneration: count,
});

const collectionsOfVersion1: Partial<Record<CollectionName, Collection>> = {
  nodes: {
    schema: stored({
      name: text,
      labels: object(),
      hostId: text,
      credentialHash: text,
      inventory: orNull(object()),
      connection: object({ state: oneOf('never', 'online', 'lost') }),
      orphans: listOf(object()),
      conditions: listOf(object()),
    }),
    indexes: [unique('name'), unique('credentialHash'), index('createdAt', '_id')],
  },
  drives: {
    schema: stored({
      nodeId: text,
      serial: text,
      nsid: count,
      inventory: object(),
      present: flag,
      desired: oneOf('observed', 'in-service', 'released'),
      inService: flag,
      capacityBytes: bytes,
      allocatedBytes: bytes,
      largestFreeBytes: bytes,
    }),
    indexes: [unique('nodeId', 'serial', 'nsid'), index('serial', '_id'), index('inventory.model')],
  },
  driveClasses: { schema: stored({ name: text }), indexes: [unique('name')] },
  volumes: {
    schema: stored({
      name: text,
      spec: object({ sizeBytes: bytes, protection: oneOf('concatenated', 'raid0', 'raid1', 'raid10'), driveClassId: text }),
      state: oneOf('creating', 'available', 'deleting'),
      epoch: count,
      legs: listOf(leg),
      generation: count,
      observedGeneration: count,
    }),
    indexes: [unique('name'), index('legs.nodeId'), index('legs.driveId'), index('spec.driveClassId'), index('createdAt', '_id')],
  },
  attachments: {
    schema: stored({
      volumeId: text,
      nodeId: text,
      mode: oneOf('exclusive', 'shared', 'readonly'),
      transport: oneOf('rdma', 'tcp'),
      state: oneOf('attaching', 'attached', 'detaching', 'unexporting'),
      desired: oneOf('attached', 'detached'),
      epoch: count,
      orderGeneration: count,
      exports: listOf(exported),
    }),
    indexes: [
      // A service id belongs to one subsystem of its node. Partial: an attachment without exports has no service id.
      { ...unique('exports.nodeId', 'exports.serviceId'), partialFilterExpression: { 'exports.serviceId': { $gt: 0 } } },
      // S3: the database itself enforces one exclusive attachment per volume.
      { ...unique('volumeId'), name: 'exclusive', partialFilterExpression: { mode: 'exclusive' } },
      index('volumeId', 'createdAt'),
      index('nodeId'),
      index('exports.nodeId'),
      index('createdAt', '_id'),
    ],
  },
  jobs: {
    schema: stored({
      kind: text,
      subject: object({ kind: text, id: text, name: text }),
      state: oneOf('running', 'waiting', 'done', 'failed'),
      steps: listOf(object()),
      requestedBy: text,
    }),
    indexes: [index('subject.id', 'createdAt'), index('createdAt', '_id'), index('updatedAt', '_id'), index('state')],
  },
  assignments: { schema: object({ _id: text, clusterId: text, generation: count, hash: text, content: object(), updatedAt: date }) },
  objectStatuses: {
    schema: object({
      _id: text,
      nodeId: text,
      kind: oneOf('drive', 'leg', 'export', 'attachment'),
      objectId: text,
      bootId: text,
      status: object(),
      receivedAt: date,
      version: count,
    }),
    indexes: [index('nodeId'), index('kind', 'objectId')],
  },
  users: {
    schema: stored({ name: text, role: oneOf('viewer', 'operator', 'administrator'), passwordHash: text, initial: flag }),
    indexes: [unique('name')],
  },
  sessions: {
    schema: object({ _id: text, userId: text, createdAt: date, expiresAt: date }),
    indexes: [removedAfter('expiresAt', 0), index('userId')],
  },
  enrollmentTokens: {
    schema: stored({
      tokenHash: text,
      description: text,
      labels: object(),
      expiresAt: date,
      usedBy: orNull(object({ id: text, name: text })),
    }),
    indexes: [unique('tokenHash'), index('createdAt', '_id'), removedAfter('expiresAt', 30 * 86_400)],
  },
  settings: { schema: stored({ clusterId: text, simulated: flag, spec: object() }) },
  idempotencyKeys: {
    schema: object({ _id: text, bodyHash: text, state: oneOf('running', 'done'), expiresAt: date }),
    indexes: [removedAfter('expiresAt', 0)],
  },
  leases: { schema: object({ _id: text, holder: orNull(text), term: count, expiresAt: date, writes: count }) },
  servers: {
    schema: object({ _id: text, hostname: text, version: text, startedAt: date, seenAt: date }),
    indexes: [removedAfter('seenAt', 3600)],
  },
};

export const collections: Migration = {
  version: 1,
  name: 'collections',
  async run(db) {
    for (const [name, collection] of Object.entries(collectionsOfVersion1)) await createCollection(db, name, collection);
  },
};
