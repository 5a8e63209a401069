/** What one does with a list before opening an object: search, save a view, look at rows in turn. */
import { expect, test } from '../support/fixtures.js';

const GiB = 2 ** 30;

test('searches a list by text, in the address, and keeps what the user types on @all', async ({ page, cluster, loginAs }) => {
  await cluster.volume('views-db-1', { sizeBytes: GiB });
  await cluster.volume('views-db-2', { sizeBytes: GiB });
  await cluster.volume('views-logs', { sizeBytes: GiB });
  await loginAs('vera', '/volumes?sort=-name');
  const field = page.getByLabel('Filter by name');
  await field.pressSequentially('VIEWS-DB', { delay: 60 });
  await expect(page).toHaveURL(/search=VIEWS-DB/);
  await expect(page.getByText('2 in all')).toBeVisible();
  await expect(page.getByRole('row', { name: /views-logs/ })).toHaveCount(0);
  await expect(field).toHaveValue('VIEWS-DB');
  await page.reload();
  await expect(field).toHaveValue('VIEWS-DB');
  await expect(page.getByText('2 in all')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(field).toHaveValue('');
  await expect(page).toHaveURL(/volumes\?sort=-name$/);
  await expect(page.getByRole('row', { name: /views-logs/ })).toBeVisible();
});

test('saves a view of a list in this browser, shows it again, and deletes it', async ({ page, loginAs }) => {
  await loginAs('vera', '/drives?state=available&search=S4Y');
  const open = () => page.getByRole('button', { name: /^Views?\b/ }).click();
  const menu = page.getByRole('group', { name: 'Views', exact: true });
  await open();
  await expect(menu).toContainText('No saved views yet.');
  await menu.getByLabel('Name of the view').fill('Spares');
  await menu.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'View: Spares' })).toBeVisible();
  await page.goto(page.url().replace(/\?.*/, ''));
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
  await open();
  await menu.getByRole('button', { name: 'Spares', exact: true }).click();
  await expect(page).toHaveURL(/drives\?(?=.*state=available)(?=.*search=S4Y)/);
  await expect(page.getByLabel('Filter by serial or model')).toHaveValue('S4Y');
  await open();
  await menu.getByRole('button', { name: 'Delete view Spares' }).click();
  await expect(menu).toContainText('No saved views yet.');
});

test('shows a row beside the list: arrow keys walk, Enter opens, Escape closes @all', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('views-peek-1', { sizeBytes: GiB });
  await cluster.attach(id, 'c1');
  await cluster.volume('views-peek-2', { sizeBytes: 2 * GiB });
  await loginAs('vera', '/volumes?search=views-peek');
  const rows = page.getByRole('table', { name: 'Volumes' }).getByRole('row');
  const preview = (name: string) => page.getByRole('complementary', { name: `Preview of ${name}` });
  await rows.filter({ hasText: 'views-peek-1' }).getByText('1 GiB').click();
  await expect(preview('views-peek-1')).toContainText(/Clients\s*c1/);
  // Columns that the list hides are there too.
  await expect(preview('views-peek-1')).toContainText(/Class\s*fast/);
  await page.keyboard.press('ArrowDown');
  await expect(preview('views-peek-2')).toContainText('2 GiB');
  await expect(preview('views-peek-1')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: /^Preview/ })).toHaveCount(0);
  // By keyboard alone.
  await page.getByRole('link', { name: 'views-peek-2' }).focus();
  await page.keyboard.press('Space');
  await expect(preview('views-peek-2')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(preview('views-peek-1')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/volumes/${id}`));
});

test('shows state and figures of an object while the pointer rests on its link', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('views-card', { sizeBytes: GiB });
  await cluster.attach(id, 'c2');
  await loginAs('vera', '/attachments?search=views-card');
  await page.getByRole('link', { name: 'c2', exact: true }).hover();
  const card = page.getByRole('tooltip');
  await expect(card).toContainText('c2 node');
  await expect(card).toContainText('online');
  await expect(card).toContainText('CPU');
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
});
