import { endpoints } from '@weft/shared/endpoints/endpoints';
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

test('creates a volume with a cache, after showing what it takes of each target', async ({ page }) => {
  await login(page, address('/volumes/new'), 'admin');
  await page.getByLabel(/^Name/).fill('cached');
  await page.getByLabel(/^Drive class/).selectOption('fast');
  await page.getByLabel(/^Size/).fill('1 GiB');
  await page.getByRole('radio', { name: /^raid1,/ }).check();
  const mode = page.getByLabel('Cache', { exact: true });
  await mode.selectOption('write-back');
  const size = page.getByLabel('Cache size for each leg');
  await size.fill('wide');
  await expect(page.getByText(/“wide” is not a size|"wide" is not a size/)).toBeVisible();
  await size.fill('256MiB');
  const caches = page.getByRole('table', { name: 'Caches', exact: true });
  for (const target of ['target-1', 'target-2'])
    await expect(caches.getByRole('row', { name: new RegExp(`${target} CACHE-. .* 264 MiB`) })).toBeVisible();
  await expect(page.getByText('write-back: 528 MiB of cache drives for 2 legs')).toBeVisible();
  await expect(page.getByRole('note', { name: 'Summary' })).toContainText('and 528 MiB of cache drives');
  await expectNoViolation(page, 'a new volume with a cache');
  await page.screenshot({ path: '.cache/screenshots/cache-new-volume.png', fullPage: true });

  // Without a mirror, the loss of the cache is the loss of the volume.
  await page.getByRole('radio', { name: /^concatenated,/ }).check();
  const create = page.getByRole('button', { name: 'Create volume' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  const accept = page.getByLabel(/^I accept that the loss of one cache drive/);
  await accept.check();
  await expect(create).not.toHaveAttribute('aria-disabled', 'true');
  await size.fill('80GiB');
  await expect(caches).toBeVisible();
  await size.fill('200GiB');
  await expect(page.getByText(/2 of nodes without room for a cache/).first()).toBeVisible();
  await size.fill('25%');
  await page.getByRole('radio', { name: /^raid1,/ }).check();
  await expect(accept).toHaveCount(0);
  await page.getByLabel(/^Provisioning/).selectOption('thin');
  await expect(mode).toBeDisabled();
  await expect(mode).toHaveValue('off');
  await page.getByLabel(/^Provisioning/).selectOption('thick');
  await expect(mode).toHaveValue('write-back');
  await create.click();
  await expect(page.getByRole('heading', { name: 'cached' })).toBeVisible();
  const { items } = await simulated.cluster.admin.call(endpoints.listVolumes, { query: { name: 'cached' } });
  expect(items[0]?.cache).toEqual({ mode: 'write-back', bytesPerLeg: null, percentOfLeg: 25, acceptsLoss: false });
});

test('shows a cache drive as one, and takes a blank drive as a cache', async ({ page }) => {
  await login(page, address('/drives'), 'admin');
  await page.getByRole('link', { name: 'CACHE-1' }).first().click();
  await expect(page.getByText('caches of legs on this node')).toBeVisible();
});
