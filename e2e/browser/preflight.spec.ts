import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expectNoViolation } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from './support/simulated-cluster.js';

let simulated: SimulatedCluster;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri);
});
test.afterAll(() => simulated?.stop());

const address = (path: string): string => `${simulated.cluster.server.url}${path}`;
const finding = (page: Page, title: string, node: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .filter({ hasText: node });

/** Starts a run and waits for its end. Simulated agents answer before the page could show that it collects. */
async function run(page: Page): Promise<void> {
  const newest = async () => (await simulated.cluster.admin.call(endpoints.listPreflightRuns, { query: { limit: 1 } })).items[0];
  const before = await newest();
  await page.getByRole('button', { name: 'Run preflight' }).click();
  const hasEnded = async () => {
    const found = await newest();
    return found?.id !== before?.id && found?.state === 'done';
  };
  await expect.poll(hasEnded, { timeout: 120_000 }).toBe(true);
}

test('finds a network that drops large packets, accepts the finding with a reason, and drops it after the mend @all', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await login(page, address('/preflight'), 'olga');
  await expect(page.getByText('No preflight run has ended yet.')).toBeVisible();
  await simulated.simulation.fault({ fault: 'packet-limit', network: 'storage-1', bytes: 1500 });
  await run(page);
  await expect(page.getByText(/started by olga\. 3 of 3 agents answered\. Large packets: 12 of 12 pairs of addresses\./)).toBeVisible();

  const blocked = finding(page, 'Large packets pass', 'target-1');
  await expect(blocked).toContainText('Packets of 4200 bytes do not pass from target-1 to 2 addresses on storage-1, but small ones do');
  await expect(blocked).toContainText('Connections open with small packets and then stop at the first large one');
  await expect(blocked).toContainText('Set the MTU of the NICs at both ends');
  const command = 'ping -M do -c 3 -s 4172 -I 10.10.1.1 10.10.1.2';
  await expect(blocked.getByRole('figure', { name: 'Commands for Large packets pass on target-1' })).toHaveText(command);
  await blocked.getByRole('button', { name: 'Copy' }).click();
  await expect(blocked.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  await expectNoViolation(page, 'findings of a preflight run');

  // Both sets have advice on large packets; only Weft has on headroom.
  const headings = page.getByRole('main').getByRole('heading', { level: 3 });
  await page.getByLabel('Set').selectOption('Micron 2018');
  await expect(blocked).toBeVisible();
  await expect(headings.filter({ hasText: 'Failure domains of classes' })).toHaveCount(0);
  await page.getByLabel('Set').selectOption("Weft's advice");
  await expect(blocked).toBeVisible();
  await expect(headings.filter({ hasText: 'Failure domains of classes' })).toHaveCount(1);
  await page.getByLabel('Set').selectOption('Both sets');

  await blocked.getByRole('button', { name: 'Accept…' }).click();
  const dialog = page.getByRole('dialog');
  const accept = dialog.getByRole('button', { name: 'Accept', exact: true });
  await expect(accept).toHaveAttribute('aria-description', 'Write a reason first.');
  await dialog.getByLabel('Reason').fill('the switch is replaced on Monday');
  await expect(dialog).toContainText('/acceptance');
  await expectNoViolation(page, 'the acceptance of a finding');
  await accept.click();
  await expect(dialog).toHaveCount(0);
  await expect(blocked).toHaveCount(0);
  await run(page);
  await expect(finding(page, 'Large packets pass', 'target-2')).toBeVisible();
  await expect(blocked).toHaveCount(0);
  await page.getByLabel('Accepted').selectOption('Accepted: only these');
  await expect(blocked).toContainText('Accepted by olga');
  await expect(blocked).toContainText('the switch is replaced on Monday');
  await blocked.getByRole('button', { name: 'End acceptance…' }).click();
  await dialog.getByRole('button', { name: 'End acceptance' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByLabel('Accepted').selectOption('Accepted: left out');
  await expect(blocked).toBeVisible();

  await simulated.simulation.fault({ fault: 'packet-limit', network: 'storage-1', bytes: null });
  await run(page);
  await expect(headings.filter({ hasText: 'Large packets pass' })).toHaveCount(0);
  const { items } = await simulated.cluster.admin.call(endpoints.listPreflightFindings, { query: { accepted: 'any', limit: 200 } });
  expect(items.filter(({ check }) => check === 'mtu-blocked')).toEqual([]);
});

test('shows a viewer the findings, and that a viewer changes none @all', async ({ page }) => {
  await login(page, address('/preflight'), 'vera');
  await expect(page.getByRole('button', { name: 'Run preflight' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('heading', { name: 'Latest run' })).toBeVisible();
  for (const button of await page.getByRole('button', { name: 'Accept…' }).all())
    await expect(button).toHaveAttribute('aria-disabled', 'true');
});
