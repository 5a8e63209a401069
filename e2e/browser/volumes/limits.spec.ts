import { endpoints } from '@weft/shared/endpoints/endpoints';
import { chooseAction } from '../support/actions.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from '../support/simulated-cluster.js';

/* Limits per client of one attached volume under load, on real agents. */
let simulated: SimulatedCluster;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri);
});
test.afterAll(() => simulated?.stop());

test('sets limits of an attached volume, shows them in force and where, and removes them @all', async ({ page }) => {
  const { admin, server } = simulated.cluster;
  const { items } = await admin.call(endpoints.listAttachments, { query: { volumeId: simulated.volume } });
  const id = items[0]?.id ?? '';
  await login(page, `${server.url}/attachments/${id}`, 'olga');
  await chooseAction(page, 'Limits…');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('These are not limits of the volume.')).toBeVisible();
  await dialog.getByLabel('Reads, bytes per second').fill('1KiB');
  await expect(dialog.getByText('Enter a size from 64 KiB')).toBeVisible();
  await dialog.getByLabel('Reads, bytes per second').fill('4MiB');
  await dialog.getByLabel('Writes, requests per second').fill('500');
  // Before anything runs: the write to io.max of each slice.
  await dialog.getByText('Commands, by node').click();
  await expect(dialog.getByText(/rbps=4194304 wbps=max riops=max wiops=500/).first()).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Change limits' }).click();
  await expect(dialog.getByRole('status')).toContainText('applies the limits within seconds');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const text = 'read 4 MiB/s, write 500 IOPS';
  await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByText(`${text}, in init.scope, system.slice, user.slice`)).toBeVisible({ timeout: 60_000 });

  await chooseAction(page, 'Limits…');
  await dialog.getByLabel('Reads, bytes per second').fill('');
  await dialog.getByLabel('Writes, requests per second').fill('');
  await dialog.getByRole('button', { name: 'Change limits' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText(text)).toHaveCount(0, { timeout: 60_000 });
});
