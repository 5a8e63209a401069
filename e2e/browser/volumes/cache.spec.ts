import { GiB } from '@weft/shared/units';
import { expectNoViolation } from '../support/axe.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from '../support/simulated-cluster.js';

/* A mirror under load, on targets with a cache drive each. */
let simulated: SimulatedCluster;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri, { caches: true, sizeBytes: 2 * GiB });
});
test.afterAll(() => simulated?.stop());

const address = (path: string): string => `${simulated.cluster.server.url}${path}`;

test('gives a volume a cache, shows each leg, changes its mode, and ends it @all', async ({ page }) => {
  test.setTimeout(240_000);
  await login(page, address(`/volumes/${simulated.volume}?tab=legs`), 'admin');
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Cache', exact: true }) });
  await expect(section).toContainText('off');
  const dialog = page.getByRole('dialog');
  const change = async (mode: string, size?: string) => {
    await section.getByRole('button', { name: 'Change cache…' }).click();
    await dialog.getByLabel('Mode').selectOption(mode);
    if (size !== undefined) await dialog.getByLabel('Size for each leg').fill(size);
    await expect(dialog.getByLabel('curl command')).toContainText('"cache"');
    await expectNoViolation(page, `the dialog for ${mode}`);
    await dialog.getByRole('button', { name: 'Change cache', exact: true }).click();
    await expect(dialog.getByRole('status')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(dialog).toHaveCount(0);
  };

  await change('write-through', '256MiB');
  const table = section.getByRole('table', { name: 'Caches of legs' });
  await expect(table.getByText('write-through')).toHaveCount(2, { timeout: 60_000 });
  await expect(table.getByRole('link', { name: /^CACHE-[12]$/ })).toHaveCount(2);
  await expect(section).toContainText('write-through, 256 MiB for each leg');
  await expect(section).toContainText(/Reads found, last hour\s*(79|80)(\.\d)? %/, { timeout: 120_000 });
  await page.screenshot({ path: '.cache/screenshots/cache-light.png', fullPage: true });
  await change('write-back');
  await expect(table.getByText('write-back')).toHaveCount(2, { timeout: 60_000 });
  await page.goto(address(`/volumes/${simulated.volume}?tab=performance`));
  await expect(page.getByText('Cache: share found')).toBeVisible({ timeout: 60_000 });
  await page.getByText('Cache: share found').scrollIntoViewIfNeeded();
  await page.screenshot({ path: '.cache/screenshots/cache-charts.png', fullPage: true });
  await page.goto(address(`/volumes/${simulated.volume}?tab=legs`));
  await change('off');
  await expect(table).toHaveCount(0, { timeout: 60_000 });
  await expect(section).toContainText('off');
});

test('shows a cache drive as one, and takes a blank drive as a cache', async ({ page }) => {
  await login(page, address('/drives'), 'admin');
  await page.getByRole('link', { name: 'CACHE-1' }).first().click();
  await expect(page.getByText('caches of legs on this node')).toBeVisible();
});
