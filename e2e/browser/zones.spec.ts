import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { FederationProcess } from '../support/zones/federation-process.js';
import { expectNoViolation } from './support/axe.js';
import { Cluster } from './support/cluster.js';
import { test as base, expect } from './support/fixtures.js';

interface Federated {
  federation: FederationProcess;
  ams: Cluster;
  fra: Cluster;
}

/** Two real clusters, and a federation of them. */
const test = base.extend<{ federated: Federated }>({
  federated: [
    async ({ mongo }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'weft-browser-zones-'));
      const [ams, fra] = [await Cluster.start(mongo.uri), await Cluster.start(mongo.uri)];
      const drives = (name: string) => [{ serial: `${name}-d1`, sizeBytes: 2.4e12 }];
      await ams.node('target-ams', drives('ams'), { zone: 'hall-1', rack: 'r7' });
      await fra.node('target-fra', drives('fra'), { zone: 'hall-2', rack: 'r9' });
      const zones = await Promise.all(
        Object.entries({ ams, fra }).map(async ([name, { admin, server }]) => {
          const { token } = await admin.call(endpoints.createApiToken, { body: { name: 'zones', role: 'viewer', expiresInDays: 1 } });
          return { name, url: server.url, token };
        }),
      );
      const federation = await FederationProcess.start(folder, zones, { pollSeconds: 1, requestSeconds: 1, searchMilliseconds: 1000 });
      await use({ federation, ams, fra });
      await federation.stop();
      await Promise.all([ams.stop(), fra.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
    { timeout: 360_000 },
  ],
});

async function logIn(page: Page, { url, token }: FederationProcess): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Show zones' }).click();
  await expect(page.getByRole('heading', { name: 'Zones', level: 1 })).toBeVisible();
}

const row = (page: Page, name: string) => page.getByRole('table', { name: 'Zones' }).getByRole('row', { name: new RegExp(`^${name} `) });

/** Median time in ms from a typed text to its result. */
async function searchMs(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Search' }).click();
  const samples: number[] = [];
  for (const text of ['target-a', 'target-am', 'target-ams']) {
    const answered = page.waitForResponse(
      (response) => response.url().includes(`/zones/search?q=${text}`) && !response.url().includes(`${text}-`),
    );
    await page.getByLabel('Part of a name or serial').fill(text);
    samples.push((await answered).request().timing().responseStart);
  }
  await expect(page.getByRole('table', { name: 'Results' }).getByRole('link', { name: 'target-ams' })).toBeVisible();
  return samples.sort((a, b) => a - b)[1] ?? Number.NaN;
}

test('asks for a token, refuses a wrong one, and forgets it on request', async ({ page, federated: { federation } }) => {
  await page.goto(`${federation.url}/alerts`);
  await page.getByLabel('Token').fill('of-another-federation');
  await page.getByRole('button', { name: 'Show zones' }).click();
  await expect(page.getByRole('alert')).toContainText('is no token of this federation');
  await logIn(page, federation);
  await page.reload();
  await expect(row(page, 'ams')).toBeVisible();
  await page.getByRole('button', { name: 'Forget token' }).click();
  await expect(page.getByLabel('Token')).toBeVisible();
});

test('shows zones, racks, alerts and objects, with links into each console', async ({ page, federated: { federation, ams, fra } }) => {
  await logIn(page, federation);
  await expect(page.getByRole('heading', { name: 'Sums over 2 zones of 2' })).toBeVisible();
  await expect(row(page, 'ams')).toContainText('reachable');
  await expect(row(page, 'fra').getByRole('link', { name: 'fra', exact: true })).toHaveAttribute('href', fra.server.url);
  await expectNoViolation(page, 'the zones');
  await page.getByRole('link', { name: 'Topology of ams' }).click();
  await expect(page.getByRole('table', { name: 'Racks of ams' })).toContainText('r7');
  await page.getByLabel('Zone', { exact: true }).selectOption('fra');
  await expect(page.getByRole('table', { name: 'Racks of fra' })).toContainText('hall-2');
  await page.goBack();
  await expect(page.getByRole('table', { name: 'Racks of ams' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Alerts' }).click();
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click();
  await page.getByLabel('Part of a name or serial').fill('target');
  const results = page.getByRole('table', { name: 'Results' });
  await expect(results.getByRole('row')).toHaveCount(3);
  const [found] = (await ams.admin.call(endpoints.search, { query: { text: 'target-ams' } })).items;
  await expect(results.getByRole('link', { name: 'target-ams' })).toHaveAttribute('href', `${ams.server.url}/nodes/${found?.id}`);
});

test('says in plain words that a zone is dead, and is as fast as before', async ({ page, federated: { federation, ams, fra } }) => {
  await logIn(page, federation);
  await expect(row(page, 'fra')).toContainText('reachable');
  const before = await searchMs(page);
  await fra.server.kill('SIGKILL');
  await page.getByRole('link', { name: 'Zones' }).click();
  await expect(page.getByRole('heading', { name: 'Sums over 1 zone of 2' })).toBeVisible();
  await expect(row(page, 'fra')).toContainText(`unreachable`);
  await expect(row(page, 'fra')).toContainText(`${fra.server.url} cannot be reached`);
  await expect(page.getByText('1 zone not in the sums:')).toBeVisible();
  await expect(row(page, 'ams')).toContainText('reachable');
  const after = await searchMs(page);
  console.log(`search of zones: ${before.toFixed(0)} ms with both, ${after.toFixed(0)} ms with one dead`);
  expect(after).toBeLessThan(Math.max(250, 3 * before));
  await expect(page.getByText('1 zone not searched:')).toBeVisible();
  expect(ams.server.url).not.toBe(fra.server.url);
});
