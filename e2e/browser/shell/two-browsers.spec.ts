import type { Browser, BrowserContext, Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { chooseAction } from '../support/actions.js';
import { chooseClient } from '../support/choose-client.js';
import { PASSWORD } from '../support/cluster.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';

/*
 * Two people with a browser each: `page` changes objects, `other` watches.
 */
let context: BrowserContext;
let other: Page;

async function open(browser: Browser, url: string, name: string): Promise<void> {
  context = await browser.newContext();
  other = await context.newPage();
  await login(other, url, name);
  // A reload would remove this mark.
  await other.evaluate(() => Object.assign(window, { isTheSamePage: true }));
}
const wasNeverReloaded = async () => expect(await other.evaluate(() => 'isTheSamePage' in window)).toBe(true);
test.afterEach(() => context.close());

test('shows each change of a volume in a second browser without a reload', async ({ page, browser, cluster, loginAs }) => {
  await open(browser, `${cluster.server.url}/volumes`, 'vera');
  await loginAs('olga', '/volumes/new');
  await page.getByLabel(/^Name/).fill('seen-by-two');
  await page.getByLabel(/^Size/).fill('1 GiB');
  await page.getByLabel(/^Drive class/).selectOption('fast');
  await page.getByRole('button', { name: 'Create volume' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'seen-by-two' })).toBeVisible();
  const row = other.getByRole('row', { name: /seen-by-two/ });
  await expect(row).toContainText('detached');
  await row.getByRole('link', { name: 'seen-by-two' }).click();
  await expect(other.getByText('Attached to no client.')).toBeVisible();

  const dialog = page.getByRole('dialog');
  const close = dialog.getByRole('button', { name: 'Close', exact: true }).last();
  await page.getByRole('button', { name: 'Attach…' }).click();
  await chooseClient(page, 'c2');
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
  const attachments = other.getByRole('table', { name: 'Attachments' });
  await expect(attachments.getByRole('cell', { name: 'attached', exact: true })).toBeVisible();
  await expect(attachments).toContainText('/dev/weft/seen-by-two');
  await expect(other.getByLabel('seen-by-two', { exact: true })).toContainText('healthy');

  await close.click();
  await page.getByRole('button', { name: 'Detach…', exact: true }).click();
  await dialog.getByRole('button', { name: 'Detach', exact: true }).click();
  await expect(other.getByText('Attached to no client.')).toBeVisible();

  await close.click();
  await chooseAction(page, 'Delete…');
  await page.getByLabel('Type the volume’s name').fill('seen-by-two');
  await page.getByRole('button', { name: 'Delete volume and data' }).click();
  await expect(other.getByText('There is no such volume, or it was deleted.')).toBeVisible();
  await wasNeverReloaded();
});

test('shows a cordoned and reopened node in the list and on the page of a second browser @all', async ({
  page,
  browser,
  cluster,
  loginAs,
}) => {
  await open(browser, `${cluster.server.url}/nodes`, 'vera');
  await loginAs('olga', `/nodes/${cluster.agents.get('n2')?.nodeId}`);
  const dialog = page.getByRole('dialog');
  await chooseAction(page, 'Cordon…');
  await dialog.getByRole('button', { name: 'Cordon' }).click();
  const row = other.getByRole('row').filter({ has: other.getByRole('link', { name: 'n2', exact: true }) });
  await expect(row).toContainText('cordoned');
  await row.getByRole('link', { name: 'n2', exact: true }).click();
  await expect(other.getByText(/^online, cordoned since \d\d:\d\d .*, because no new legs are placed on it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await chooseAction(page, 'Open again…');
  await dialog.getByRole('button', { name: 'Open again' }).click();
  await expect(other.getByText(/cordoned since/)).toHaveCount(0);
  await wasNeverReloaded();
});

test('refuses an edit based on an old version, then accepts it and keeps the first change', async ({ page, browser, cluster, loginAs }) => {
  await cluster.admin.call(endpoints.createUser, { body: { name: 'contested', role: 'viewer', password: PASSWORD } });
  await open(browser, `${cluster.server.url}/users`, 'admin');
  await loginAs('admin', '/users');
  const row = (of: Page) => of.getByRole('row', { name: /contested/ });
  const dialog = (of: Page) => of.getByRole('dialog', { name: 'User contested' });
  await row(page).getByRole('button', { name: 'Edit…' }).click();
  await row(other).getByRole('button', { name: 'Edit…' }).click();
  await dialog(other).getByLabel('Disabled').check();

  await dialog(page).getByLabel('Role').selectOption('operator');
  await dialog(page).getByRole('button', { name: 'Change user' }).click();
  await expect(row(page)).toContainText('operator');

  await dialog(other).getByRole('button', { name: 'Change user' }).click();
  await expect(other.getByRole('region', { name: 'Notices' })).toContainText(
    'Somebody else changed it, so your change was not made. The page now shows the new state: check it and try again.',
  );
  await expect(dialog(other).getByRole('alert')).toBeVisible();
  await expect(dialog(other).getByLabel('Role')).toHaveValue('operator');
  await expect(dialog(other).getByLabel('Disabled')).toBeChecked();
  await dialog(other).getByRole('button', { name: 'Change user' }).click();
  await expect(row(other)).toContainText('disabled');
  const { items } = await cluster.admin.call(endpoints.listUsers);
  const user = items.find(({ name }) => name === 'contested');
  expect(user).toMatchObject({ role: 'operator', disabled: true });
  await cluster.admin.call(endpoints.deleteUser, { params: { id: user?.id ?? '' }, ifMatch: user?.version ?? 0 });
});

test('refuses once to delete a volume that another browser grew @all', async ({ page, browser, cluster, loginAs }) => {
  const id = await cluster.volume('grown-meanwhile', { sizeBytes: 2 ** 30, protection: 'raid1' });
  await open(browser, `${cluster.server.url}/volumes/${id}`, 'admin');
  const remove = other.getByRole('dialog', { name: 'Delete volume grown-meanwhile' });
  await chooseAction(other, 'Delete…');
  await remove.getByLabel('Type the volume’s name').fill('grown-meanwhile');
  // From here on its reads of the volume are held back: it keeps its old state.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = (url: URL) => url.pathname === `/api/v1/volumes/${id}`;
  await other.route(held, async (route) => {
    if (route.request().method() === 'GET') await released;
    await route.continue();
  });

  await loginAs('olga', `/volumes/${id}`);
  await chooseAction(page, 'Grow…');
  const grow = page.getByRole('dialog', { name: 'Grow grown-meanwhile' });
  await grow.getByLabel('New size').fill('2GiB');
  await grow.getByRole('button', { name: 'Grow', exact: true }).click();
  await expect(grow.getByRole('region', { name: 'Job' }).getByText('done', { exact: true }).first()).toBeVisible();

  await remove.getByRole('button', { name: 'Delete volume and data' }).click();
  await expect(other.getByRole('region', { name: 'Notices' })).toContainText('Somebody else changed it');
  await expect(page.getByRole('heading', { level: 1, name: 'grown-meanwhile' })).toBeVisible();
  release();
  await expect(other.getByRole('definition').filter({ hasText: '2 GiB' }).first()).toBeVisible();
  await remove.getByRole('button', { name: 'Delete volume and data' }).click();
  await expect(page.getByText('There is no such volume, or it was deleted.')).toBeVisible();
});
