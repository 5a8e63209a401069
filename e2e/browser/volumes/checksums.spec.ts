import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB, MiB } from '@weft/shared/units';
import { expectNoViolation } from '../support/axe.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from '../support/simulated-cluster.js';

/* A mirror with checksums under load. Its targets look at their counts once a minute. */
let simulated: SimulatedCluster;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  const settings = { scrubBytesPerSecond: 100 * MiB };
  simulated = await startSimulatedCluster(mongo.uri, { settings, sizeBytes: GiB, integrity: 'dm-integrity' });
});
test.afterAll(() => simulated?.stop());

const address = (path: string): string => `${simulated.cluster.server.url}${path}`;

test('names the half that a scrub found wrong, and acknowledges its errors @all', async ({ page }) => {
  test.setTimeout(420_000);
  const { legs } = await simulated.cluster.admin.call(endpoints.getVolume, { params: { id: simulated.volume } });
  const wrong = legs[1];
  if (!wrong) throw new Error('no leg');
  await login(page, address(`/volumes/${simulated.volume}?tab=legs`), 'olga');
  const sectionOf = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const [scrub, checksums] = [sectionOf('Scrub'), sectionOf('Checksums')];
  const dialog = page.getByRole('dialog');
  await expect(checksums).toContainText('None found.');
  await expect(checksums.getByRole('button', { name: 'Acknowledge errors…' })).toHaveAttribute('aria-disabled', 'true');

  await simulated.simulation.fault({ fault: 'damage', node: wrong.node.name, serial: wrong.drive.serial });
  await scrub.getByRole('button', { name: 'Scrub now…' }).click();
  await dialog.getByRole('button', { name: 'Scrub now', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(scrub).toContainText(/Scrub completed: 1 GiB in .*, mismatches in ranges of 64 KiB/, { timeout: 120_000 });
  await expect(scrub).toContainText('Targets still count');
  await expect(scrub).toContainText(`Leg 1 on ${wrong.node.name} (drive ${wrong.drive.serial}), once. Repaired from another half.`, {
    timeout: 120_000,
  });
  const halves = scrub.getByRole('table', { name: 'Halves of the last scrub' });
  await expect(halves.getByRole('row', { name: new RegExp(`1 on ${wrong.node.name} ${wrong.drive.serial} 1`) })).toBeVisible();
  const alert = page.getByText(/returned wrong bytes\. Errors that nobody has acknowledged: 1/);
  await expect(alert.first()).toBeVisible({ timeout: 30_000 });
  await expect(checksums).toContainText('Found and repaired once, not acknowledged.');
  await expectNoViolation(page, 'checksums with an error');
  await page.screenshot({ path: '.cache/screenshots/checksums-light.png', fullPage: true });
  await expect(scrub).not.toContainText('Targets still count', { timeout: 200_000 });

  await checksums.getByRole('button', { name: 'Acknowledge errors…' }).click();
  await expect(dialog).toContainText(`Leg 1 on ${wrong.node.name}, drive ${wrong.drive.serial}: 1 new`);
  await expect(dialog.getByLabel('curl command')).toContainText('/checksums-acknowledge');
  await expectNoViolation(page, 'acknowledging');
  await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await expect(dialog.getByRole('status')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(checksums).toContainText('Found and repaired once, all acknowledged.');
  await expect(checksums).toContainText('by olga');
  // An alert goes on for a minute after its cause (keepSeconds).
  await expect(alert).toHaveCount(0, { timeout: 120_000 });
  await page.context().clearCookies();
  await login(page, address(`/volumes/${simulated.volume}?tab=legs`), 'vera');
  await expect(checksums.getByRole('button', { name: 'Acknowledge errors…' })).toHaveAttribute('aria-disabled', 'true');
});
