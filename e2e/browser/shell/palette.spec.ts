import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expectNoViolation } from '../support/axe.js';
import { expect, test } from '../support/fixtures.js';

test('finds an object by part of its name in the palette, by keyboard alone', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('palette-target', { sizeBytes: 2 ** 30 });
  await loginAs('vera');
  await page.keyboard.press('Control+k');
  const text = page.getByRole('combobox', { name: 'Search' });
  await expect(text).toBeFocused();
  await expect(page.getByRole('option', { name: /Drive classes/ })).toBeVisible();
  await text.fill('TTE-targ');
  const option = page.getByRole('option', { name: /palette-target Volume/ });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expect(text).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
  await expect(page.getByRole('option', { name: /palette-target Job, volume.create/ })).toBeVisible();
  await expectNoViolation(page, 'palette');
  await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/volumes/${id}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'palette-target' })).toBeVisible();

  // Actions of this page, and why a viewer cannot run them.
  await page.keyboard.press('Control+k');
  await text.fill('grow');
  await expect(page.getByRole('option', { name: /^On this page Grow You are a viewer/ })).toHaveAttribute('aria-disabled', 'true');
  await text.fill('no such thing anywhere');
  await expect(page.getByText('No results for “no such thing anywhere”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(text).toHaveCount(0);

  const { items } = await cluster.admin.call(endpoints.search, { query: { text: 'S4YNNE0R1' } });
  expect(items.map(({ kind, name }) => `${kind} ${name}`)).toContain('drive S4YNNE0R101');
});

test('opens the dialog of a palette action, with a curl command without secrets @all', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('palette-grown', { sizeBytes: 2 ** 30 });
  await loginAs('olga', `/volumes/${id}`);
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).fill('grow');
  await expect(page.getByRole('option', { name: /^On this page Grow/ })).toHaveAttribute('aria-disabled', 'false');
  // "grow" matches the volume as well: objects come first.
  await expect(page.getByRole('option', { name: /palette-grown Volume/ })).toBeVisible();
  await page.getByRole('option', { name: /^On this page Grow/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Grow palette-grown' });
  await dialog.getByLabel('New size').fill('2GiB');
  await dialog.getByText('The same with curl').click();
  const command = dialog.getByLabel('curl command');
  await expect(command).toContainText(`-X PATCH '${cluster.server.url}/api/v1/volumes/${id}'`);
  await expect(command).toContainText('--cookie "weft_session=$WEFT_SESSION"');
  await expect(command).toContainText(/-H 'If-Match: "\d+"'/);
  await expect(command).toContainText(`--data '{"sizeBytes":2147483648}'`);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH' && request.postData() === '{"sizeBytes":2147483648}');
  await dialog.getByRole('button', { name: 'Grow', exact: true }).click();
  const version = (await sent).headers()['if-match'];
  expect(version).toMatch(/^"\d+"$/);
  await expectNoViolation(page, 'job in its dialog');
});

test('opens pages with g and a letter, and lists the keys with ? @all', async ({ page, loginAs }) => {
  await loginAs('vera');
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await expect(page.getByRole('heading', { level: 1, name: 'Volumes' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { level: 1, name: 'Nodes' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByLabel('Shortcuts')).toContainText('Go to Drive classes');
  await expectNoViolation(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
});

test('shows in the palette why the server refused a search', async ({ page, loginAs }) => {
  await loginAs('vera');
  const problem = { type: 'about:blank', title: 'x', status: 403, code: 'forbidden', detail: 'No search today.', requestId: 'r1' };
  await page.route('**/api/v1/search?*', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('orders');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('No search today.');
});

test('adds the page’s actions to a palette that was opened before the page loaded @all', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('palette-late', { sizeBytes: 2 ** 30 });
  let show = () => {};
  const shown = new Promise<void>((resolve) => {
    show = resolve;
  });
  await page.route(`**/api/v1/volumes/${id}`, async (route) => {
    await shown;
    await route.continue();
  });
  await loginAs('olga', `/volumes/${id}`);
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).fill('gro');
  await expect(
    page
      .getByRole('option', { name: /Volume/ })
      .or(page.getByText('No results for “gro”.'))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('option', { name: /^On this page/ })).toHaveCount(0);
  show();
  await expect(page.getByRole('option', { name: /^On this page Grow/ })).toHaveAttribute('aria-disabled', 'false');
});
