import type { Page } from '@playwright/test';
import { expectNoViolation } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from './support/simulated-cluster.js';

let simulated: SimulatedCluster;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri);
});
test.afterAll(() => simulated?.stop());

const address = (path: string): string => `${simulated.cluster.server.url}${path}`;
const status = (page: Page) => page.getByRole('main').getByRole('group', { name: 'Actions' }).locator('..');

/** An ended benchmark can be deleted. */
const hasEnded = (page: Page) => expect(page.getByRole('button', { name: 'Delete…' })).toBeVisible({ timeout: 90_000 });

/** Fills in the form for scratch volumes at the client, with one own load. */
async function fillIn(page: Page, { title, seconds, repeats }: { title: string; seconds: number; repeats: number }): Promise<void> {
  await page.goto(address('/benchmarks'));
  await page.getByRole('button', { name: 'New benchmark…' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New benchmark' })).toBeVisible();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Profile').selectOption('Own loads');
  await page.getByLabel('Run time of a step, seconds').fill(String(seconds));
  await page.getByLabel('Repeats of each load').fill(String(repeats));
  await page.getByLabel('client-1').check();
  await page.getByLabel('Size of each volume').fill('256 MiB');
  await page.getByLabel('Drive class').selectOption('fast');
  await page.getByLabel('Protection').selectOption('raid1');
}

test('measures scratch volumes, shows the report and compares two benchmarks @all', async ({ page }) => {
  test.setTimeout(240_000);
  await login(page, address('/'), 'olga');
  await fillIn(page, { title: 'before', seconds: 2, repeats: 2 });
  await expect(page.getByLabel('curl command')).toContainText('"profile":"own"');
  for (const limits of ['1 to 86,400', '1 to 20', 'a power of two, 512 B to 4 MiB', '1 to 256', '1 to 1,024'])
    await expect(page.getByText(limits, { exact: true }).first()).toBeVisible();
  await page.getByLabel("Measure the cost of Weft's statistics too").check();
  await expect(page.getByLabel('curl command')).toContainText('"compareCollection":true');
  await expectNoViolation(page, 'the form of a benchmark');
  await page.getByRole('button', { name: 'Start benchmark' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'before' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible();
  await hasEnded(page);
  const summary = page.getByRole('table', { name: 'Summary' });
  await expect(summary).toContainText('70 % read, 4 KiB random, 4 jobs, depth 32');
  await expect(summary).toContainText('Micron / Excelero NVMesh 1.2');
  await expect(page.getByRole('table', { name: 'Steps' }).getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('table', { name: "Cost of Weft's statistics" })).toContainText('70 % read, 4 KiB random');
  await expect(page.getByRole('table', { name: 'Steps' })).toContainText('without statistics');
  await expectNoViolation(page, 'the report of a benchmark');

  await fillIn(page, { title: 'after', seconds: 2, repeats: 2 });
  await page.getByRole('button', { name: 'Start benchmark' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'after' })).toBeVisible();
  await hasEnded(page);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Comparison' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Figures' })).toContainText('70 % read, 4 KiB random');
  await expectNoViolation(page, 'a comparison of benchmarks');
});

test('cancels a benchmark, keeps it in the list, and deletes it @all', async ({ page }) => {
  test.setTimeout(240_000);
  await login(page, address('/'), 'olga');
  await fillIn(page, { title: 'too long', seconds: 600, repeats: 5 });
  await page.getByRole('button', { name: 'Start benchmark' }).click();
  await page.getByRole('button', { name: 'Cancel…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('/cancel');
  await dialog.getByRole('button', { name: 'Cancel the benchmark' }).click();
  await expect(status(page)).toContainText('cancelled', { timeout: 60_000 });
  await expect(page.getByText('olga cancelled it.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete the benchmark' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Benchmarks' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'too long' })).toHaveCount(0);
});

test('shows a viewer benchmarks, and that a viewer starts none', async ({ page }) => {
  await login(page, address('/benchmarks'), 'vera');
  await expect(page.getByRole('button', { name: 'New benchmark…' })).toHaveAttribute('aria-disabled', 'true');
});
