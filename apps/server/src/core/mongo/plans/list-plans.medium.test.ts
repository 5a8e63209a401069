import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ZodDefault, ZodEnum, ZodObject } from 'zod';
import { startTestServer, type TestServer } from '../../../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../../../test-support/fake-agent.js';

/** Collections that grow with the cluster, or with its age. */
const LARGE = ['nodes', 'drives', 'volumes', 'attachments', 'objectStatuses', 'assignments', 'jobs', 'events', 'audit', 'alerts'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  for (const [at, name] of ['t1', 't2', 't3'].entries()) {
    const agent = await FakeAgent.enroll(server, name);
    await agent.connect(server.url);
    await agent.inventory([driveInventory(`S${2 * at}`), driveInventory(`S${2 * at + 1}`)]);
    agent.disconnect();
  }
});
afterAll(() => server.stop());

/** Reads that examine all on purpose, each at most every 30 s or when somebody asks. */
const isKnown = (filter: unknown): boolean => {
  const text = JSON.stringify(filter ?? {});
  // Links below what device and slot can do: an expression over the inventory.
  if (text.includes('pciLink')) return true;
  // Drives in trouble have many forms; the overview lists 100 nodes and drives of any.
  return text.includes('criticalWarning') || text.includes('carrier');
};

/** How the database found what was read meanwhile, by the servers' own services too: reads that examined a whole large collection, and sorted pages in memory. */
async function badPlans(act: () => Promise<unknown>): Promise<string[]> {
  const { db } = server.mongo;
  await db.command({ profile: 2 });
  await act();
  await db.command({ profile: 0 });
  const profile = db.collection('system.profile');
  const found = await profile
    .find({ op: 'query', ns: { $in: LARGE.map((name) => `${db.databaseName}.${name}`) } })
    .sort({ ts: 1 })
    .toArray();
  await profile.drop();
  return found.flatMap(({ ns, planSummary, hasSortStage, command: { filter, sort, limit } }) => {
    const scans = String(planSummary).includes('COLLSCAN') && Object.keys(filter ?? {}).length > 0 && !isKnown(filter);
    // The unique index of names is chosen for small collections, and the index of names and ids for large ones.
    const sorts =
      hasSortStage === true && limit !== undefined && !String(planSummary).startsWith('IXSCAN { name: 1 }, IXSCAN { name: 1, _id: 1 }');
    return scans || sorts ? [`${ns.split('.')[1]} ${JSON.stringify(filter)} sorted by ${JSON.stringify(sort)}: ${planSummary}`] : [];
  });
}

const sortsOf = ({ query }: Endpoint): readonly string[] => {
  const sort = (query as ZodObject | undefined)?.shape['sort'] as ZodDefault<ZodEnum> | undefined;
  return sort ? (sort.unwrap().options as string[]) : [];
};
const lists = Object.values(endpoints as Record<string, Endpoint>)
  .filter((each) => each.method === 'GET' && !each.path.includes(':') && each.id !== 'momentChanges')
  .flatMap((each) => sortsOf(each).map((sort) => [`${each.id} by ${sort}`, each, sort] as const));

const page = async (endpoint: Endpoint, query: Record<string, string>): Promise<string | null> => {
  const answer: unknown = await server.adminClient.call(endpoint, { query } as never);
  return (answer as { nextCursor: string | null }).nextCursor;
};

test('there are lists of all kinds', () => {
  expect(lists.length).toBeGreaterThan(30);
});

test.each(lists)('%s reads by index, the first page and the next one', async (_, endpoint, sort) => {
  const plans = await badPlans(async () => {
    const cursor = await page(endpoint, { sort, limit: '2' });
    if (cursor) await page(endpoint, { sort, limit: '2', cursor });
  });
  expect(plans).toEqual([]);
});

test('a search by a part of a name reads by index', async () => {
  expect(await badPlans(() => server.adminClient.call(endpoints.search, { query: { text: 't' } }))).toEqual([]);
});
