import { expect, test } from '../support/fixtures.js';

test('previews the matching drives of a selector before the class is created', async ({ page, loginAs }) => {
  await loginAs('olga', '/drive-classes/new');
  await page.getByLabel(/^Name/).fill('rack-one');
  await expect(page.getByRole('heading', { name: 'Contains 9 drives of 3 nodes' })).toBeVisible();
  await page.getByLabel('Labels of nodes').fill('rack=r1');
  await expect(page.getByRole('heading', { name: 'Contains 3 drives of 1 node' })).toBeVisible();
  await expect(page.getByText('mirrors need two')).toBeVisible();
  await page.getByRole('button', { name: 'Create drive class' }).click();
  const row = page.getByRole('row', { name: /rack-one/ });
  await expect(row).toContainText('of nodes with rack=r1');

  await row.getByRole('button', { name: 'Delete…' }).click();
  await page.getByLabel('Type the class’s name').fill('rack-one');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: /rack-one/ })).toHaveCount(0);
});

test('shows at the field that the name of a class is taken', async ({ page, loginAs }) => {
  await loginAs('olga', '/drive-classes/new');
  await page.getByLabel(/^Name/).fill('fast');
  await page.getByRole('button', { name: 'Create drive class' }).click();
  await expect(page.getByLabel(/^Name/)).toHaveAccessibleDescription(/already/);
});
