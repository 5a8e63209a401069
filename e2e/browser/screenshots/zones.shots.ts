/** The pages of a federation, with all zones and with one dead, in both themes and on a phone. */
import { type Federated, federated, logIn } from '../support/federated.js';
import { test as base, expect } from '../support/fixtures.js';
import { Camera, windows } from './camera.js';

const test = base.extend<{ federated: Federated }>({ federated: [federated, { timeout: 360_000 }] });

test('zones', async ({ page, federated: { federation, fra } }) => {
  test.setTimeout(900_000);
  const camera = await Camera.of(page, 'zones');
  await logIn(page, federation);
  await expect(page.getByRole('heading', { name: 'Sums over 2 zones of 2' })).toBeVisible();
  await camera.shootInBoth('all');
  await page.goto(`${federation.url}/topology/ams`);
  await expect(page.getByRole('table', { name: 'Racks of ams' })).toBeVisible();
  await camera.shootInBoth('topology');
  await fra.server.kill('SIGKILL');
  await page.goto(federation.url);
  await expect(page.getByText('1 zone not in the sums:')).toBeVisible();
  await camera.shootInBoth('one-dead');
  await page.goto(`${federation.url}/search?q=target`);
  await expect(page.getByText('1 zone not searched:')).toBeVisible();
  await camera.shootInBoth('search');
  await page.goto(`${federation.url}/alerts`);
  await expect(page.getByText('Alerts that are missing or not current:')).toBeVisible();
  await camera.shootInBoth('alerts');
  await page.setViewportSize(windows.phone);
  await page.goto(federation.url);
  await expect(page.getByText('1 zone not in the sums:')).toBeVisible();
  await camera.shootInBoth('phone');
});
