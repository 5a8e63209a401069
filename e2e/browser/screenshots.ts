/** Every page in both themes, into .cache/screenshots: for people to look at. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expect, test } from './fixtures.js';

const folder = fileURLToPath(new URL('../../.cache/screenshots', import.meta.url));

for (const theme of ['light', 'dark'] as const) {
  test(`pages, ${theme}`, async ({ page, cluster, loginAs }) => {
    test.setTimeout(180_000);
    await mkdir(folder, { recursive: true });
    await page.emulateMedia({ colorScheme: theme });
    const shot = (name: string) => page.screenshot({ path: `${folder}/${name}-${theme}.png` });
    const { admin } = cluster;

    if (theme === 'light') await furnishMore(cluster);
    await page.goto(cluster.server.url);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await shot('login');
    await loginAs('admin');

    const volumes = await admin.call(endpoints.listVolumes);
    const nodes = await admin.call(endpoints.listNodes);
    const jobs = await admin.call(endpoints.listJobs, { query: { sort: '-createdAt' } });
    const orders = volumes.items.find(({ name }) => name === 'orders-db');
    const waiting = jobs.items.find(({ state }) => state === 'waiting') ?? jobs.items[0];
    const places: [string, string][] = [
      ['volumes', '/volumes'],
      ['volume', `/volumes/${orders?.id}`],
      ['drives', '/drives'],
      ['drive-classes', '/drive-classes'],
      ['nodes', '/nodes'],
      ['node', `/nodes/${nodes.items.find(({ name }) => name === 'n1')?.id}`],
      ['jobs', '/jobs'],
      ['job', `/jobs/${waiting?.id}`],
      ['settings', '/settings'],
    ];
    for (const [name, path] of places) {
      await open(page, `${cluster.server.url}${path}`);
      await shot(name);
    }

    await open(page, `${cluster.server.url}/volumes/new`);
    await page.getByLabel(/^Name/).fill('analytics');
    await page.getByLabel(/^Size/).fill('1.5TiB');
    await page.getByLabel('Drive class').selectOption('fast');
    await expect(page.getByRole('table', { name: 'Placement' })).toBeVisible();
    await shot('volume-new');
    await page.getByLabel(/^Size/).fill('40TiB');
    await expect(page.getByRole('table', { name: 'What is short' })).toBeVisible();
    await shot('volume-new-short');

    await open(page, `${cluster.server.url}/drive-classes/new`);
    await page.getByLabel(/^Name/).fill('archive');
    await expect(page.getByRole('table', { name: 'Matching drives' })).toBeVisible();
    await shot('drive-class-new');

    await open(page, `${cluster.server.url}/nodes`);
    await page.getByRole('button', { name: 'Enroll a node' }).click();
    await page.getByRole('button', { name: 'Issue a token' }).click();
    await expect(page.getByLabel('Enroll command')).toBeVisible();
    await shot('node-enroll');

    await open(page, `${cluster.server.url}/drives?state=occupied`);
    await page.getByRole('button', { name: 'Wipe…' }).first().click();
    await shot('drive-wipe');

    const scratch = volumes.items.find(({ name }) => name === 'scratch');
    await open(page, `${cluster.server.url}/volumes/${scratch?.id}`);
    await page.getByRole('button', { name: 'Attach…' }).click();
    await shot('volume-attach');
  });
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
  await expect(page.getByText('live', { exact: true })).toBeVisible();
}

async function furnishMore(cluster: import('./cluster.js').Cluster): Promise<void> {
  const first = await cluster.volume('orders-db', { sizeBytes: 1.5 * 2 ** 40 });
  await cluster.attach(first, 'c1');
  const second = await cluster.volume('warehouse', { sizeBytes: 800 * 2 ** 30, protection: 'raid1' });
  await cluster.attach(second, 'c2');
  await cluster.volume('scratch', { sizeBytes: 0.5 * 2 ** 40, protection: 'raid0' });
  // One that cannot get on, with what a real agent says then.
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
