/** The recording of the README: a target goes down, its volumes name the cause, and heal. `npm run screenshots -- --grep recording`. */
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { sixDrives } from './clusters.js';
import { Recording } from './recording.js';

const LARGEST_BYTES = 3_000_000;
const SLOW = { timeout: 120_000 };
const MINUTES_OF_LOAD = 2;

test.use({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.75, colorScheme: 'dark' });

test('recording of a target that goes down', async ({ page, mongo }) => {
  test.setTimeout(900_000);
  const cluster = await sixDrives(mongo.uri);
  try {
    const recording = new Recording(page);
    const record = async (milliseconds: number) => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible(SLOW);
      await expect(page.getByText('live', { exact: true }).first()).toBeVisible(SLOW);
      await expect(page.getByText(/^(Loading|Reading)…$|^no live value yet$/)).toHaveCount(0, SLOW);
      await recording.frame(milliseconds);
    };
    const goto = async (name: string) => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name, SLOW);
    };
    const simulation = () => page.getByRole('link', { name: 'Simulated cluster' }).click();
    const orders = page.getByRole('list', { name: 'Health of the volumes' }).getByRole('link', { name: /^orders/ });
    await login(page, cluster.url, 'admin');
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    // Charts of one point show nothing.
    await page.waitForTimeout(MINUTES_OF_LOAD * 60_000);
    await record(2500);
    await goto('Volumes');
    await expect(page.getByRole('row', { name: /orders/ })).toContainText(/\d (µs|ms)/, SLOW);
    await record(2000);
    await page.getByRole('table').getByRole('link', { name: 'orders', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('orders', SLOW);
    await record(2500);
    await simulation();
    await expect(orders).toContainText('healthy', SLOW);
    await record(1500);
    await page.getByRole('button', { name: 'Take down t1', exact: true }).click();
    await expect(page.getByText('1 fault in force')).toBeVisible();
    await record(1000);
    await expect(orders).toContainText('degraded', SLOW);
    await record(2000);
    await goto('Overview');
    await expect(page.getByRole('list', { name: 'Problems' })).toContainText('t1', SLOW);
    await record(2500);
    await page.getByRole('list', { name: 'Problems' }).getByRole('link', { name: 'orders' }).first().click();
    await expect(page.getByText(/^degraded since .*t1/)).toBeVisible(SLOW);
    await record(3000);
    await simulation();
    await page.getByRole('button', { name: 'Mend everything', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Health of the volumes' })).not.toContainText(/degraded|stalled/, SLOW);
    await record(1500);
    await goto('Overview');
    await expect(page.getByRole('list', { name: 'Problems' })).toHaveCount(0, SLOW);
    await record(2500);
    const size = await recording.save('target-down', await page.context().newPage());
    console.log(`target-down.gif: ${size} bytes`);
    expect(size).toBeLessThan(LARGEST_BYTES);
  } finally {
    await cluster.stop();
  }
});
