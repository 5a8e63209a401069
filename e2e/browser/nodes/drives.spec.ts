import { endpoints } from '@weft/shared/endpoints/endpoints';
import { TiB } from '@weft/shared/units';
import { expectNoViolation } from '../support/axe.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { sectionOf } from '../support/sections.js';

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

test('names the method of a wipe: sanitize, or zeros where they are asked for', async ({ page, ownCluster: cluster }) => {
  const sanitize = { actions: ['crypto-erase' as const], besides: 'nothing' as const, state: 'never' as const, progressRatio: null };
  await cluster.node('modern', [{ serial: 'ERASES', sizeBytes: TiB, model: 'Micron_9100', contents: ['xfs filesystem'], sanitize }]);
  const { items } = await cluster.admin.call(endpoints.listDrives, { query: { serial: 'ERASES' } });
  await login(page, `${cluster.server.url}/drives/${items[0]?.id}`, 'admin');
  await expect(page.getByText('crypto erase', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Wipe…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Wipe drive ERASES' });
  await expect(dialog).toContainText('Method: sanitize. The drive erases all of its media itself (crypto erase)');
  await dialog.getByLabel('Overwrite with zeros instead').check();
  await expect(dialog).toContainText('Method: zero. Every block is overwritten with zeros.');
  await dialog.getByLabel('Overwrite with zeros instead').uncheck();
  await expectNoViolation(page, 'the dialog of a wipe');
  await dialog.getByLabel('Type the drive’s serial').fill('ERASES');
  await dialog.getByRole('button', { name: 'Destroy everything on it' }).click();
  await expect(dialog.getByRole('region', { name: 'Job' })).toBeVisible();
  await expect
    .poll(async () => (await cluster.admin.call(endpoints.listWipeRecords, { query: { serial: 'ERASES' } })).items[0]?.method)
    .toBe('sanitize');
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

test('shows a drive as a physical map: its place among the others, its extents, its legs', async ({ page, cluster, loginAs }) => {
  // How many legs it has follows from the drives that earlier tests took into service: a drive holds one or two.
  await cluster.volume('mapped', { sizeBytes: TiB });
  const { items } = await cluster.admin.call(endpoints.listDrives, { query: { limit: 200 } });
  const drive = items.find(({ serial }) => serial === 'S4YNNE0R101');
  await loginAs('vera', `/drives/${drive?.id}`);
  const first = page.getByRole('list', { name: 'Drives, NUMA node 0' });
  await expect(first.getByRole('link', { name: 'S4YNNE0R101, this drive: in service' })).toHaveAttribute('aria-current', 'page');
  await expect(first.getByRole('link', { name: /^S4YNNE0R103: / })).toBeVisible();
  await expect(page.getByRole('list', { name: 'NICs, NUMA node 0' })).toHaveText('eth1 NIC, 100 Gbit/s, up');
  await expect(page.getByText('PCI address not known')).toBeVisible();

  const capacity = sectionOf(page, 'Capacity');
  await expect(capacity.getByRole('img', { name: /^(1 leg uses|2 legs use) .* of 2\.18 TiB$/ })).toBeVisible();
  await expect(capacity).toContainText(/in legs.*free.*total/);
  const legs = capacity.getByRole('list', { name: 'Legs on it' });
  await expect(legs.getByRole('listitem').first()).toHaveText(/^mapped leg \d+, .*iB/);
  await capacity.getByText('mapped', { exact: true }).first().hover();
  await expect(page.getByRole('tooltip')).toContainText('mapped, leg');

  // These agents report no SMART log: nothing is known, and nothing is 0.
  const health = page.getByRole('list', { name: 'Health' }).getByRole('listitem');
  await expect(health).toHaveCount(5);
  for (const gauge of await health.all()) await expect(gauge).toContainText('not known');

  await first.getByRole('link', { name: /^S4YNNE0R103/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'S4YNNE0R103' })).toBeVisible();
  await expect(capacity).toContainText('not in service');
  await expect(capacity).toContainText('No legs.');
});

test('compares SMART values with their thresholds, and orders drives by PCI address', async ({ page, ownCluster: cluster }) => {
  const smart = {
    temperatureCelsius: 83,
    percentageUsed: 104,
    availableSparePercent: 9,
    mediaErrors: 3,
    powerOnHours: 41_000,
    unsafeShutdowns: 7,
  };
  const drive = { sizeBytes: 2 * TiB, model: 'Micron_9100' };
  await cluster.node('worn', [
    { ...drive, serial: 'LAST', pciAddress: '0000:c1:00.0', smart: { ...smart, criticalWarning: 3 } },
    {
      ...drive,
      serial: 'FIRST',
      pciAddress: '0000:41:00.0',
      smart: { ...smart, criticalWarning: null, percentageUsed: 12, mediaErrors: 0 },
    },
  ]);
  const { items } = await cluster.admin.call(endpoints.listDrives, { query: { limit: 200 } });
  await login(page, `${cluster.server.url}/drives/${items.find(({ serial }) => serial === 'LAST')?.id}`, 'vera');
  const slots = page.getByRole('list', { name: 'Drives, NUMA node 0' }).getByRole('link');
  await expect(slots).toHaveText([/FIRST41:00\.0/, /LASTc1:00\.0/]);
  const health = page.getByRole('list', { name: 'Health' }).getByRole('listitem');
  await expect(health).toHaveText([
    /^Used up104 %beyond its rated endurance/,
    /^Available spare9 %spare below threshold/,
    /^Temperature83 °Coutside its limits/,
    /^Media errors3data was unreadable/,
    /^Critical warning3spare below threshold, temperature/,
  ]);
  await expectNoViolation(page, 'a worn drive');
  await slots.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'FIRST' })).toBeVisible();
  await expect(health.first()).toContainText('within its rated endurance');
  await expect(health.nth(1)).toContainText('warning not reported');
});
