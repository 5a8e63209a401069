import type { Page } from '@playwright/test';
import { expectNoViolation } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from './support/simulated-cluster.js';

let simulated: SimulatedCluster;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri, { isSimulated: true, settings: { fastIoFailSeconds: 1, nodeLostAfterSeconds: 5 } });
});
test.afterAll(() => simulated?.stop());

const address = (path: string): string => `${simulated.cluster.server.url}${path}`;
const machine = (page: Page, name: string) => page.getByRole('list', { name: 'Machines' }).getByLabel(name, { exact: true });
const orders = (page: Page) => page.getByRole('list', { name: 'Health of the volumes' }).getByRole('link', { name: /^orders/ });

test('takes a target down from the panel, shows the effect, and shows it healed after the boot @all', async ({ page }) => {
  test.setTimeout(360_000);
  await login(page, address('/'), 'admin');
  await page.getByRole('link', { name: 'Simulated cluster' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Simulation' })).toBeVisible();
  await expect(orders(page)).toContainText('healthy', { timeout: 90_000 });
  const lost = 'target-2';
  await expectNoViolation(page, 'simulation');

  await page.getByRole('button', { name: `Take down ${lost}` }).click();
  await expect(machine(page, lost)).toContainText('no power');
  await expect(page.getByText('1 fault in force')).toBeVisible();
  await expect(orders(page)).not.toContainText('healthy', { timeout: 90_000 });
  await expect(machine(page, lost)).toContainText(/Weft sees.*(lost|offline)/, { timeout: 90_000 });
  await expect(page.getByLabel('curl command')).toContainText(`"fault":"kill-node","node":"${lost}"`);

  await page.getByRole('button', { name: 'Mend everything' }).click();
  await expect(machine(page, lost)).toContainText('has power');
  await expect(orders(page)).toContainText('healthy', { timeout: 120_000 });
  await expect(page.getByText('no faults')).toBeVisible();

  await page.goto(address('/audit'));
  await expect(page.getByText(`Simulated fault kill-node (node ${lost}).`)).toBeVisible();
});

test('slows a drive, pulls a NIC and changes the load, and names each as a fault @all', async ({ page }) => {
  await login(page, address('/simulation'), 'admin');
  const target = machine(page, 'target-1');
  await target.getByRole('button', { name: 'Drive SIM-1: in place' }).click();
  await target.getByRole('button', { name: '20 times slower' }).click();
  await expect(target.getByRole('button', { name: 'Drive SIM-1: slow' })).toBeVisible();
  await target.getByRole('button', { name: 'eth1' }).click();
  await target.getByRole('button', { name: 'Take down', exact: true }).click();
  await expect(target).toContainText('eth1 on storage-1: down');
  await page.getByRole('button', { name: 'Twice' }).click();
  await expect(page.getByRole('button', { name: 'Twice' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('3 faults in force')).toBeVisible();
  await page.getByRole('button', { name: 'Mend everything' }).click();
  await expect(page.getByText('no faults')).toBeVisible();
});

test('leads through the tour, remembers it in the browser, and can be hidden @all', async ({ page }) => {
  await login(page, address('/'), 'admin');
  const tour = page.getByRole('list', { name: 'Tour' });
  await expect(tour.getByRole('listitem')).toHaveCount(5);
  await expect(tour.getByRole('listitem').first()).toHaveAttribute('aria-current', 'step');
  await tour.getByRole('link', { name: 'topology' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Topology' })).toBeVisible();
  await page.goBack();
  await expect(tour.getByRole('listitem').first()).toHaveAttribute('data-done', 'true');
  await page.reload();
  await expect(tour.getByRole('listitem').first()).toHaveAttribute('data-done', 'true');
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(tour).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Now', { exact: true })).toBeVisible();
  await expect(tour).toHaveCount(0);
});

test('lets viewers see the machines and break none @all', async ({ page }) => {
  await login(page, address('/simulation'), 'vera');
  const takeDown = page.getByRole('button', { name: 'Take down target-1' });
  await expect(takeDown).toHaveAttribute('aria-description', /this needs the permission simulation:change/);
});

test('has no panel, no badge and no route in a real cluster', async ({ page, cluster }) => {
  await login(page, `${cluster.server.url}/simulation`, 'admin');
  await expect(page.getByText('This cluster is real: it has no simulation.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Simulated cluster' })).toHaveCount(0);
  const answer = await page.request.post(`${cluster.server.url}/api/v1/simulation/faults`, {
    data: { fault: 'kill-node', node: 'n1' },
    headers: { origin: cluster.server.url },
  });
  expect(answer.status()).toBe(409);
  expect(await answer.json()).toMatchObject({ code: 'wrong-state', detail: expect.stringContaining('This cluster is real') });
});
