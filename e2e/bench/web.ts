/** The console in a browser that draws without a GPU, on one server with 128 targets, 3,072 drives, 1,000 clients, 1,000 volumes and 2,000 attachments. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { startMongo } from '@weft/test-support/mongo';
import { launchOptions } from '../browser/chromium.js';
import type { ApiClient } from '../support/api-client.js';
import { ServerProcess } from '../support/server-process.js';
import { buildLargeCluster } from './large-cluster.js';
import { atRate, percentile } from './latency.js';
import type { Measurement } from './result.js';
import { measureFirstLoad, measureTopology } from './web-pages.js';

export const VIEWER = { name: 'bench', password: 'correct horse battery' };

export async function benchWeb(): Promise<Measurement[]> {
  const directory = await mkdtemp(join(tmpdir(), 'weft-bench-web-'));
  const mongo = await startMongo({ members: 1, dir: join(directory, 'mongodb') });
  const environment = { WEFT_LOG_LEVEL: 'warn', WEFT_CHECK_RESPONSES: 'false', WEFT_REQUESTS_PER_SECOND: '10000' };
  const server = await ServerProcess.start({ directory: join(directory, 'server'), mongoUri: mongo.uri, environment });
  const close: (() => Promise<void>)[] = [];
  try {
    const api = await server.administrator();
    await api.call(endpoints.createUser, { body: { ...VIEWER, role: 'viewer' } });
    const { agents } = await buildLargeCluster(api, { attached: 1000, clientsEach: 2 });
    close.push(...agents.map((agent) => () => agent.close()));
    return [...(await topologyAnswers(api)), ...(await measureConsole(server.url))];
  } finally {
    for (const end of close) await end();
    await server.stop();
    await mongo.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** What the picture is made of, as the server answers it: in whole, and one object as it changes. */
export async function topologyAnswers(api: ApiClient): Promise<Measurement[]> {
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

export async function measureConsole(url: string): Promise<Measurement[]> {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(url);
    await page.getByLabel(/^Name/).fill(VIEWER.name);
    await page.getByLabel(/^Password/).fill(VIEWER.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    return [...(await measureFirstLoad(page, url)), ...(await measureTopology(page, url))];
  } finally {
    await browser.close();
  }
}
