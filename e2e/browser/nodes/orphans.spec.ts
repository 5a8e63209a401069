import { randomUUID } from 'node:crypto';
import { expectNoViolation } from '../support/axe.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';

test('lists a drive of another cluster with its meaning, remedy and commands', async ({ page, ownCluster: cluster }) => {
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
