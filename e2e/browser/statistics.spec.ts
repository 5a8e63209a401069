import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expectNoViolation } from './support/axe.js';
import { scrollToCharts } from './support/charts.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';
import { sectionOf } from './support/sections.js';
import { type SimulatedCluster, startSimulatedCluster } from './support/simulated-cluster.js';

/** One cluster for all tests: shares of latencies exist only when it has run for a minute, so tests that need them come late. */
let simulated: SimulatedCluster;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri);
});
test.afterAll(() => simulated?.stop());

const volumePage = () => `${simulated.cluster.server.url}/volumes/${simulated.volume}`;

const figure = (page: Page, name: RegExp) => page.getByRole('figure', { name });
const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cell = (page: Page, within: RegExp, row: RegExp) => figure(page, within).getByRole('row', { name: row }).getByRole('cell').first();

test('shows live rates and percentiles with units, error bounds and source', async ({ page }) => {
  await login(page, volumePage(), 'vera');
  await scrollToCharts(page);
  await expect(figure(page, /^IOPS per second, last 15 min/)).toContainText('Volume orders, seen by client-1');
  await expect(figure(page, /^Throughput bytes per second/)).toBeVisible();
  await expect(cell(page, /^IOPS/, /^Reads/)).toHaveText(/^[\d.]+ k\/s$/);
  await expect(cell(page, /^Throughput/, /^Write throughput/)).toHaveText(/^[\d.]+ MiB\/s$/);
  const percentile = figure(page, /^Latency percentiles seconds .*logarithmic/).getByRole('row', { name: /99\.9th/ });
  await expect(percentile).toContainText(/[\d.]+ (µs|ms)\s*[\d.]+ (µs|ms) to [\d.]+ (µs|ms)/);
  for (const direction of ['Read', 'Write'])
    await expect(cell(page, /^Average latency seconds/, new RegExp(`^${direction} latency, average`))).toHaveText(/^[\d.]+ (µs|ms)$/);
  for (const row of [/^Read latency, 50th/, /^Read latency, 99th/, /^Write latency, 50th/, /^Write latency, 99th/])
    await expect(cell(page, /^Read and write latency percentiles seconds .*logarithmic/, row)).toHaveText(/^[\d.]+ (µs|ms)$/);
  await expect(figure(page, /^Latency heat map .*I\/O per second/)).toContainText(/Most\s*[\d.]+( k)?\/s in [\d.]+ µs to/);

  const stats = group(page, 'I/O as its clients see it');
  await expect(stats.getByText('live', { exact: true })).toBeVisible();
  await expect(figure(page, /^IOPS/)).toContainText('live, every second');
  const when = figure(page, /^IOPS/).getByRole('columnheader').first();
  const before = await when.textContent();
  await expect(when).not.toHaveText(before ?? '');
  await expect(figure(page, /^IOPS/)).toContainText('No data before');
});

test('does not re-read the history for each live message', async ({ page }) => {
  const reads: string[] = [];
  page.on('request', (request) => {
    // Requests of the charts only: the legs' shares are per minute and are read again.
    if (request.url().includes('/stats/query') && !request.url().includes('leg')) reads.push(request.url());
  });
  let messages = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"statistics"')) messages += 1;
    }),
  );
  await login(page, volumePage(), 'vera');
  await scrollToCharts(page);
  await expect.poll(() => messages).toBeGreaterThan(6);
  expect(reads.length, reads.join('\n')).toBeGreaterThan(0);
  expect(reads.length, reads.join('\n')).toBeLessThanOrEqual(2);
});

test('keeps the chosen range in the URL after a reload', async ({ page }) => {
  await login(page, volumePage(), 'vera');
  await scrollToCharts(page);
  await page.getByRole('radiogroup', { name: 'Time range' }).getByText('6 h', { exact: true }).click();
  await expect(page).toHaveURL(/\?range=6h$/);
  await expect(figure(page, /^IOPS per second, last 6 h/)).toBeVisible();
  await page.reload();
  await scrollToCharts(page);
  await expect(page.getByRole('radio', { name: '6 h' })).toBeChecked();
  await expect(figure(page, /^IOPS per second, last 6 h/)).toBeVisible();
  await expect(page.getByText('live, every second')).toHaveCount(0);
});

test('shows CPU by mode and core, export overhead and leg I/O on a target’s page', async ({ page }) => {
  await login(page, `${simulated.cluster.server.url}/nodes/${simulated.target}`, 'vera');
  await scrollToCharts(page);
  await expect(cell(page, /^CPU by mode %/, /^CPU, system/)).toHaveText(/^[\d.]+ %$/);
  await expect(cell(page, /^Export overhead %/, /^CPU for exporting legs/)).toHaveText(/^[\d.]+ %$/);
  await expect(figure(page, /^CPU by core cores; colour: %/)).toContainText(/Most\s*[\d.]+ % in CPU \d+/);
  await expect(group(page, 'I/O as a target').getByRole('figure', { name: /^IOPS/ })).toContainText('All legs on node target-1');
  // Its agent does not collect latency by direction.
  await expect(figure(page, /^Read and write latency percentiles/)).toHaveCount(0);
  await expect(group(page, 'I/O as a client')).toHaveCount(0);
});

test('opens a drive from the list, with its health and the I/O of its legs', async ({ page }) => {
  await login(page, `${simulated.cluster.server.url}/drives`, 'vera');
  await page.getByRole('link', { name: 'SIM-1' }).click();
  await expect(page).toHaveURL(new RegExp(`/drives/${simulated.drive}$`));
  await scrollToCharts(page);
  await expect(cell(page, /^IOPS/, /^Reads/)).toHaveText(/\/s$/);
  await expect(cell(page, /^Temperature °C/, /^Temperature/)).toHaveText(/^\d+ °C$/);
  await expect(cell(page, /^Wear %/, /^Wear/)).toHaveText(/^[\d.]+ %$/);
});

test('draws the last 5 min of each volume under load in the list, beside its last value', async ({ page }) => {
  await login(page, `${simulated.cluster.server.url}/volumes`, 'vera');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'orders', exact: true }) });
  await expect(row.getByRole('cell', { name: /^[\d.]+ k\/s$/ })).toBeVisible();
  // A line from one stored value to the next, and not only separate points.
  await expect(row.getByRole('img', { name: 'I/O operations, last 5 min' }).locator('path')).toHaveAttribute('d', /L/);
});

test('draws the last hour of the targets’ CPU and export overhead on the overview', async ({ page }) => {
  await login(page, simulated.cluster.server.url, 'vera');
  const lines = page.getByRole('list', { name: 'Now' }).getByRole('img', { name: 'CPU, last hour: targets’ CPU, export overhead' });
  // One value a minute, read again every minute.
  for (const [line, path] of (['busy', 'exporting'] as const).entries())
    await expect(lines.locator('path').nth(line), path).toHaveAttribute('d', /M/, { timeout: 120_000 });
});

test('shows throughput, p99 and a line of 5 min of drives and attachments, read for all rows at once', async ({ page }) => {
  await login(page, simulated.cluster.server.url, 'vera');
  for (const [path, name] of [
    ['/drives', 'SIM-1'],
    ['/attachments', 'orders'],
  ] as const) {
    const reads: string[] = [];
    page.on('request', (request) => request.url().includes('/stats/query') && reads.push(request.url()));
    await page.goto(`${simulated.cluster.server.url}${path}`);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    await expect(row.getByRole('cell', { name: /^[\d.]+ [KM]iB\/s$/ })).toBeVisible();
    await expect(row.getByRole('cell', { name: /^[\d.]+ [mµ]s$/ })).toBeVisible();
    await expect(row.getByRole('img', { name: 'Throughput, last 5 min' }).locator('path')).toHaveAttribute('d', /L/);
    // Two reads for all rows: the figures, and the line.
    expect(new Set(reads.map((url) => new URL(url).searchParams.get('metrics')))).toEqual(new Set(['iops,latency-p99', 'throughput']));
    page.removeAllListeners('request');
  }
});

test('shows in the chart’s table the values under the pointer', async ({ page }) => {
  await login(page, `${volumePage()}?range=5m`, 'vera');
  await scrollToCharts(page);
  const iops = figure(page, /^IOPS per second, last 5 min/);
  await expect(iops.getByRole('columnheader').first()).toContainText('Last, at');
  await iops.locator('.u-over').hover();
  await expect(iops.getByRole('columnheader').first()).toHaveText(/^At 20/);
});

const iopsChart = (page: Page) => figure(page, /^IOPS per second/);

test('zooms all charts of the page by a drag over one, and back', async ({ page }) => {
  await login(page, `${simulated.cluster.server.url}/volumes/${simulated.volume}?range=5m`, 'vera');
  await scrollToCharts(page);
  const over = iopsChart(page).locator('.u-over');
  await expect(cell(page, /^IOPS/, /^Reads/)).toHaveText(/\/s$/);
  const box = await over.boundingBox();
  if (!box) throw new Error('the chart has no size');
  await page.mouse.move(box.x + box.width * 0.4, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  for (const name of [/^IOPS per second, 20\d\d-.* to 20\d\d/, /^Throughput .*, 20\d\d-.* to 20\d\d/])
    await expect(figure(page, name)).toBeVisible();
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.getByRole('button', { name: /^Reset zoom/ }).click();
  await expect(figure(page, /^IOPS per second, last 5 min/)).toBeVisible();
  await expect(page).not.toHaveURL(/from=/);
});

test('shows a line alone after a click on its name, and all again', async ({ page }) => {
  await login(page, `${simulated.cluster.server.url}/volumes/${simulated.volume}`, 'vera');
  await scrollToCharts(page);
  const reads = iopsChart(page).getByRole('button', { name: 'Reads', exact: true });
  await reads.focus();
  await page.keyboard.press('Enter');
  await expect(reads).toHaveAttribute('aria-pressed', 'true');
  await expect(iopsChart(page).getByRole('button', { name: 'Writes', exact: true })).toHaveAttribute('data-off', 'true');
  await reads.click();
  await expect(reads).toHaveAttribute('aria-pressed', 'false');
});

test('compares with the period before in every chart, by one switch in the address', async ({ page }) => {
  await login(page, `${simulated.cluster.server.url}/volumes/${simulated.volume}?range=5m`, 'vera');
  await scrollToCharts(page);
  await page.getByLabel('Compare with the period before').check();
  await expect(page).toHaveURL(/compare=true/);
  for (const chart of [iopsChart(page), figure(page, /^Throughput/)])
    await expect(chart.getByRole('columnheader', { name: 'Period before' })).toBeVisible();
  await page.getByLabel('Compare with the period before').uncheck();
  await expect(page.getByRole('columnheader', { name: 'Period before' })).toHaveCount(0);
});

test('marks the jobs of the object on its charts', async ({ page }) => {
  await login(page, `${simulated.cluster.server.url}/volumes/${simulated.volume}?range=1h`, 'vera');
  await scrollToCharts(page);
  await expect(page.getByText('Marked jobs:').getByRole('link', { name: /^Create volume orders: done, requested 20/ })).toBeVisible();
});

test('exports a chart as picture, as values and as PromQL', async ({ page }) => {
  await login(page, `${simulated.cluster.server.url}/volumes/${simulated.volume}`, 'vera');
  await scrollToCharts(page);
  await iopsChart(page).getByRole('button', { name: 'Export IOPS' }).click();
  const menu = iopsChart(page).getByRole('group', { name: 'Export IOPS' });
  await expect(menu.getByLabel('PromQL')).toContainText('sum(rate(weft_volume_reads_total{weft_cluster=');
  const [csv] = await Promise.all([page.waitForEvent('download'), menu.getByRole('button', { name: 'Download CSV' }).click()]);
  expect(csv.suggestedFilename()).toMatch(/^weft-orders-iops-\d{8}T\d{6}Z\.csv$/);
  const [png] = await Promise.all([page.waitForEvent('download'), menu.getByRole('button', { name: 'Download PNG' }).click()]);
  expect(png.suggestedFilename()).toMatch(/^weft-orders-iops-\d{8}T\d{6}Z\.png$/);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

test('shows current I/O, percentiles, CPU and charts on the overview', async ({ page }) => {
  await login(page, simulated.cluster.server.url, 'vera');
  const now = (name: string) =>
    page
      .getByLabel('Now', { exact: true })
      .locator('div')
      .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
      .getByRole('definition');
  await expect(now('Reads')).toHaveText(/^[\d.]+ k\/s$/);
  await expect(now('Written')).toHaveText(/^[\d.]+ MiB\/s$/);
  await expect(now('p99')).toHaveText(/^[\d.]+ (µs|ms)$/);
  await expect(now('Targets’ CPU')).toHaveText(/^[\d.]+ %most [\d.]+ % on target-\d$/, { timeout: 90_000 });
  await expect(now('Clients’ CPU')).toHaveText(/^[\d.]+ %most [\d.]+ % on client-1$/);
  const before = await now('Reads').textContent();
  await expect(now('Reads')).not.toHaveText(before ?? '');
  const busiest = page.getByRole('table', { name: 'Busiest volumes' });
  await expect(busiest.getByRole('row', { name: /^orders .*k\/s .*(µs|ms)$/ })).toBeVisible({ timeout: 90_000 });
  const clients = page.getByRole('table', { name: 'Busiest clients' });
  await expect(clients.getByRole('row', { name: /^client-1 .*k\/s .*(µs|ms)$/ })).toBeVisible({ timeout: 90_000 });
  // The tiles are live; a ranking states of which moment it is.
  for (const title of ['Busiest volumes', 'Slowest volumes', 'Busiest clients'])
    await expect(sectionOf(page, title)).toContainText(/Average of 10 s, read at \d\d:\d\d:\d\d/);
  await expect(page.getByRole('list', { name: '2 drives by load' }).getByRole('link', { name: 'target-2' })).toBeVisible();
  await scrollToCharts(page);
  await expect(group(page, 'I/O of the cluster').getByRole('figure', { name: /^Latency percentiles/ })).toContainText(
    'All volumes, seen by their clients',
  );
});

test('shows the load of volumes and nodes in their lists, with its provenance', async ({ page }) => {
  await login(page, `${simulated.cluster.server.url}/volumes`, 'vera');
  const volume = page.getByRole('row', { name: /orders/ });
  await expect(volume).toContainText(/[\d.]+ k\/s.*MiB\/s.*(µs|ms)/, { timeout: 90_000 });
  await volume.getByRole('cell', { name: /k\/s$/ }).hover();
  await expect(page.getByRole('dialog', { name: 'Provenance' })).toContainText('Volume orders, seen by its clients');
  await page.goto(`${simulated.cluster.server.url}/nodes`);
  await expect(page.getByRole('row', { name: /target-1/ })).toContainText(/[\d.]+ %.*iB\/s.*iB\/s/, { timeout: 90_000 });
});

test('shows the fabric of a volume hop by hop, with latency shares between bounds @all', async ({ page }) => {
  test.setTimeout(360_000);
  await login(page, volumePage(), 'vera');
  const strip = page.getByRole('table', { name: 'Fabric of client-1' });
  // The client's NIC and the network once for all legs; then a row for each target, and none for a leg without a problem.
  for (const at of [1, 2])
    await expect(strip.getByRole('columnheader', { name: new RegExp(`eth${at}.*up.*storage-${at}.*2 of 2 live`) })).toBeVisible();
  await expect(strip.getByRole('row', { name: /target-\d.*live.*eth1.*up.*live.*eth2.*up.*Leg \d/ })).toHaveCount(2);
  await expect(strip.getByRole('row')).toHaveCount(3);
  await expect(strip.getByRole('link', { name: 'SIM-1' })).toBeVisible();
  await expect(strip.getByRole('link', { name: 'target-2' })).toBeVisible();

  // A target has a cell for each of its legs.
  const heat = page.getByRole('list', { name: 'Legs by latency' });
  await expect(heat.getByRole('link', { name: /^Leg \d, SIM-\d: [\d.]+ (µs|ms)$/ })).toHaveCount(2, { timeout: 90_000 });
  await expectNoViolation(page, 'fabric');

  await page.getByRole('link', { name: 'Performance' }).click();
  const shares = page.getByRole('group', { name: 'Latency shares' });
  await expect(shares.getByLabel('Reads', { exact: true })).toContainText(/drives[\d.]+ (µs|ms) \(\d+ %\)/, { timeout: 90_000 });
  await expect(shares.getByLabel('Writes', { exact: true })).toContainText(/drives[\d.]+ (µs|ms)/);
  await expect(shares.getByLabel('Writes', { exact: true })).toContainText(/client and fabric[\d.]+ (s|µs) to [\d.]+ (µs|ms) .*%/);
  const compared = page.getByRole('table', { name: 'Legs compared' });
  await expect(compared.getByRole('row', { name: /Leg \d, SIM-\d on target-\d [\d.]+ (µs|ms)/ })).toHaveCount(2);
  await expect(page.getByRole('table', { name: 'Targets compared' }).getByRole('row', { name: /target-\d/ })).toHaveCount(2);
  await page.getByText('Method').click();
  await expect(page.getByText(/A write to a mirror waits for all halves at once/)).toBeVisible();
  await expectNoViolation(page, 'performance');
  await page.goBack();
  await strip.getByRole('link', { name: 'SIM-1' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'SIM-1' })).toBeVisible();
});

test('shows jobs and conditions as the history of a volume, and spec and status as JSON', async ({ page }) => {
  await login(page, `${volumePage()}?tab=activity`, 'vera');
  const history = page.getByRole('region', { name: 'History', exact: true });
  await expect(history.getByRole('link', { name: 'Create volume orders' })).toBeVisible();
  await expect(history).toContainText(/Healthy of the volume became true/);
  // Conditions as desired are folded away.
  await expect(page.getByRole('row', { name: /^Healthy the volume/ })).toHaveCount(0);
  await page.getByText(/^\d+ conditions as desired$/).click();
  await expect(
    page.getByRole('table', { name: 'Conditions as desired' }).getByRole('row', { name: /^Healthy the volume true/ }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Spec' }).click();
  await page.getByText('Spec: requested').click();
  await expect(page.getByLabel('Spec', { exact: true })).toContainText('"sizeBytes": 10737418240');
  await page.getByText('Status: observed').click();
  await expect(page.getByLabel('Status', { exact: true })).toContainText('"observedGeneration"');
});

test('keeps tab and time range in the address, and ignores an unknown tab', async ({ page }) => {
  await login(page, `${volumePage()}?tab=performance&range=1h`, 'vera');
  const tabs = page.getByRole('navigation', { name: 'Parts of this page' });
  await expect(tabs.getByRole('link', { name: 'Performance' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('radio', { name: '1 h' })).toBeChecked();
  await tabs.getByRole('link', { name: 'Attachments' }).click();
  await expect(page).toHaveURL(/tab=attachments/);
  await expect(page.getByLabel('fstab line')).toContainText('/dev/weft/orders  /srv/orders  xfs');
  await page.goBack();
  await expect(page).toHaveURL(/range=1h/);
  await page.goto(`${volumePage()}?tab=nothing`);
  await expect(tabs.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
});

test('shows source, age, error and request of a number by keyboard and pointer @all', async ({ page }) => {
  await login(page, volumePage(), 'vera');
  const row = page.getByRole('table', { name: 'Latency percentiles: values', exact: true }).getByRole('row', { name: /99th/ });
  await row.getByRole('button', { name: /^[\d.]+ (µs|ms)$/ }).focus();
  const card = page.getByRole('dialog', { name: 'Provenance' });
  await expect(card).toContainText('dm-stats of the volume’s device on its client');
  await expect(card).toContainText('Volume orders, seen by client-1');
  await expect(card).toContainText(/The exact value is in [\d.]+ (µs|ms) to/);
  const { clusterId } = await simulated.cluster.admin.call(endpoints.getSettings);
  const of = `weft_cluster="${clusterId}"`;
  await expect(card.getByLabel('PromQL')).toHaveText(
    `histogram_quantile(0.99, sum by (le) (rate(weft_volume_io_latency_seconds_bucket{${of},volume="orders"}[1m])))`,
  );
  await expect(card.getByLabel('curl command')).toContainText(`/api/v1/stats/query?objects=volume:${simulated.volume}&metrics=latency-p99`);
  await expectNoViolation(page, 'provenance');
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);

  await page.getByRole('link', { name: 'Spec' }).click();
  await page.getByRole('button', { name: '10 GiB' }).first().hover();
  await expect(card).toContainText('10,737,418,240 bytes of the device');
  await expect(card.getByLabel('curl command')).toContainText(`jq '.sizeBytes'`);

  await page.goto(simulated.cluster.server.url);
  const reads = page
    .getByLabel('Now', { exact: true })
    .locator('div')
    .filter({ has: page.getByRole('term').filter({ hasText: /^Reads$/ }) })
    .getByRole('button');
  await reads.focus();
  await expect(card.getByLabel('PromQL')).toHaveText(`sum(rate(weft_volume_reads_total{${of}}[1m]))`);
  await page.goto(`${simulated.cluster.server.url}/drives/${simulated.drive}`);
  await page.getByRole('button', { name: '100 GiB' }).first().focus();
  await expect(card).toContainText('the node’s inventory');
  await page.goto(`${simulated.cluster.server.url}/nodes/${simulated.target}`);
  await page
    .getByRole('term')
    .filter({ hasText: /^Memory$/ })
    .locator('..')
    .getByRole('button')
    .focus();
  await expect(card.getByLabel('PromQL')).toHaveText(`weft_node_memory_total_bytes{${of},node="target-1"}`);
});

test('marks the leg of a slow drive, and the target that holds it @all', async ({ page }) => {
  test.setTimeout(360_000);
  await simulated.simulation.fault({ fault: 'slow-drive', node: 'target-1', serial: 'SIM-1', factor: 20 });
  await login(page, `${volumePage()}?tab=performance`, 'vera');
  const slow = page.getByRole('table', { name: 'Legs compared' }).getByRole('row', { name: /SIM-1 on target-1.*slow/ });
  await expect(slow).toBeVisible({ timeout: 150_000 });
  await expect(page.getByRole('table', { name: 'Targets compared' }).getByRole('row', { name: /target-1.*slow/ })).toBeVisible();
  await simulated.simulation.fault({ fault: 'slow-drive', node: 'target-1', serial: 'SIM-1', factor: 1 });
});

// The last test: from now on the agents send nothing.
test('shows which nodes send no values, and the age of the last ones @all', async ({ page }) => {
  await login(page, volumePage(), 'vera');
  await scrollToCharts(page);
  const stats = group(page, 'I/O as its clients see it');
  await expect(stats.getByText('live', { exact: true })).toBeVisible();
  await Promise.all([simulated.simulation.stop(), expect(stats.getByText('Live from 0 of 1 nodes')).toBeVisible()]);
  await expect(stats.getByText(/No live value for \d+ s/)).toBeVisible();
});
