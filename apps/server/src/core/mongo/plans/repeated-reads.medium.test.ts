import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestMongo } from '../../../../test-support/database.js';
import { AlertWorldRepository } from '../../../alerts/alert-world.repository.js';
import { MaintenanceWorldStore } from '../../../domain/store/maintenance-world-store.service.js';
import { ReportedNodes } from '../../../domain/store/reported-nodes.service.js';
import { OrphansRepository } from '../../../orphans/orphans.repository.js';
import { OverviewRepository } from '../../../views/overview/overview.repository.js';
import { migrate } from '../migrations/migrate.js';
import type { Mongo } from '../mongo.js';

/** Objects of each kind, all of them healthy. */
const COUNT = 300;
let mongo: Mongo;
let close: () => Promise<void>;

const many = (of: (at: number) => object): object[] => Array.from({ length: COUNT }, (_, at) => ({ _id: `x${at}`, ...of(at) }));
const conditions = (...types: string[]) =>
  types.map((type) => ({ type, status: type === 'Healthy' || type === 'Attached' ? 'true' : 'false' }));

beforeAll(async () => {
  ({ mongo, close } = await openTestMongo());
  await migrate(mongo);
  const stored: Record<string, object[]> = {
    servers: [{ _id: 's', seenAt: new Date(Date.now() + 86_400_000) }],
    nodes: many((at) => ({
      name: `n${at}`,
      credentialHash: `h${at}`,
      spec: { labels: {} },
      status: { connection: { state: 'online', serverId: 's' }, conditions: conditions('Stale'), orphans: [] },
    })),
    drives: many((at) => ({
      ...{ nodeId: `x${at}`, serial: `s${at}`, nsid: 1, spec: { desired: 'in-service' } },
      status: { present: true, inventory: { weftDriveId: `w${at}` } },
    })),
    volumes: many((at) => ({
      name: `v${at}`,
      spec: {},
      status: { state: 'available', health: 'healthy', conditions: conditions('Healthy') },
    })),
    attachments: many((at) => ({ volumeId: `x${at}`, nodeId: `x${at}`, spec: {}, status: { conditions: conditions('Attached') } })),
    objectStatuses: (['leg', 'attachment', 'drive'] as const).flatMap((kind) =>
      many((at) => ({
        ...{ _id: `x${at}/${kind}/o${at}`, nodeId: `x${at}`, kind, objectId: `o${at}` },
        status: {
          kind,
          observed: {
            ...{ present: true, available: true, volumeGroup: true, open: false, array: null },
            ...(kind === 'attachment' ? { paths: [{ controllerState: 'live' }, { controllerState: 'live' }] } : {}),
          },
        },
      })),
    ),
  };
  for (const [name, documents] of Object.entries(stored))
    await mongo.db.collection(name).insertMany(documents, { bypassDocumentValidation: true });
});
afterAll(() => close());

/** Documents that the database examined meanwhile, by its profiler. */
async function examined(act: () => Promise<unknown>): Promise<number> {
  const { db } = mongo;
  await db.command({ profile: 2 });
  await act();
  await db.command({ profile: 0 });
  const profile = db.collection('system.profile');
  const found = await profile.find({ docsExamined: { $exists: true } }).toArray();
  await profile.drop();
  return found.filter(({ ns }) => ns !== `${db.databaseName}.servers`).reduce((sum, { docsExamined }) => sum + Number(docsExamined), 0);
}

const now = new Date();
const alerts = () => new AlertWorldRepository(mongo, { get: async () => ({ spec: { scrubIntervalDays: 30 } }) } as never);
const reads: Record<string, () => Promise<unknown>> = {
  'nodes of dead servers, each second': () => new ReportedNodes(mongo).onDeadServers(10_000),
  'maintenance, after each change of a node': () =>
    new MaintenanceWorldStore(mongo, ...([null, null, null] as unknown as [never, never, never])).open(),
  'volumes in trouble, every 5 s': () => alerts().volumes(new Map()),
  'foreign hosts, every 5 s': () => alerts().foreignHosts(),
  'scrubs, every 30 s': () => alerts().scrubs(new Map(), now),
  'snapshots, every 30 s': () => alerts().snapshots(new Map(), now),
  'checksums, every 30 s': () => alerts().checksums(new Map()),
  'orphans, every 30 s': () => new OrphansRepository(mongo).world(now),
  'attachments of the overview': () => new OverviewRepository(mongo).attachmentCounts(),
};

test.each(Object.entries(reads))('%s: examines no object of a cluster in which all is well', async (name, read) => {
  // Both counts of all attachments are of documents, or of none.
  expect(await examined(read)).toBeLessThanOrEqual(name.startsWith('attachments') ? 2 * COUNT : 0);
});

test('one changed status is one examined document', async () => {
  expect(await examined(() => alerts().unsettled(['x7/attachment/o7']))).toBe(1);
  expect(await examined(() => alerts().nodes(['x7']))).toBe(1);
});

test('lost paths are counted by the attachments that have lost one', async () => {
  const statuses = mongo.db.collection<{ _id: string }>('objectStatuses');
  const path = 'status.observed.paths.0.controllerState';
  for (const [id, state] of [
    ['x1/attachment/o1', 'connecting'],
    ['x2/attachment/o2', null],
  ] as const)
    await statuses.updateOne({ _id: id }, { $set: { [path]: state } }, { bypassDocumentValidation: true });
  expect((await new OverviewRepository(mongo).attachmentCounts()).fewerPaths).toBe(2);
  const filter = {
    ...{ kind: 'attachment', 'status.observed.available': true },
    'status.observed.paths': { $elemMatch: { controllerState: { $ne: 'live' } } },
  };
  expect(await examined(() => statuses.countDocuments(filter))).toBe(2);
});
