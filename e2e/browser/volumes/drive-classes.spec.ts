import { endpoints } from '@weft/shared/endpoints/endpoints';
import { storeGrowth } from '../../support/capacity-history.js';
import { chooseAction } from '../support/actions.js';
import { expectNoViolation } from '../support/axe.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';

test('previews the matching drives of a selector before the class is created', async ({ page, loginAs }) => {
  await loginAs('olga', '/drive-classes/new');
  await page.getByLabel(/^Name/).fill('rack-one');
  await expect(page.getByRole('heading', { name: 'Contains 9 drives of 3 nodes' })).toBeVisible();
  await page.getByLabel('Labels of nodes').fill('rack=r1');
  await expect(page.getByRole('heading', { name: 'Contains 3 drives of 1 node' })).toBeVisible();
  await expect(page.getByText('mirrors need two')).toBeVisible();
  await page.getByLabel('Over-provisioning of thin volumes').fill('3');
  await page.getByRole('button', { name: 'Create drive class' }).click();
  const row = page.getByRole('row', { name: /rack-one/ });
  await expect(row).toContainText('of nodes with rack=r1');

  await row.getByRole('link', { name: 'rack-one' }).click();
  await expect(page.getByText('3 × what the pools of their drives can become')).toBeVisible();
  await page.goBack();
  await row.getByRole('button', { name: 'Delete…' }).click();
  await page.getByLabel('Type the class’s name').fill('rack-one');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: /rack-one/ })).toHaveCount(0);
});

test('shows a class with its capacity, drives, volumes and history, and deletes it from there @all', async ({ page, cluster, loginAs }) => {
  await cluster.volume('of-fast');
  const body = { name: 'one-rack', members: { by: 'selector' as const, selector: { nodeLabels: { rack: 'r1' } } } };
  await cluster.admin.call(endpoints.createDriveClass, { body });
  await loginAs('olga', '/drive-classes');
  await page.getByRole('link', { name: 'fast', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'fast' })).toBeVisible();
  const capacity = page.locator('section', { has: page.getByRole('heading', { name: 'Capacity' }) });
  await expect(capacity).toContainText(/free/);
  await expect(capacity).toContainText(/if n\d fails; .* free elsewhere/);
  await expectNoViolation(page, 'drive class');
  const parts = page.getByRole('navigation', { name: 'Parts of this page' });
  await parts.getByRole('link', { name: 'Drives' }).click();
  await expect(page.getByRole('table', { name: 'Drives' }).getByRole('row')).toHaveCount(10);
  await parts.getByRole('link', { name: 'Volumes' }).click();
  await expect(page.getByRole('table', { name: 'Volumes' }).getByRole('row', { name: /of-fast/ })).toBeVisible();
  await parts.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByText('the class was created')).toBeVisible();

  await page.goBack();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drive classes' }).click();
  await page.getByRole('link', { name: 'one-rack', exact: true }).click();
  await chooseAction(page, 'Delete…');
  await page.getByLabel('Type the class’s name').fill('one-rack');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Drive classes' })).toBeVisible();
  await expect(page.getByRole('row', { name: /one-rack/ })).toHaveCount(0);
});

test('keeps the list of drive classes inside its card, at usual and narrow widths', async ({ page, loginAs }) => {
  await loginAs('olga', '/drive-classes');
  const table = page.getByRole('table', { name: 'Drive classes' });
  await expect(table).toBeVisible();
  for (const width of [1440, 1280, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    // A table wider than its card scrolls inside it.
    await expect
      .poll(() =>
        table.evaluate((element) => {
          const card = element.closest('.card')?.getBoundingClientRect().right ?? 0;
          const scrolls = getComputedStyle(element.parentElement as Element).overflowX === 'auto';
          return scrolls || element.getBoundingClientRect().right <= card;
        }),
      )
      .toBe(true);
  }
});

test('shows at the field that the name of a class is taken', async ({ page, loginAs }) => {
  await loginAs('olga', '/drive-classes/new');
  await page.getByLabel(/^Name/).fill('fast');
  await page.getByRole('button', { name: 'Create drive class' }).click();
  await expect(page.getByLabel(/^Name/)).toHaveAccessibleDescription(/already/);
});

test('forecasts when a class is full, with the history that the forecast rests on @all', async ({ page, mongo, ownCluster: cluster }) => {
  test.setTimeout(360_000);
  await cluster.furnish();
  await cluster.volume('orders');
  await login(page, cluster.server.url, 'vera');
  const inOverview = page.getByRole('table', { name: 'Capacity' }).getByRole('row', { name: /^fast/ });
  await expect(inOverview.getByRole('button', { name: 'not enough history yet' })).toBeVisible();

  const [fast] = (await cluster.admin.call(endpoints.listDriveClasses, { query: { name: 'fast' } })).items;
  if (!fast) throw new Error('the cluster has no class');
  await storeGrowth({ uri: mongo.uri, database: cluster.database }, fast, { hours: 120, bytesPerDay: fast.freeBytes / 40 });
  const forecast = inOverview.getByRole('button', { name: 'full in about 40 days' });
  await expect(forecast).toBeVisible({ timeout: 120_000 });
  await forecast.focus();
  const card = page.getByRole('dialog', { name: 'Provenance' });
  await expect(card).toContainText(/Forecast: \+\d.* a day, .* used in 30 days/);
  await expect(card).toContainText(/hourly samples of the bytes allocated to legs: 12\d over 5 days/);
  await expectNoViolation(page, 'forecast');
  await page.keyboard.press('Escape');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drive classes' }).click();
  const row = page.getByRole('row', { name: /^fast/ });
  await expect(row).toContainText('about 40 days');
  await expect(row).toContainText(/\d (TiB|GiB), \d+ %/);
});
