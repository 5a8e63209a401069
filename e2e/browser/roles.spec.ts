import { GiB } from '@weft/shared/units';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';

test('makes a role and a volume group, whose member then sees only the volumes of the group', async ({
  page,
  browser,
  ownCluster: cluster,
}) => {
  await cluster.furnish();
  await cluster.volume('orders-db', { sizeBytes: GiB, labels: { team: 'orders' } });
  await cluster.volume('payroll-db', { sizeBytes: GiB, labels: { team: 'payroll' } });
  await login(page, `${cluster.server.url}/users`, 'admin');

  await page.getByRole('link', { name: 'Roles' }).click();
  await expect(page.getByRole('row', { name: /administrator/ })).toContainText('built-in');
  await page.getByRole('button', { name: 'New role…' }).click();
  const role = page.getByRole('dialog', { name: 'New role' });
  await role.getByLabel(/^Name/).fill('tenant');
  await role.getByLabel(/^Permissions/).fill('volume:fly');
  await expect(role.getByText(/There is no permission “volume:fly”/)).toBeVisible();
  await role.getByLabel(/^Permissions/).fill('volume:read\nvolume:change\njob:read\nsettings:read\noverview:read');
  await role.getByLabel('Volumes').selectOption('groups');
  await role.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByRole('row', { name: /tenant/ })).toContainText('of groups');

  await page.getByRole('link', { name: 'Users' }).first().click();
  await page.getByRole('row', { name: /vera/ }).getByRole('button', { name: 'Edit…' }).click();
  const user = page.getByRole('dialog', { name: 'User vera' });
  await user.getByLabel('Role').selectOption('tenant');
  await user.getByRole('button', { name: 'Change user' }).click();
  await expect(page.getByRole('row', { name: /vera/ })).toContainText('tenant');

  await page.getByRole('link', { name: 'Volume groups' }).click();
  await page.getByRole('button', { name: 'New group…' }).click();
  const group = page.getByRole('dialog', { name: 'New volume group' });
  await group.getByLabel(/^Name/).fill('orders');
  await group.getByLabel(/^Labels/).fill('team=orders');
  await group.getByLabel('Members may').selectOption('see change');
  await group.getByLabel(/^Members(?! may)/).fill('vera');
  await group.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('row', { name: /orders/ })).toContainText('vera');

  const context = await browser.newContext();
  const other = await context.newPage();
  await login(other, `${cluster.server.url}/volumes`, 'vera');
  await expect(other.getByRole('row', { name: /orders-db/ })).toBeVisible();
  await expect(other.getByRole('row', { name: /payroll-db/ })).toHaveCount(0);

  // The open page follows a change of the group.
  await page
    .getByRole('row', { name: /orders/ })
    .getByRole('button', { name: 'Edit…' })
    .click();
  const change = page.getByRole('dialog', { name: 'Volume group orders' });
  await change.getByLabel(/^Labels/).fill('team=payroll');
  await change.getByRole('button', { name: 'Change group' }).click();
  await expect(other.getByRole('row', { name: /payroll-db/ })).toBeVisible();
  await expect(other.getByRole('row', { name: /orders-db/ })).toHaveCount(0);
  await context.close();
});
