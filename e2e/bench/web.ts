/** The console in a browser that draws without a GPU, on one server with 128 targets, 3,072 drives, 1,000 clients, 1,000 volumes and 2,000 attachments. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { MongoClient } from 'mongodb';
import { launchOptions } from '../browser/support/chromium.js';
import type { ApiClient } from '../support/api-client.js';
import type { ScriptedAgent } from '../support/scripted-agent.js';
import { ServerProcess } from '../support/server-process.js';
import { benchEnvironment } from './clusters/bench-server.js';
import { timed } from './clusters/large-cluster.js';
import { seedLargeCluster } from './clusters/seeded-cluster.js';
import { atRate, percentile } from './measure/latency.js';
import type { Measurement } from './measure/result.js';
import { settled } from './measure/settled.js';
import { measureFirstLoad, measureTopology } from './measure/web-pages.js';
import { measureTable, tenThousandDrives } from './measure/web-table.js';
import { measureBudgets } from './web-budgets.js';
import { measureChart } from './web-charts.js';
import { measureHeap } from './web-heap.js';

const VIEWER = { name: 'bench', password: 'correct horse battery' };
export const HEAP_MINUTES = 14;

export interface WebOptions {
  /** Minutes of live updates before the heap is reported. */
  heapMinutes: number;
}

/** Measures two servers one after the other: the large cluster, and one with a list of 10,000 rows. */
export async function benchWeb({ heapMinutes }: WebOptions): Promise<Measurement[]> {
  const directory = await mkdtemp(join(tmpdir(), 'weft-bench-web-'));
  const mongo = await startMongo({ members: 1, dir: join(directory, 'mongodb') });
  try {
    const pages = await onServer({ directory, mongo, database: 'large' }, (context) => largeCluster(context, mongo.uri, heapMinutes));
    const lists = await onServer({ directory, mongo, database: 'rows' }, longList);
    return [...pages, ...lists];
  } finally {
    await mongo.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

interface Context {
  server: ServerProcess;
  api: ApiClient;
  /** `onServer` closes them. */
  agents: ScriptedAgent[];
}

async function onServer(
  { directory, mongo, database }: { directory: string; mongo: MongoReplicaSet; database: string },
  work: (context: Context) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  const server = await ServerProcess.start({
    directory: join(directory, database),
    mongoUri: mongo.uri,
    database,
    environment: benchEnvironment,
  });
  const agents: ScriptedAgent[] = [];
  try {
    const api = await server.administrator();
    await api.call(endpoints.createUser, { body: { ...VIEWER, role: 'viewer' } });
    return await work({ server, api, agents });
  } finally {
    await Promise.all(agents.map((agent) => agent.close()));
    await server.stop();
  }
}

async function largeCluster({ server, api, agents }: Context, mongoUri: string, heapMinutes: number): Promise<Measurement[]> {
  const client = await MongoClient.connect(mongoUri);
  try {
    const cluster = await seedLargeCluster(api, client.db('large'));
    agents.push(...cluster.agents);
    await timed('the server had looked at all of it', () => settled(server.pid));
    const answers = await timed('answers of the topology', () => topologyAnswers(api));
    const pages = await inBrowser(server.url, async (page) => [
      ...(await timed('first loads', () => measureFirstLoad(page, server.url))),
      ...(await timed('budgets of five pages', () => measureBudgets(page, server.url, cluster.volumeIds[0] ?? ''))),
      ...(await timed('topology', () => measureTopology(page, server.url))),
      ...(await timed('charts', () => measureChart(page, server.url))),
      ...(heapMinutes > 0 ? await timed('heap', () => measureHeap(page, server.url, api, cluster, heapMinutes)) : []),
    ]);
    return [...answers, ...pages];
  } finally {
    await client.close();
  }
}

async function longList({ server, api, agents }: Context): Promise<Measurement[]> {
  agents.push(...(await timed('10,000 drives', () => tenThousandDrives(api))));
  await settled(server.pid);
  return inBrowser(server.url, (page) => timed('table', () => measureTable(page, server.url)));
}

/** API answers behind the topology picture: the whole picture, and one object as it changes. */
async function topologyAnswers(api: ApiClient): Promise<Measurement[]> {
  const whole = await api.call(endpoints.topology, {});
  const size = JSON.stringify(whole).length / 1024;
  const wholes = await atRate(1, 15, () => api.call(endpoints.topology, {}));
  const pick = (n: number) => `drive:${whole.drives[(n * 7919) % whole.drives.length]?.id}`;
  const parts = await atRate(20, 10, (n) => api.call(endpoints.topology, { query: { objects: pick(n) as never } }));
  return [
    { name: 'topology of all, size', value: size, unit: 'KiB' },
    { name: 'topology of all, one a second, p50', value: percentile(wholes, 0.5), unit: 'ms' },
    { name: 'topology of all, one a second, p99', value: percentile(wholes, 0.99), unit: 'ms' },
    { name: 'topology of one drive, 20 a second, p99', value: percentile(parts, 0.99), unit: 'ms' },
  ];
}

/** Runs the work on a logged-in page in its own window. */
async function inBrowser(url: string, work: (page: Page) => Promise<Measurement[]>): Promise<Measurement[]> {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(url);
    await page.getByLabel(/^Name/).fill(VIEWER.name);
    await page.getByLabel(/^Password/).fill(VIEWER.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    return await work(page);
  } finally {
    await browser.close();
  }
}
