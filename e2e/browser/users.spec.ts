import { PASSWORD } from './support/cluster.js';
import { expect, test } from './support/fixtures.js';
import { login, openLogin } from './support/login.js';

test('creates, changes and removes a user, whose role decides the allowed actions', async ({ page, browser, cluster, loginAs }) => {
  await loginAs('admin', '/users');
  await page.getByRole('button', { name: 'New user…' }).click();
  const create = page.getByRole('dialog', { name: 'New user' });
  const submit = create.getByRole('button', { name: 'Create user' });
  await create.getByLabel('Name').fill('Ivan');
  await create.getByLabel(/^Password/).fill(PASSWORD);
  await expect(create.getByText(/must start with a letter/)).toBeVisible();
  // An error that only the server can find appears at its field.
  await create.getByLabel('Name').fill('olga');
  await submit.click();
  await expect(create.getByText('There is a user olga already.')).toBeVisible();
  await create.getByLabel('Name').fill('ivan');
  await submit.click();
  await expect(create).toHaveCount(0);
  const row = page.getByRole('row', { name: /ivan/ });
  await expect(row).toContainText('viewer');
  await expect(row.locator('time')).toHaveText(/^(just now|\d min ago)$/);
  await expect(row.locator('time')).toHaveAttribute('title', / UTC$/);

  const context = await browser.newContext();
  const other = await context.newPage();
  // The administrator knows this password: the first login requires another.
  await expect(row).toContainText('password not changed yet');
  await openLogin(other, `${cluster.server.url}/users`, 'ivan');
  await expect(other.getByRole('heading', { level: 1, name: 'Change the password' })).toBeVisible();
  await expect(other.getByRole('navigation')).toHaveCount(0);
  const change = other.getByRole('button', { name: 'Change password' });
  await other.getByLabel(/^Current password/).fill(PASSWORD);
  await other.getByLabel(/^New password/).fill(PASSWORD);
  await change.click();
  await expect(other.getByText('The new password is the current one. Choose another.')).toBeVisible();
  await other.getByLabel(/^New password/).fill(`${PASSWORD} own`);
  await change.click();
  await expect(other.getByRole('main')).toContainText('You are a viewer: this needs the permission user:read.');

  await row.getByRole('button', { name: 'Edit…' }).click();
  const edit = page.getByRole('dialog', { name: 'User ivan' });
  await expect(edit.getByRole('button', { name: 'Change user' })).toHaveAccessibleDescription('Nothing has changed yet.');
  await edit.getByLabel('Role').selectOption('operator');
  await edit.getByLabel(/^New password/).fill(`${PASSWORD} again`);
  await edit.getByLabel('Change at the next login').uncheck();
  await edit.getByRole('button', { name: 'Change user' }).click();
  await expect(row).toContainText('operator');
  // A new password ended its sessions.
  await other.reload();
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible();
  await login(other, `${cluster.server.url}/`, 'ivan', `${PASSWORD} again`);

  await row.getByRole('button', { name: 'Edit…' }).click();
  await edit.getByLabel('Disabled').check();
  await edit.getByRole('button', { name: 'Change user' }).click();
  await expect(row).toContainText('disabled');
  await other.reload();
  await other.getByLabel(/^Name/).fill('ivan');
  await other.getByLabel(/^Password/).fill(`${PASSWORD} again`);
  await other.getByRole('button', { name: 'Log in' }).click();
  await expect(other.getByRole('alert')).toContainText('User ivan is disabled');

  await row.getByRole('button', { name: 'Remove…' }).click();
  const remove = page.getByRole('dialog', { name: 'Remove user ivan' });
  await remove.getByLabel(/^Type the user/).fill('ivan');
  await remove.getByRole('button', { name: 'Remove user' }).click();
  await expect(row).toHaveCount(0);
  await context.close();
});

test('shows the server’s refusal to remove the last administrator', async ({ page, loginAs }) => {
  await loginAs('admin', '/users');
  const row = page.getByRole('row', { name: /admin \(you\)/ });
  await row.getByRole('button', { name: 'Remove…' }).click();
  const remove = page.getByRole('dialog', { name: 'Remove user admin' });
  await remove.getByLabel(/^Type the user/).fill('admin');
  await remove.getByRole('button', { name: 'Remove user' }).click();
  await expect(remove.getByRole('alert')).toContainText(
    'This is the last administrator that may log in. Make another user administrator first.',
  );
});
