/** Every page in both themes, into .cache/screenshots: for people to look at. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { ApiClient } from '../support/api-client.js';
import { freePort } from '../support/free-port.js';
import { initialPassword, StartProcess } from '../support/start-process.js';
import { Cluster } from './cluster.js';
import { expect, test } from './fixtures.js';
import { login } from './login.js';

const folder = fileURLToPath(new URL('../../.cache/screenshots', import.meta.url));
const themes = ['light', 'dark'] as const;

test.beforeAll(() => mkdir(folder, { recursive: true }));

test('the cluster of npm start', async ({ page }) => {
  test.setTimeout(420_000);
  const data = await mkdtemp(join(tmpdir(), 'weft-screenshots-'));
  const started = StartProcess.run({ data, port: await freePort(), mongodbPort: await freePort() });
  try {
    await started.says('the simulated cluster is up', 300);
    const [, url = ''] = /^ {2}Open +(\S+)\/$/m.exec(started.output) ?? [];
    const password = await initialPassword(data, 'simulated');
    const api = new ApiClient(url);
    await api.login('admin', password);
    for (const theme of themes) {
      await page.context().clearCookies();
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(url);
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
      await shoot(page, theme, 'login');
      await login(page, url, 'admin', password);
      await referencePages(page, url, api, theme);
    }
  } finally {
    await started.end('SIGTERM');
    await rm(data, { recursive: true, force: true });
  }
});

test('what waits and what is refused', async ({ page, cluster, loginAs }) => {
  test.setTimeout(180_000);
  await furnishMore(cluster);
  await loginAs('admin');
  const { url } = cluster.server;
  const jobs = await cluster.admin.call(endpoints.listJobs, { query: { state: 'waiting' } });
  const volumes = await cluster.admin.call(endpoints.listVolumes);
  const id = (wanted: string) => volumes.items.find(({ name }) => name === wanted)?.id;
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await open(page, `${url}/jobs`);
    await shoot(page, theme, 'jobs-waiting');
    await open(page, `${url}/jobs/${jobs.items[0]?.id}`);
    await shoot(page, theme, 'job-waiting');
    await open(page, `${url}/volumes`);
    await shoot(page, theme, 'volumes-waiting');
    await open(page, `${url}/volumes/${id('ingest')}`);
    await shoot(page, theme, 'volume-waiting');
    await open(page, `${url}/drives?state=occupied`);
    await page.getByRole('button', { name: 'Wipe…' }).first().click();
    await shoot(page, theme, 'drive-wipe');
    await open(page, `${url}/volumes/${id('scratch')}`);
    await page.getByRole('button', { name: 'Attach…' }).click();
    await shoot(page, theme, 'volume-attach');
  }
});

test('an overview with causes, the first steps, and what is planned before it is done', async ({ page, mongo }) => {
  test.setTimeout(300_000);
  const cluster = await Cluster.start(mongo.uri);
  try {
    const { url } = cluster.server;
    await login(page, url, 'admin');
    await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible();
    await inBoth(page, 'first-steps');
    await cluster.furnish();
    const orders = await cluster.volume('orders', { sizeBytes: 2 ** 40 });
    await cluster.attach(orders, 'c1');
    await expect(page.getByLabel('fstab line')).toBeVisible();
    await inBoth(page, 'first-steps-mount');
    const logs = await cluster.volume('logs', { sizeBytes: 2 ** 38, protection: 'raid1' });
    await cluster.volume('scratch', { sizeBytes: 2 ** 39, protection: 'raid0' });
    const { legs } = await cluster.admin.call(endpoints.getVolume, { params: { id: logs } });
    const nodeId = (name: string) => cluster.agents.get(name)?.nodeId;
    await dialog(page, `${url}/volumes/${orders}`, 'Grow…', 'volume-grow', () => page.getByLabel('New size').fill('2TiB'));
    await dialog(page, `${url}/volumes/${orders}`, 'Take away…', 'volume-take-away', () => page.getByLabel('c1 is off').check());
    await dialog(page, `${url}/volumes/${logs}`, 'Delete…', 'volume-delete');
    await dialog(page, `${url}/drives/${legs[0]?.drive.id}`, 'Evict…', 'drive-evict');
    await dialog(page, `${url}/nodes/${nodeId('n1')}`, 'Drain…', 'node-drain');
    await dialog(page, `${url}/nodes/${nodeId('n1')}`, 'Maintenance…', 'node-maintenance');
    await open(page, `${url}/nodes/${nodeId('n2')}`);
    await page.getByRole('button', { name: 'Drain…' }).click();
    await page.getByRole('button', { name: 'Drain it' }).click();
    await expect(page.getByRole('region', { name: 'Job' })).toBeVisible();
    await inBoth(page, 'node-drain-job');
    await cluster.agents.get('n3')?.goAway();
    await open(page, url);
    await expect(page.getByText('node n3 lost')).toBeVisible();
    await inBoth(page, 'overview-causes');
    await open(page, `${url}/volumes/${orders}`);
    await inBoth(page, 'volume-causes');
    await open(page, `${url}/nodes/${nodeId('n3')}`);
    await inBoth(page, 'node-lost');
    await open(page, `${url}/topology?select=node:${nodeId('n3')}`);
    await expect(page.getByRole('treeitem', { name: 'n3, lost', exact: true })).toBeVisible();
    await inBoth(page, 'topology-lost');
    await dialog(page, `${url}/volumes/${orders}`, 'Accept a loss…', 'volume-accept-loss', () =>
      page.getByRole('checkbox').first().check(),
    );
  } finally {
    await cluster.stop();
  }
});

async function inBoth(page: Page, name: string): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await shoot(page, theme, name);
  }
}

/** A dialog with its plan. */
async function dialog(page: Page, url: string, button: string, name: string, fill?: () => Promise<void>): Promise<void> {
  await open(page, url);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await fill?.();
  await expect(page.getByRole('dialog').getByLabel('Plan').first()).toBeVisible();
  await inBoth(page, name);
}

async function referencePages(page: Page, url: string, api: ApiClient, theme: string): Promise<void> {
  const nodes = await api.call(endpoints.listNodes);
  const node = (wanted: string) => nodes.items.find(({ name }) => name === wanted)?.id;
  const [volume] = (await api.call(endpoints.listVolumes)).items;
  const [drive] = (await api.call(endpoints.listDrives, { query: { nodeId: node('t1') ?? '' } })).items;
  const [job] = (await api.call(endpoints.listJobs, { query: { kind: 'attachment.attach' } })).items;
  const places: [string, string][] = [
    ['overview', '/'],
    ['topology', '/topology'],
    ['topology-volume', `/topology?select=volume:${volume?.id}`],
    ['topology-wear', '/topology?colour=wear'],
    ['volumes', '/volumes'],
    ['volume', `/volumes/${volume?.id}`],
    ['drives', '/drives'],
    ['drive-map', '/drives/map?by=load'],
    ['attachments', '/attachments'],
    ['users', '/users'],
    ['drive', `/drives/${drive?.id}`],
    ['drive-classes', '/drive-classes'],
    ['nodes', '/nodes'],
    ['node-target', `/nodes/${node('t1')}`],
    ['node-client', `/nodes/${node('c1')}`],
    ['jobs', '/jobs'],
    ['job', `/jobs/${job?.id}`],
    ['settings', '/settings'],
  ];
  for (const [name, path] of places) {
    await open(page, `${url}${path}`);
    await shoot(page, theme, name);
  }

  await open(page, `${url}/volumes/${volume?.id}`);
  await page.getByRole('heading', { name: 'Fabric' }).scrollIntoViewIfNeeded();
  await shoot(page, theme, 'volume-fabric');
  await page.getByLabel('Latency shares').getByRole('button').first().focus();
  await expect(page.getByRole('dialog', { name: 'Provenance' }).getByLabel('curl command')).toContainText('jq');
  await shoot(page, theme, 'provenance');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'JSON' }).scrollIntoViewIfNeeded();
  await shoot(page, theme, 'volume-history');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill(volume?.name.slice(0, 3) ?? '');
  await expect(page.getByRole('option', { name: /^Found/ }).first()).toBeVisible();
  await shoot(page, theme, 'palette');
  await page.keyboard.press('Escape');

  await open(page, `${url}/volumes/new`);
  await page.getByLabel(/^Name/).fill('analytics');
  await page.getByLabel(/^Size/).fill('64GiB');
  await page.getByLabel('Drive class').selectOption('class-1');
  await expect(page.getByRole('table', { name: 'Placement' })).toBeVisible();
  await shoot(page, theme, 'volume-new');
  await page
    .getByRole('button', { name: /^Node t/ })
    .first()
    .click();
  await page.getByRole('status', { name: 'What if' }).scrollIntoViewIfNeeded();
  await shoot(page, theme, 'volume-new-what-if');
  await page.getByLabel(/^Size/).fill('3.2TiB');
  await expect(page.getByRole('table', { name: 'What is short' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What would fit' })).toBeVisible();
  await shoot(page, theme, 'volume-new-short');

  await open(page, `${url}/drive-classes/new`);
  await page.getByLabel(/^Name/).fill('archive');
  await expect(page.getByRole('table', { name: 'Matching drives' })).toBeVisible();
  await shoot(page, theme, 'drive-class-new');

  await open(page, `${url}/drives`);
  await page.getByRole('checkbox', { name: 'Select' }).nth(2).check();
  await page
    .getByRole('checkbox', { name: 'Select' })
    .nth(5)
    .click({ modifiers: ['Shift'] });
  await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Evict…' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('It is done to');
  await shoot(page, theme, 'drives-bulk');

  await open(page, `${url}/nodes`);
  await page.getByRole('button', { name: 'Enroll a node' }).click();
  await page.getByRole('button', { name: 'Issue a token' }).click();
  await expect(page.getByLabel('Enroll command')).toBeVisible();
  await shoot(page, theme, 'node-enroll');
}

const shoot = (page: Page, theme: string, name: string) =>
  page.screenshot({ animations: 'disabled', path: `${folder}/${name}-${theme}.png` });

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
  await expect(page.getByText('live', { exact: true }).first()).toBeVisible();
}

/** Two volumes for the table, one to attach, and one that cannot get on, with what a real agent says then. */
async function furnishMore(cluster: Cluster): Promise<void> {
  const first = await cluster.volume('orders-db', { sizeBytes: 1.5 * 2 ** 40 });
  await cluster.attach(first, 'c1');
  const second = await cluster.volume('warehouse', { sizeBytes: 800 * 2 ** 30, protection: 'raid1' });
  await cluster.attach(second, 'c2');
  await cluster.volume('scratch', { sizeBytes: 0.5 * 2 ** 40, protection: 'raid0' });
  const failure = {
    state: 'failed' as const,
    reason: {
      code: 'command-failed',
      message: 'lvcreate ended with exit code 5',
      command: ['lvcreate', '--devicesfile', 'weft', '-Wn', '-Zn', '-L', '536870912b', '-n', 'leg-7a3c', 'weft-19c2'],
      exitCode: 5,
      stderr: '  Volume group "weft-19c2" has insufficient free space (0 extents): 128 required.\n',
    },
  };
  const n2 = cluster.agents.get('n2');
  n2?.answer('leg', failure);
  const { items } = await cluster.admin.call(endpoints.listDriveClasses, { query: { name: 'fast' } });
  const body = { name: 'ingest', sizeBytes: 2 ** 39, protection: 'raid10' as const, driveClassId: items[0]?.id ?? '' };
  const { job, volume } = await cluster.admin.call(endpoints.createVolume, { body });
  await expect
    .poll(async () => (await cluster.admin.call(endpoints.getJob, { params: { id: job.id } })).state, { timeout: 30_000 })
    .toBe('waiting');
  // From now on only its own legs fail: the legs of the other volumes on that node are as they were.
  for (const leg of volume.legs) if (leg.node.name === 'n2') n2?.answer(leg.id, failure);
  n2?.answer('leg', null);
}
