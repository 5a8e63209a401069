import { endpoints } from '@weft/shared/endpoints/endpoints';
import { ApiClient } from '../../support/api-client.js';
import { PASSWORD } from '../support/cluster.js';
import { expect, test } from '../support/fixtures.js';
import { login, logout, openLogin } from '../support/login.js';

test('reports a wrong password on the login page', async ({ page, cluster }) => {
  await page.goto(`${cluster.server.url}/jobs`);
  await page.getByLabel(/^Name/).fill('admin');
  await page.getByLabel(/^Password/).fill('not the password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toContainText('Name or password is wrong');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
});

test('shows the requested page after the login', async ({ page, cluster }) => {
  await openLogin(page, `${cluster.server.url}/drives?state=occupied`, 'olga');
  await expect(page.getByRole('heading', { name: 'Drives' })).toBeVisible();
  await expect(page.getByLabel('State')).toHaveValue('occupied');
});

test('shows the login after a logout, and after a reload', async ({ page, loginAs }) => {
  await loginAs('olga');
  await logout(page);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
});

test('does not show a notice to the next user after a logout', async ({ page, loginAs }) => {
  await loginAs('olga', '/volumes/new');
  await page.getByLabel(/^Name/).fill('made-by-olga');
  await page.getByLabel(/^Size/).fill('1 GiB');
  await page.getByLabel(/^Drive class/).selectOption('fast');
  await page.getByRole('button', { name: 'Create volume' }).click();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('Create volume made-by-olga');
  await logout(page);
  // Until then the page shows the volume's form, which has a name field too.
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await page.getByLabel(/^Name/).fill('vera');
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(notices).toHaveText('');
});

test('shows the login when the user changes the password elsewhere, and then the page again', async ({ page, cluster }) => {
  await cluster.admin.call(endpoints.createUser, { body: { name: 'elsewhere', role: 'viewer', password: PASSWORD } });
  await login(page, `${cluster.server.url}/drives`, 'elsewhere');
  await expect(page.getByText('live', { exact: true })).toBeVisible();

  const other = new ApiClient(cluster.server.url);
  await other.login('elsewhere', PASSWORD);
  await other.call(endpoints.changePassword, { body: { currentPassword: PASSWORD, newPassword: 'battery horse correct' } });
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);

  await page.getByLabel(/^Name/).fill('elsewhere');
  await page.getByLabel(/^Password/).fill('battery horse correct');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Drives' })).toBeVisible();
});

test('shows only the change of the password to a session that must change it', async ({ page, cluster }) => {
  const body = { name: 'changer', role: 'viewer' as const, password: PASSWORD };
  const { id } = await cluster.admin.call(endpoints.createUser, { body });
  await login(page, `${cluster.server.url}/drives`, 'changer');
  const { version } = await cluster.admin.call(endpoints.getUser, { params: { id } });
  await cluster.admin.call(endpoints.updateUser, { params: { id }, ifMatch: version, body: { mustChangePassword: true } });
  await page.goto(`${cluster.server.url}/nodes`);
  await expect(page.getByRole('heading', { level: 1, name: 'Change the password' })).toBeVisible();
  await page.getByLabel(/^Current password/).fill(PASSWORD);
  await page.getByLabel(/^New password/).fill('battery horse correct');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nodes' })).toBeVisible();
});
