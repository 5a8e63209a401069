import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expectNoViolation } from './support/axe.js';
import { type Federated, federated, logIn } from './support/federated.js';
import { test as base, expect } from './support/fixtures.js';

const test = base.extend<{ federated: Federated }>({ federated: [federated, { timeout: 360_000 }] });

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

test('says in plain words that a zone is dead, and is as fast as before', async ({ page, federated: { federation, fra } }) => {
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
});
