import { expect, test } from './fixtures.js';

test('given a wrong password, then the login says so and stays', async ({ page, cluster }) => {
  await page.goto(`${cluster.server.url}/jobs`);
  await page.getByLabel(/^Name/).fill('admin');
  await page.getByLabel(/^Password/).fill('not the password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toContainText('Name or password is wrong');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
});

test('given an address, when somebody logs in there, then that page is shown', async ({ page, loginAs }) => {
  await loginAs('olga', '/drives?state=occupied');
  await expect(page.getByRole('heading', { name: 'Drives' })).toBeVisible();
  await expect(page.getByLabel('State')).toHaveValue('occupied');
});

test('given a session, when its user logs out, then the login is shown, and a reload shows it again', async ({ page, loginAs }) => {
  await loginAs('olga');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
});

test('given a viewer, then what takes another role is disabled and says which', async ({ page, loginAs }) => {
  await loginAs('vera', '/volumes');
  const create = page.getByRole('button', { name: 'New volume' }).first();
  await expect(create).toBeDisabled();
  await create.hover();
  await expect(page.getByRole('tooltip')).toContainText('You are a viewer: this takes an operator');
  await page.getByRole('link', { name: 'Nodes' }).click();
  await expect(page.getByRole('button', { name: 'Enroll a node' })).toBeDisabled();
});
