import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB, MiB } from '@weft/shared/units';
import { expectNoViolation } from '../support/axe.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from '../support/simulated-cluster.js';

/* A mirror under load, on real agents and simulated machines. A scrub of it takes about 20 s. */
let simulated: SimulatedCluster;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri, { settings: { scrubBytesPerSecond: 100 * MiB }, sizeBytes: 2 * GiB });
});
test.afterAll(() => simulated?.stop());

const address = (path: string): string => `${simulated.cluster.server.url}${path}`;
const getVolume = () => simulated.cluster.admin.call(endpoints.getVolume, { params: { id: simulated.volume } });

test('scrubs a volume, shows progress and result, names mismatches, and repairs them by a separate order @all', async ({ page }) => {
  test.setTimeout(300_000);
  await login(page, address(`/volumes/${simulated.volume}?tab=legs`), 'admin');
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Scrub', exact: true }) });
  await expect(section).toContainText('No scrub is ordered.');
  await expect(section).toContainText('None has ended yet.');
  const order = async (button: string, action: string) => {
    await section.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('curl command')).toContainText('/scrub-');
    if (action === 'Overwrite the second half') await dialog.getByLabel('Type the volume’s name').fill('orders');
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await expect(dialog.getByRole('status')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(dialog).toHaveCount(0);
  };

  await order('Scrub now…', 'Scrub now');
  await expect(section).toContainText(/Scrub on client-1 is running: \d+ % of 2 GiB, 100 MiB\/s, no mismatch so far/, { timeout: 60_000 });
  // The focus is back at the button, which now shows why it is refused.
  await section.getByRole('button', { name: 'Scrub now…' }).blur();
  await expectNoViolation(page, 'a running scrub');
  await page.screenshot({ path: '.cache/screenshots/scrub-running.png', fullPage: true });
  await expect(section).toContainText(/Scrub completed: 2 GiB in .*, no mismatch/, { timeout: 120_000 });

  const [, second] = (await getVolume()).legs;
  await simulated.simulation.fault({ fault: 'damage', node: second?.node.name ?? '', serial: second?.drive.serial ?? '' });
  await order('Scrub now…', 'Scrub now');
  await expect(section).toContainText(/Scrub completed: 2 GiB in .*, mismatches in ranges of 64 KiB/, { timeout: 120_000 });
  const alert = page.getByText(/found [1-9]\d* KiB in ranges where the halves of the mirror differ/);
  await expect(alert.first()).toBeVisible();
  await page.screenshot({ path: '.cache/screenshots/scrub-mismatches.png', fullPage: true });

  await order('Repair mismatches…', 'Overwrite the second half');
  await expect(section).toContainText(/Repair completed: .*copied the first half over ranges of 64 KiB/, { timeout: 120_000 });
  await expect(section.getByRole('button', { name: 'Scrub now…' })).toBeVisible();
  // An alert goes on for a minute after its cause (keepSeconds).
  await expect(alert).toHaveCount(0, { timeout: 120_000 });
});

test('stops a scrub, and refuses it to a viewer @all', async ({ page }) => {
  test.setTimeout(180_000);
  await login(page, address(`/volumes/${simulated.volume}?tab=legs`), 'olga');
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Scrub', exact: true }) });
  await section.getByRole('button', { name: 'Scrub now…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Scrub now', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(section).toContainText('is running', { timeout: 60_000 });
  await section.getByRole('button', { name: 'Stop scrub…' }).click();
  await dialog.getByRole('button', { name: 'Stop scrub', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(section).toContainText(/Scrub stopped: \d+ % of 2 GiB/, { timeout: 60_000 });
  await page.context().clearCookies();
  await login(page, address(`/volumes/${simulated.volume}?tab=legs`), 'vera');
  await expect(section.getByRole('button', { name: 'Scrub now…' })).toBeVisible();
  await expect(section.getByRole('button', { name: 'Scrub now…' })).toHaveAttribute('aria-disabled', 'true');
});
