import type { Db, IndexDescription } from 'mongodb';
import { createCollection, index, unique } from '../schema/collection.js';
import { bytes, count, flag, listOf, object, oneOf, orNull, type Schema, stored, text } from '../schema/json-schema.js';
import type { Migration } from '../schema/migration.js';

/** Fields that move from the top of a document, or of an element of a list, into its `spec` and its `status`. */
interface Moved {
  spec: string[];
  status: string[];
}

interface Change extends Moved {
  /** Objects in the document, and lists of objects, with a `spec` and a `status` of their own. */
  parts?: Record<string, Moved>;
  lists?: Record<string, Moved>;
  schema: Schema;
  indexes?: IndexDescription[];
  dropped?: string[];
}

const legSpec = ['failureDomain', 'numaNode', 'sizeBytes', 'dataBytes', 'epoch', 'desired', 'orderGeneration', 'role'];
const legStatus = ['inSync', 'state', 'readyBytes', 'conditions', 'verdict', 'unhealthySince'];

const leg = object({
  ...{ id: text, index: count, driveId: text, nodeId: text },
  spec: object({
    ...{ sizeBytes: bytes, dataBytes: bytes, epoch: count },
    ...{ desired: oneOf('present', 'absent'), orderGeneration: count },
  }),
  status: object({ inSync: flag, state: oneOf('creating', 'ready', 'deleting', 'unknown') }),
});
const exported = object({
  nodeId: text,
  subsystemNqn: text,
  serial: { bsonType: 'string', maxLength: 20 },
  serviceId: { bsonType: 'number', minimum: 1, maximum: 65_535 },
  spec: object({ desired: oneOf('exported', 'absent'), orderGeneration: count }),
  status: object(),
});

const changes: Record<string, Change> = {
  nodes: {
    spec: ['labels', 'rotation', 'removal', 'scheduling', 'schedulingSince', 'maintenance'],
    status: [
      ...['inventory', 'bootId', 'connection', 'holderQuestion', 'holderAnswer', 'acceptedGeneration', 'offered', 'acknowledged'],
      ...['historyDoubt', 'ledgerLoss', 'links', 'orphans', 'orphansSince', 'conditions'],
    ],
    schema: stored({
      ...{ name: text, hostId: text, credentialHash: text },
      spec: object({ labels: object() }),
      status: object({
        inventory: orNull(object()),
        connection: object({ state: oneOf('never', 'online', 'lost') }),
        orphans: listOf(object()),
        conditions: listOf(object()),
      }),
    }),
  },
  drives: {
    spec: ['desired', 'wipe', 'orderGeneration', 'scheduling', 'schedulingSince'],
    status: [
      ...['inventory', 'present', 'inService', 'capacityBytes', 'allocatedBytes', 'largestFreeBytes', 'conditions'],
      ...['stateSince', 'smartWarningSince'],
    ],
    schema: stored({
      ...{ nodeId: text, serial: text, nsid: count },
      spec: object({ desired: oneOf('observed', 'in-service', 'released') }),
      status: object({
        ...{ inventory: object(), present: flag, inService: flag },
        ...{ capacityBytes: bytes, allocatedBytes: bytes, largestFreeBytes: bytes },
      }),
    }),
    indexes: [index('status.inventory.model', '_id'), index('status.inventory.sizeBytes', '_id')],
    dropped: ['inventory.model_1', 'inventory.model_1__id_1', 'inventory.sizeBytes_1__id_1'],
  },
  attachments: {
    spec: ['mode', 'transport', 'reattach', 'epoch', 'tenure', 'desired', 'orderGeneration', 'bootId', 'revoked'],
    status: ['state', 'fenced', 'observedGeneration', 'conditions'],
    lists: { exports: { spec: ['portals', 'namespaces', 'lastNsid', 'desired', 'orderGeneration', 'leftOut'], status: ['gone'] } },
    schema: stored({
      ...{ volumeId: text, nodeId: text },
      spec: object({
        mode: oneOf('exclusive', 'shared', 'readonly'),
        transport: oneOf('rdma', 'tcp'),
        desired: oneOf('attached', 'detached'),
        ...{ epoch: count, orderGeneration: count },
      }),
      status: object({
        state: oneOf('attaching', 'attached', 'detaching', 'unexporting', 'revoking', 'revoked'),
        fenced: flag,
      }),
      exports: listOf(exported),
    }),
    indexes: [
      // S3: the database itself enforces one attachment with the volume for itself.
      {
        ...unique('volumeId', 'spec.mode'),
        name: 'owner',
        partialFilterExpression: { 'spec.mode': 'exclusive', 'status.fenced': false },
      },
    ],
    dropped: ['exclusive', 'holder'],
  },
  volumes: {
    spec: ['epoch', 'lastTenure'],
    status: ['state', 'health', 'vacancies', 'repairTurn', 'observedGeneration', 'conditions'],
    parts: {
      array: { spec: ['uuid', 'dataOffsetBytes'], status: ['created', 'previousUuid'] },
      growth: { spec: ['toSizeBytes', 'legs'], status: ['legsGrown'] },
    },
    lists: {
      legs: { spec: legSpec, status: legStatus },
      obsoleteLegs: { spec: [...legSpec, 'since', 'why'], status: [...legStatus, 'fencedFrom'] },
    },
    schema: stored({
      name: text,
      spec: object({
        ...{ sizeBytes: bytes, protection: oneOf('concatenated', 'raid0', 'raid1', 'raid10'), driveClassId: text },
        epoch: count,
      }),
      status: object({ state: oneOf('creating', 'available', 'deleting'), observedGeneration: count }),
      generation: count,
      legs: listOf(leg),
    }),
    dropped: ['legs.role_1'],
    indexes: [{ ...index('legs.spec.role'), sparse: true }],
  },
  driveClasses: {
    spec: ['description', 'labels', 'members'],
    status: [],
    schema: stored({ name: text, spec: object({ members: object() }), status: object() }),
  },
};

/** An object of these fields of `from`; a field that is missing there is missing here too. */
const fieldsOf = (from: string, fields: readonly string[]): object =>
  fields.length === 0 ? { $literal: {} } : Object.fromEntries(fields.map((field) => [field, `${from}${field}`]));

/** The object `of`, with the fields moved. */
const moved = (of: string, { spec, status }: Moved): object => {
  const stays = { $not: { $in: ['$$field.k', [...spec, ...status]] } };
  const rest = { $arrayToObject: { $filter: { input: { $objectToArray: of }, as: 'field', cond: stays } } };
  return { $mergeObjects: [rest, { spec: fieldsOf(`${of}.`, spec), status: fieldsOf(`${of}.`, status) }] };
};

/** A part or a list that is missing or null stays so. */
const movedInParts = ({ parts = {}, lists = {} }: Pick<Change, 'parts' | 'lists'>): object => ({
  ...Object.fromEntries(
    Object.entries(parts).map(([name, fields]) => [
      name,
      { $cond: [{ $eq: [{ $type: `$${name}` }, 'object'] }, moved(`$${name}`, fields), `$${name}`] },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(lists).map(([name, fields]) => [
      name,
      { $cond: [{ $isArray: `$${name}` }, { $map: { input: `$${name}`, in: moved('$$this', fields) } }, `$${name}`] },
    ]),
  ),
});

/** A server of an older version fails to store a field at its earlier place. */
const withoutMoved = ({ schema, spec, status }: Change): Schema => ({
  ...schema,
  not: { anyOf: [...spec, ...status].map((field) => ({ required: [field] })) },
});

async function change(db: Db, name: string, each: Change): Promise<void> {
  const { spec, status, indexes = [], dropped = [] } = each;
  // First, so that a server of an older version stores no document in the earlier form meanwhile.
  await createCollection(db, name, { schema: withoutMoved(each) });
  const collection = db.collection(name);
  const groups = { spec: fieldsOf('$', spec), status: fieldsOf('$', status) };
  // One write per document: after an interruption, the next run continues with the documents that have no status.
  await collection.updateMany({ status: { $exists: false } }, [
    { $set: { ...movedInParts(each), ...groups } },
    ...(spec.length + status.length > 0 ? [{ $unset: [...spec, ...status] }] : []),
  ]);
  if (indexes.length > 0) await collection.createIndexes(indexes);
  const names = (await collection.indexes()).map((found) => found.name);
  for (const old of dropped) if (names.includes(old)) await collection.dropIndex(old);
}

/** Separates the fields of every domain object: `spec` has what was requested, `status` has the observed state; see docs/architecture.md. */
export const specAndStatus: Migration = {
  version: 13,
  name: 'spec-and-status',
  async run(db) {
    for (const [name, each] of Object.entries(changes)) await change(db, name, each);
  },
};
