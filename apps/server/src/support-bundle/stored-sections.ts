import { knownSpec, type SettingsSpec } from '@weft/shared/kinds/settings/settings';
import type { CollectionName } from '../core/mongo/collections.js';
import type { Mongo } from '../core/mongo/mongo.js';
import type { Section } from './section.js';
import { line } from './section.js';

const DAY_MS = 86_400_000;
const BATCH = 100;
const stored = ['version', 'createdAt', 'updatedAt'];

/**
 * Fields of each collection that are in a bundle: a new field is left out until somebody adds it here. A field that holds an object (`spec`, `status`)
 * is in the bundle with all that it holds: of drives, classes, volumes and attachments these have no secrets, of users and nodes some do.
 */
export const FIELDS = {
  settings: [...stored, 'clusterId', 'historyId', 'simulated', 'spec'],
  servers: ['hostname', 'version', 'protocol', 'address', 'agents', 'startedAt', 'seenAt'],
  nodes: [
    ...[...stored, 'name', 'hostId', 'spec.labels', 'spec.scheduling', 'spec.schedulingSince', 'spec.maintenance', 'spec.removal'],
    ...['spec.rotation.requestedAt', 'status.inventory', 'status.bootId', 'status.agent', 'status.acceptedGeneration', 'status.offered'],
    ...['status.connection.state', 'status.connection.since', 'status.connection.serverId', 'status.connection.address'],
    ...['status.acknowledged', 'status.historyDoubt', 'status.ledgerLoss', 'status.links', 'status.conditions'],
  ],
  drives: [...stored, 'nodeId', 'nodeName', 'serial', 'nsid', 'spec', 'status'],
  driveClasses: [...stored, 'name', 'spec'],
  volumes: [...stored, 'name', 'generation', 'spec', 'status', 'array', 'legs', 'obsoleteLegs', 'growth'],
  attachments: [...stored, 'volumeId', 'volumeName', 'nodeId', 'nodeName', 'generation', 'spec', 'status', 'exports'],
  jobs: [...stored, 'kind', 'subject', 'state', 'steps', 'waitingFor', 'error', 'requestedBy', 'finishedAt'],
  orphanIgnores: [...stored, 'orphanId', 'node', 'kind', 'side', 'name', 'reason', 'author', 'absentSince'],
  objectStatuses: ['nodeId', 'kind', 'objectId', 'bootId', 'status', 'receivedAt', 'notLiveSince', 'absentSince'],
  assignments: ['generation', 'hash', 'updatedAt'],
  events: ['at', 'lastAt', 'count', 'severity', 'kind', 'topic', 'from', 'to', 'subjects', 'subjectCount', 'cause'],
  // Without `request.name`: people type passwords into the field of the user name.
  audit: [
    ...['at', 'by', 'action', 'subject', 'statements', 'request.id', 'request.route', 'request.address', 'request.status', 'request.code'],
    ...['request.jobId', 'request.count', 'request.lastAt'],
  ],
} as const satisfies Partial<Record<CollectionName, readonly string[]>>;

interface Choice {
  fields?: readonly string[];
  filter?: Record<string, unknown>;
  sort?: Record<string, 1 | -1>;
  /** What of a document is in the bundle. */
  shown?: (document: never) => unknown;
}

function collection(mongo: Mongo, name: string, from: keyof typeof FIELDS, choice: Choice = {}): Section {
  const { fields = FIELDS[from], filter = {}, sort = { _id: 1 }, shown = (document: unknown) => document } = choice;
  return {
    name,
    ending: 'ndjson',
    async *read() {
      const projection = Object.fromEntries(fields.map((field) => [field, 1]));
      const documents = mongo.reading<{ _id: string }>(from).find(filter, { projection, sort, batchSize: BATCH, allowDiskUse: true });
      for await (const document of documents) yield line(shown(document as never));
    },
  };
}

/** The sections that come from the database, with or without a running server. */
export const storedSections = (mongo: Mongo, now: Date): Section[] => [
  collection(mongo, 'servers', 'servers'),
  // Earlier versions stored settings that this one does not know, and addresses with passwords.
  collection(mongo, 'settings', 'settings', {
    shown: (settings: { spec: SettingsSpec }) => ({ ...settings, spec: knownSpec(settings.spec) }),
  }),
  collection(mongo, 'nodes', 'nodes'),
  collection(mongo, 'drives', 'drives'),
  collection(mongo, 'drive-classes', 'driveClasses'),
  collection(mongo, 'volumes', 'volumes'),
  collection(mongo, 'attachments', 'attachments'),
  collection(mongo, 'orphans', 'nodes', { fields: ['name', 'status.orphans'], filter: { 'status.orphans.0': { $exists: true } } }),
  collection(mongo, 'ignored-orphans', 'orphanIgnores'),
  collection(mongo, 'assignments', 'assignments'),
  collection(mongo, 'host-truth', 'objectStatuses'),
  collection(mongo, 'audit', 'audit', { filter: { at: { $gte: new Date(now.getTime() - DAY_MS) } }, sort: { at: -1 } }),
  collection(mongo, 'events', 'events', { filter: { lastAt: { $gte: new Date(now.getTime() - DAY_MS) } }, sort: { lastAt: -1 } }),
  // Newest first: if they are cut, the oldest are missing.
  collection(mongo, 'jobs', 'jobs', { sort: { createdAt: -1 } }),
];
