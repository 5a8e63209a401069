import { randomUUID } from 'node:crypto';
import { lvName, vgName } from '@weft/shared/identity';
import { expectNoViolation } from '../support/axe.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';

test('lists a drive of another cluster with its meaning, remedy and commands @all', async ({ page, ownCluster: cluster }) => {
  const weftDriveId = randomUUID();
  await cluster.node('t9', [{ serial: 'FOREIGN9', sizeBytes: 2.4e12, weftDriveId }]);
  await login(page, `${cluster.server.url}/orphans`, 'vera');
  const row = page.getByRole('table', { name: 'Orphans' }).getByRole('row').filter({ hasText: 'FOREIGN9' });
  await expect(row).toContainText('drive with another group');
  await expect(row).toContainText('This database does not know whose bytes it holds.');
  await expect(row.getByRole('link', { name: 't9' })).toBeVisible();
  await expectNoViolation(page, 'the list of orphans');

  await row.getByText('drive with another group').click();
  const preview = page.getByRole('complementary', { name: 'Preview of FOREIGN9' });
  await expect(preview).toContainText(`the volume group of Weft drive ${weftDriveId}`);
  await expect(preview).toContainText('wipe drive FOREIGN9, which needs its serial');
  await expect(preview).toContainText('nvme list');

  await page.getByLabel('Only copy').selectOption('no');
  await expect(page.getByText('No orphans match these filters.')).toBeVisible();
  await expect(page).toHaveURL(/mayHoldOnlyCopy=/);
});

test('ignores an orphan with a reason, shows by whom and why, and stops @all', async ({ page, ownCluster: cluster }) => {
  await cluster.node('t9', [{ serial: 'FOREIGN9', sizeBytes: 2.4e12, weftDriveId: randomUUID() }]);
  await login(page, `${cluster.server.url}/orphans`, 'olga');
  const row = page.getByRole('table', { name: 'Orphans' }).getByRole('row').filter({ hasText: 'FOREIGN9' });
  await row.getByRole('button', { name: 'Ignore…' }).click();
  const ignore = page.getByRole('dialog', { name: 'Ignore an orphan' });
  await expect(ignore).toContainText('It may hold the only copy of its bytes');
  await ignore.getByLabel('Reason').fill('drive of the lab');
  await expectNoViolation(page, 'the dialog that ignores an orphan');
  await ignore.getByRole('button', { name: 'Ignore', exact: true }).click();
  await expect(ignore).toBeHidden();
  await expect(page.getByText('No orphans match these filters. 1 is ignored.')).toBeVisible();

  await page.getByLabel('Ignored').selectOption('Ignored: only these');
  await expect(row).toContainText('by olga');
  await expect(row).toContainText('drive of the lab');
  await row.getByRole('button', { name: 'Stop ignoring…' }).click();
  const end = page.getByRole('dialog', { name: 'Stop ignoring an orphan' });
  await expect(end).toContainText('olga ignored FOREIGN9');
  await end.getByRole('button', { name: 'Stop ignoring', exact: true }).click();
  await expect(page.getByText('No orphans match these filters.')).toBeVisible();
  await page.getByLabel('Ignored').selectOption('Ignored: 0 left out');
  await expect(row).toBeVisible();
});

test('shows a viewer why they cannot ignore an orphan @all', async ({ page, ownCluster: cluster }) => {
  await cluster.node('t9', [{ serial: 'FOREIGN9', sizeBytes: 2.4e12, weftDriveId: randomUUID() }]);
  await login(page, `${cluster.server.url}/orphans`, 'vera');
  await expect(page.getByRole('button', { name: 'Ignore…' })).toHaveAccessibleDescription(
    'You are a viewer: this needs the permission orphan:change.',
  );
});

test('removes an orphan that may hold the only copy once the serial of its drive is typed, and one without data at once', async ({
  page,
  ownCluster: cluster,
}) => {
  const driveId = randomUUID();
  const agent = await cluster.node('t9', [{ serial: 'ORPHANED9', sizeBytes: 2.4e12, weftDriveId: driveId }]);
  const volume = `${vgName(driveId)}/${lvName(randomUUID())}`;
  await agent.find([
    { kind: 'logical-volume', name: volume, detail: '64 bytes', identity: 'LVM-1', sizeBytes: 2 ** 36, inUse: false, mayHoldData: true },
    { kind: 'mapping', name: 'weft-lost', detail: '4096 bytes', identity: 'WEFT-lost', sizeBytes: 2 ** 30 },
    { kind: 'port', name: '7', detail: 'rdma 10.0.0.1:4420', identity: 'rdma 10.0.0.1 4420', inUse: true },
  ]);
  await login(page, `${cluster.server.url}/orphans`, 'admin');
  const rows = page.getByRole('table', { name: 'Orphans' }).getByRole('row');
  const remove = (text: string) => rows.filter({ hasText: text }).getByRole('button', { name: 'Remove…' });
  await expect(remove('rdma 10.0.0.1:4420').or(remove('port'))).toHaveAccessibleDescription(/It goes with the last subsystem/);
  await expect(remove('ORPHANED9')).toHaveAccessibleDescription('Wipe its drive on the page of the drive.');

  await remove(volume).click();
  const dialog = page.getByRole('dialog', { name: 'Remove an orphan' });
  await expect(dialog).toContainText('Its content is lost and cannot be recovered.');
  await expect(dialog).toContainText('lvs --devicesfile weft');
  const apply = dialog.getByRole('button', { name: 'Remove it from its host' });
  await expect(apply).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Type the serial of its drive').fill('ORPHANED9');
  await expectNoViolation(page, 'the dialog that removes an orphan');
  await apply.click();
  await expect(dialog).toContainText(`${volume} is gone from t9.`);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(rows.filter({ hasText: volume })).toHaveCount(0);

  await remove('weft-lost').click();
  await expect(dialog).toContainText('It holds no bytes of a volume.');
  await apply.click();
  await expect(dialog).toContainText('weft-lost is gone from t9.');
});

test('shows an operator why they cannot remove an orphan', async ({ page, ownCluster: cluster }) => {
  await cluster.node('t9', [{ serial: 'FOREIGN9', sizeBytes: 2.4e12, weftDriveId: randomUUID() }]);
  await login(page, `${cluster.server.url}/orphans`, 'olga');
  await expect(page.getByRole('button', { name: 'Remove…' })).toHaveAccessibleDescription(
    'You are an operator: this needs the permission orphan:clean.',
  );
});
