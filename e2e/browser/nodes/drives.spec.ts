import { expect, test } from '../support/fixtures.js';

test('shows and links the job of a taken drive in the dialog, even after its row left the list', async ({ page, loginAs }) => {
  await loginAs('olga', '/drives?state=available');
  const row = page.getByRole('row', { name: /S4YNNE0R203/ });
  await row.getByRole('button', { name: 'Take…' }).click();
  const dialog = page.getByRole('dialog', { name: /Take drive S4YNNE0R203/ });
  await expect(dialog.getByLabel('Plan')).toContainText('n2creates a volume group');
  await dialog.getByRole('button', { name: 'Take into service' }).click();
  await expect(page.getByRole('row', { name: /S4YNNE0R203/, includeHidden: true })).toHaveCount(0);
  const job = dialog.getByRole('region', { name: 'Job' });
  await expect(job).toContainText('S4YNNE0R203 is in service');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByLabel('State').selectOption('');
  await expect(row).toContainText('in service');

  await row.getByRole('button', { name: 'Release…' }).click();
  const release = page.getByRole('dialog', { name: 'Release drive S4YNNE0R203' });
  await release.getByRole('button', { name: 'Release' }).click();
  await expect(release.getByRole('region', { name: 'Job' })).toContainText('S4YNNE0R203 is out of service');
  await release.getByRole('link', { name: /Release drive/ }).click();
  await expect(page.getByRole('heading', { name: /Release drive S4YNNE0R203/ })).toBeVisible();
});

test('wipes a drive with contents after its serial is typed', async ({ page, loginAs }) => {
  await loginAs('admin', '/drives?state=occupied');
  await page.getByRole('button', { name: 'Wipe…' }).click();
  const dialog = page.getByRole('dialog', { name: /Wipe drive/ });
  await expect(dialog).toContainText('ext4 filesystem "old-data"');
  const destroy = dialog.getByRole('button', { name: 'Destroy everything on it' });
  await dialog.getByLabel('Type the drive’s serial').fill('S4YNNE0R101');
  await expect(destroy).toBeDisabled();
  await expect(destroy).toHaveAccessibleDescription('Type S4YNNE0R103 first.');
  await dialog.getByLabel('Type the drive’s serial').fill('S4YNNE0R103');
  await destroy.click();
  // The row has left the list of occupied drives; the dialog stays.
  await expect(dialog.getByRole('region', { name: 'Job' })).toContainText('S4YNNE0R103 is blank');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toHaveCount(0);
  await page.getByLabel('State').selectOption('');
  await expect(page.getByRole('row', { name: /S4YNNE0R103/ })).toContainText('available');
});

test('sorts a column on the server, and keeps the order in the URL', async ({ page, loginAs }) => {
  await loginAs('vera', '/drives');
  const rows = page.getByRole('table', { name: 'Drives' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('S4YNNE0R101');
  await page.getByRole('button', { name: 'Serial' }).click();
  await expect(rows.nth(1)).toContainText('S4YNNE0R303');
  await page.reload();
  await expect(rows.nth(1)).toContainText('S4YNNE0R303');
});
