import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';

test('creates an API token, which is shown once and works, and revokes it', async ({ page, cluster, request, loginAs }) => {
  await loginAs('olga', '/settings');
  await page.getByRole('link', { name: 'API tokens' }).click();
  await page.getByRole('button', { name: 'New token…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API token' });
  await dialog.getByLabel(/^Name/).fill('ci');
  // Olga is an operator: no token of hers is an administrator's.
  await expect(dialog.getByLabel(/^Role/).getByRole('option')).toHaveText(['viewer', 'operator']);
  await dialog.getByLabel(/^Nouns/).fill('disk');
  await expect(dialog.getByText(/There is no noun disk/)).toBeVisible();
  await dialog.getByLabel(/^Nouns/).fill('node');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'API token ci' });
  const token = (await shown.getByRole('figure', { name: 'API token' }).textContent()) ?? '';
  expect(token).toMatch(/^weft_/);
  const ask = (path: string) =>
    request
      .get(`${cluster.server.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
      .then((answer) => answer.status());
  expect([await ask('nodes'), await ask('volumes')]).toEqual([200, 403]);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  const row = page.getByRole('row', { name: /ci/ });
  await expect(row).toContainText('olga');
  await row.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('dialog', { name: 'Revoke API token ci' }).getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(row).toHaveCount(0);
  expect(await ask('nodes')).toBe(401);
});

test('ends another session, and then all of them', async ({ page, browser, cluster, loginAs }) => {
  await loginAs('vera', '/sessions');
  const context = await browser.newContext({ userAgent: 'Another browser' });
  const other = await context.newPage();
  await login(other, `${cluster.server.url}/sessions`, 'vera');
  await page.reload();
  const row = page.getByRole('row', { name: /Another browser/ });
  await row.getByRole('button', { name: 'End…' }).click();
  await page.getByRole('dialog', { name: 'End a session' }).getByRole('button', { name: 'End session' }).click();
  await expect(row).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible();
  await context.close();
  await page.getByRole('button', { name: 'Log out everywhere…' }).click();
  await page.getByRole('dialog', { name: 'Log out everywhere' }).getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
});

test('lists the sessions of another user for an administrator only', async ({ page, loginAs }) => {
  await loginAs('admin', '/users');
  await page.getByRole('row', { name: /olga/ }).getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
  const { search } = new URL(page.url());
  await loginAs('vera', `/sessions${search}`);
  await expect(page.getByRole('main')).toContainText('You are a viewer: this needs the permission session:manage.');
});
