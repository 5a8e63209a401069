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

  // A target has a cell for each of its legs.
  const heat = page.getByRole('list', { name: 'Legs by latency' });
  await expect(heat.getByRole('link', { name: /^Leg \d, SIM-\d: [\d.]+ (µs|ms)$/ })).toHaveCount(2, { timeout: 90_000 });
  await expectNoViolation(page, 'fabric');

  await page.getByRole('link', { name: 'Performance' }).click();
  const shares = page.getByLabel('Latency shares');
  await expect(shares).toContainText(/drives[\d.]+ (µs|ms).*%/, { timeout: 90_000 });
  await expect(shares).toContainText(/client and fabric[\d.]+ (s|µs) to [\d.]+ (µs|ms) .*%/);
  const compared = page.getByRole('table', { name: 'Legs compared' });
  await expect(compared.getByRole('row', { name: /Leg \d, SIM-\d on target-\d [\d.]+ (µs|ms)/ })).toHaveCount(2);
  await expect(page.getByRole('table', { name: 'Targets compared' }).getByRole('row', { name: /target-\d/ })).toHaveCount(2);
  await page.getByText('Method').click();
  await expect(page.getByText(/A write to a mirror waits for both halves at once/)).toBeVisible();
  await expectNoViolation(page, 'performance');
  await page.goBack();
  await strip.getByRole('link', { name: 'SIM-1' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'SIM-1' })).toBeVisible();
});

test('shows jobs and conditions as the history of a volume, and spec and status as JSON', async ({ page }) => {
  await login(page, `${volumePage()}?tab=activity`, 'vera');
  const history = page.getByRole('table', { name: 'History' });
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

test('marks the leg of a slow drive, and the target that holds it', async ({ page }) => {
  test.setTimeout(360_000);
  await simulated.simulation.fault({ fault: 'slow-drive', node: 'target-1', serial: 'SIM-1', factor: 20 });
  await login(page, `${volumePage()}?tab=performance`, 'vera');
  const slow = page.getByRole('table', { name: 'Legs compared' }).getByRole('row', { name: /SIM-1 on target-1.*slow/ });
  await expect(slow).toBeVisible({ timeout: 150_000 });
  await expect(page.getByRole('table', { name: 'Targets compared' }).getByRole('row', { name: /target-1.*slow/ })).toBeVisible();
  await simulated.simulation.fault({ fault: 'slow-drive', node: 'target-1', serial: 'SIM-1', factor: 1 });
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
