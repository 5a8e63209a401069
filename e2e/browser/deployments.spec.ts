import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { until } from '../support/api-client.js';
import { SimulationProcess } from '../support/simulation-process.js';
import { expectNoViolation } from './support/axe.js';
import { Cluster } from './support/cluster.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';

let cluster: Cluster;
let simulation: SimulationProcess;
let directory: string;

const nics = (host: number) =>
  [1, 2].map((network) => ({ name: `eth${network}`, address: `10.10.${network}.${host}/24`, storageNetwork: `fabric-${network}` }));

/** Enrolled, empty nodes: nothing is configured. */
test.beforeAll(async ({ mongo }) => {
  test.setTimeout(240_000);
  directory = await mkdtemp(join(tmpdir(), 'weft-browser-deployment-'));
  cluster = await Cluster.start(mongo.uri);
  const nodes = [
    ...[1, 2, 3].map((rack) => ({
      name: `r${rack}-target`,
      nics: nics(rack),
      drives: ['A', 'B'].map((slot) => ({ serial: `SIM-${rack}${slot}`, model: 'Simulated NVMe', sizeBytes: 100 * GiB })),
    })),
    { name: 'client-1', nics: nics(101), drives: [] },
  ];
  simulation = await SimulationProcess.enroll(cluster.admin, directory, nodes);
  await simulation.start();
  await until('six blank drives', 60, async () =>
    (await cluster.admin.call(endpoints.listDrives, { query: { state: 'available' } })).total === 6 ? true : undefined,
  );
});
test.afterAll(async () => {
  await simulation?.stop();
  await cluster?.stop();
  await rm(directory, { recursive: true, force: true });
});

const address = (path: string): string => `${cluster.server.url}${path}`;

test('from enrolled nodes to an attached volume with its mount commands: propose, edit, plan, apply @all', async ({ page }) => {
  test.setTimeout(360_000);
  await login(page, address('/deployments'), 'admin');
  await expect(page.getByText('No deployment yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New deployment…' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New deployment' })).toBeVisible();

  const alternatives = page.getByRole('table', { name: 'Alternatives' });
  await expect(alternatives.getByRole('radio', { name: 'raid10, over racks' })).toBeChecked();
  await expect(alternatives).toContainText('the loss of any of them loses its data');
  await expect(page.getByRole('main')).toContainText('Label rack (r1, r2, r3) was guessed');
  await expect(page.getByRole('main')).toContainText('Agents do not read LLDP');
  await alternatives.getByRole('radio', { name: 'raid1, over nodes' }).check();
  await expect(alternatives.getByRole('radio', { name: 'raid1, over nodes' })).toBeChecked();
  await expectNoViolation(page, 'the proposal of a deployment');
  await page.getByRole('button', { name: 'Edit the proposal' }).click();

  await page.getByLabel('Rack of r3-target').fill('r9');
  await page.getByLabel('Size of data-client-1').fill('2 GiB');
  await page.getByLabel('Zone of r3-target').focus();
  await expect(page.getByLabel('Document (JSON)')).toHaveValue(/"sizeBytes": 2147483648/);
  await expect(page.getByLabel('Document (JSON)')).toHaveValue(/"rack": "r9"/);
  await expectNoViolation(page, 'the document of a deployment');
  await page.getByRole('button', { name: 'Show the plan' }).click();

  const steps = page.getByRole('list', { name: 'Steps' });
  await expect(steps).toContainText('Take 2 drives of r1-target');
  await expect(steps).toContainText('rack=r9');
  await expect(steps).toContainText('Attach data-client-1 to client-1');
  await expectNoViolation(page, 'the plan of a deployment');
  await page.getByLabel('Title').fill('first rack');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'first rack' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Use the volumes' })).toBeVisible({ timeout: 150_000 });
  await expect(page.getByLabel('Device')).toContainText('/dev/weft/data-client-1');
  await expect(page.getByLabel('Mount command')).toContainText('mount');
  await expectNoViolation(page, 'an applied deployment');

  await page.getByRole('button', { name: 'Undo…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('volume data-client-1 was attached and may hold data');
  await expect(dialog.getByRole('button', { name: 'Undo the deployment' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Deployments', exact: true }).last().click();
  await expect(page.getByRole('table', { name: 'Deployments' })).toContainText('first rack');
});

test('names the mistake in a pasted document, and the problems of one that does not fit @all', async ({ page }) => {
  await login(page, address('/deployments/new'), 'admin');
  await page.getByRole('button', { name: 'Use a document…' }).click();
  const text = page.getByLabel('Document (JSON)');
  const empty = await text.inputValue();
  await text.fill('{');
  await expect(page.getByText('This is not JSON')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show the plan' })).toHaveAttribute('aria-disabled', 'true');
  await text.fill(JSON.stringify({ ...JSON.parse(empty), nodes: [{ name: 'elsewhere', roles: ['target'] }] }));
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('no node is named elsewhere');
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toHaveAttribute('aria-disabled', 'true');
});

test('shows an operator deployments, and that only an administrator starts one @all', async ({ page }) => {
  await login(page, address('/deployments'), 'olga');
  await expect(page.getByRole('button', { name: 'New deployment…' })).toHaveAttribute('aria-disabled', 'true');
});
