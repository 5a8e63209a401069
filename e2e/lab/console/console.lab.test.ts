/** The console in a browser over real kernels: a volume from its creation to the repair of its mirror, while fio runs on it. */
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page, expect as soon } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { scrollToCharts } from '../../browser/support/charts.js';
import { chooseClient } from '../../browser/support/choose-client.js';
import { launchOptions } from '../../browser/support/chromium.js';
import { PASSWORD } from '../../browser/support/cluster.js';
import { login } from '../../browser/support/login.js';
import { mismatches } from '../faults/client.js';
import { type FaultLab, faultLab } from '../faults/fault-lab.js';
import { Load } from '../faults/load.js';
import type { Mirror } from '../faults/mirror.js';

const lab = faultLab({ targets: 2, clients: 1, drivesPerTarget: 1 });
/** Picture of a failed run. */
const picture = fileURLToPath(new URL('../../../.cache/test/lab-console.png', import.meta.url));
/** For steps that involve emulated machines. */
const onMachines = soon.configure({ timeout: 180_000 });

let browser: Browser;
let page: Page;
/** Refusals of the Content-Security-Policy, and uncaught errors. */
const complaints: string[] = [];

beforeAll(async () => {
  browser = await chromium.launch(launchOptions);
  page = await browser.newPage({ viewport: { width: 1440, height: 1200 }, locale: 'en-GB', timezoneId: 'Europe/Berlin' });
  page.setDefaultTimeout(30_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy/i.test(message.text())) complaints.push(message.text());
  });
});
afterAll(() => browser?.close());

async function logIn({ fabric: { api, server } }: FaultLab): Promise<void> {
  await api.call(endpoints.createUser, { body: { name: 'olga', role: 'operator', password: PASSWORD } });
  await login(page, `${server.url}/volumes/new`, 'olga');
}

/** Resolves when the volume's page shows that it is available. */
async function createVolume(name: string): Promise<void> {
  await page.getByLabel(/^Name/).fill(name);
  await page.getByLabel(/^Size/).fill('64 MiB');
  await page.getByLabel(/^Drive class/).selectOption('all');
  await page.getByRole('radio', { name: /^raid1,/ }).check();
  await page.getByRole('button', { name: 'Create volume' }).click();
  await soon(page.getByRole('heading', { name })).toBeVisible();
  await onMachines(page.getByLabel(name, { exact: true })).toContainText('detached');
}

async function attachTo(client: string): Promise<void> {
  await page.getByRole('button', { name: 'Attach…' }).click();
  await chooseClient(page, client);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
  await soon(dialog.getByRole('region', { name: 'Job' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  const attachments = page.getByRole('table', { name: 'Attachments' });
  await onMachines(attachments.getByRole('cell', { name: 'attached', exact: true })).toBeVisible();
  await soon(attachments).toContainText('/dev/weft/');
}

async function mirrorOf({ fabric }: FaultLab, name: string): Promise<Mirror> {
  const [volume] = (await fabric.api.call(endpoints.listVolumes, { query: { name } })).items;
  const [attachment] = (await fabric.api.call(endpoints.listAttachments)).items;
  if (!volume || !attachment) throw new Error(`${name} is not attached`);
  return { volume, attachment, client: fabric.machine('c1'), device: `/dev/weft/${name}` };
}

/** The last percentile that the page shows: a cell of the figure's table. */
const percentile = (nth: string) =>
  page
    .getByRole('figure', { name: /^Latency percentiles/ })
    .getByRole('row', { name: new RegExp(`, ${nth}th percentile`) })
    .getByRole('cell')
    .first();

describe.sequential('console', () => {
  test('console: a volume created there shows percentiles under load, a killed target as the cause, and the recovery', async () => {
    const { now } = lab;
    onTestFailed(async () => {
      await page.screenshot({ path: picture, fullPage: true });
      console.error(`the page as it was: ${picture}`);
    });
    const status = page.getByLabel('orders', { exact: true });
    await logIn(now);
    await createVolume('orders');
    await attachTo('c1');
    await onMachines(status).toContainText('healthy');
    const mirror = await mirrorOf(now, 'orders');

    const load = await Load.start(mirror.client, mirror.device);
    await scrollToCharts(page);
    await onMachines(percentile('99')).toHaveText(/^[\d.]+ (µs|ms|s)$/);
    const [median, high] = [await percentile('50').textContent(), await percentile('99').textContent()];
    await onMachines(percentile('50')).not.toHaveText(median ?? '');
    await onMachines(percentile('99')).not.toHaveText(high ?? '');

    const lost = mirror.volume.legs[1]?.node.name ?? expect.fail('no second leg');
    await now.fabric.machine(lost).kill();
    await onMachines(status).toContainText('degraded');
    const cause = page.getByRole('paragraph').filter({ hasText: /^degraded since / });
    await soon(cause).toContainText(new RegExp(`, because .*${lost}`));
    await soon(cause.getByRole('link', { name: lost, exact: true }).first()).toBeVisible();
    await load.carriesIo(mirror.device);

    await now.fabric.machine(lost).start();
    await onMachines(status).toContainText('healthy');
    await soon(cause).toHaveCount(0);
    await page.getByRole('link', { name: 'Legs & paths' }).click();
    await soon(
      page.getByRole('table', { name: 'Leg observations' }).getByRole('row', { name: /in sync present .* in sync healthy/ }),
    ).toHaveCount(2);
    await load.stop();
    expect(await mismatches(mirror)).toBe(0);
    expect(complaints).toEqual([]);
  });
});
