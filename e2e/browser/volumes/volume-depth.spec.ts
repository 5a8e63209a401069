import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expectNoViolation } from '../support/axe.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from '../support/simulated-cluster.js';

let simulated: SimulatedCluster;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri);
});
test.afterAll(() => simulated?.stop());

const volumePage = () => `${simulated.cluster.server.url}/volumes/${simulated.volume}`;

test('shows the fabric of a volume hop by hop, with latency shares between bounds', async ({ page }) => {
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

  const shares = page.getByLabel('Latency shares');
  await expect(shares).toContainText(/drives[\d.]+ (µs|ms).*%/, { timeout: 90_000 });
  await expect(shares).toContainText(/client and fabric[\d.]+ (s|µs) to [\d.]+ (µs|ms) .*%/);
  await expect(strip).toContainText(/[\d.]+ (µs|ms) here \+ [\d.]+ (µs|ms) client and fabric/);
  await page.getByText('Method').click();
  await expect(page.getByText(/A write to a mirror waits for both halves at once/)).toBeVisible();
  await expectNoViolation(page, 'fabric');
  await strip.getByRole('link', { name: 'SIM-1' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'SIM-1' })).toBeVisible();
});

test('shows jobs and conditions as the history of a volume, and spec and status as JSON', async ({ page }) => {
  await login(page, volumePage(), 'vera');
  const history = page.getByRole('table', { name: 'History' });
  await expect(history.getByRole('link', { name: 'Create volume orders' })).toBeVisible();
  await expect(history).toContainText(/Healthy of the volume became true/);
  // Conditions as desired are folded away.
  await expect(page.getByRole('row', { name: /^Healthy the volume/ })).toHaveCount(0);
  await page.getByText(/^\d+ conditions as desired$/).click();
  await expect(
    page.getByRole('table', { name: 'Conditions as desired' }).getByRole('row', { name: /^Healthy the volume true/ }),
  ).toBeVisible();
  await page.getByText('Spec: requested').click();
  await expect(page.getByLabel('Spec', { exact: true })).toContainText('"sizeBytes": 10737418240');
  await page.getByText('Status: observed').click();
  await expect(page.getByLabel('Status', { exact: true })).toContainText('"observedGeneration"');
});

test('shows source, age, error and request of a number by keyboard and pointer', async ({ page }) => {
  await login(page, volumePage(), 'vera');
  const row = page.getByRole('table', { name: 'Latency percentiles: values' }).getByRole('row', { name: /99th/ }).getByRole('button');
  await row.focus();
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
