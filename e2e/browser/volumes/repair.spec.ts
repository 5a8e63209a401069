import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Leg, VolumeUpdate } from '@weft/shared/kinds/volume';
import { GiB } from '@weft/shared/units';
import { chooseAction } from '../support/actions.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from '../support/simulated-cluster.js';

/*
 * One mirror over two of three targets, under load, on real agents. The resync runs at 1 GiB/s, so that its progress is visible.
 */
let simulated: SimulatedCluster;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri, { targets: 3, settings: { fastIoFailSeconds: 1 }, sizeBytes: 6 * GiB });
});
test.afterAll(() => simulated?.stop());

const address = (path: string): string => `${simulated.cluster.server.url}${path}`;
const getVolume = () => simulated.cluster.admin.call(endpoints.getVolume, { params: { id: simulated.volume } });
const changeVolume = async (body: VolumeUpdate) =>
  simulated.cluster.admin.call(endpoints.updateVolume, { params: { id: simulated.volume }, ifMatch: (await getVolume()).version, body });
/** The mirror leg whose loss md notices by itself: the other blocks I/O until its target returns (docs/decisions/anchor-legs.md). */
async function sideToLose(): Promise<Leg> {
  const { legs } = await getVolume();
  const found = legs.find(({ observations }) => observations?.attachments[0]?.anchor === false);
  if (!found) throw new Error(`no leg beside the anchor: ${JSON.stringify(legs.map(({ observations }) => observations))}`);
  return found;
}
const observationsOf = (page: Page, node: string) =>
  page.getByRole('table', { name: 'Leg observations' }).getByRole('row', { name: `on ${node}` });
const orders = (page: Page) => page.getByLabel('orders', { exact: true });
async function expectWhole(page: Page): Promise<void> {
  await expect(orders(page).getByText('healthy', { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(
    page
      .getByRole('table', { name: 'Leg observations' })
      .getByRole('row', { name: /in sync present 2 of 2 portals 2 of 2 live in sync healthy/ }),
  ).toHaveCount(2);
}

test('shows cause and observations of a lost target, and healthy after it returns in time', async ({ page }) => {
  const lost = await sideToLose();
  await login(page, address(`/volumes/${simulated.volume}?tab=legs`), 'vera');
  await expectWhole(page);
  await simulated.simulation.fault({ fault: 'kill-node', node: lost.node.name });

  const sentence = page.getByText(
    new RegExp(`^degraded since .*, because .*leg ${lost.index} on ${lost.node.name}.*waiting for .*unblocked by`),
  );
  await expect(sentence).toBeVisible();
  await expect(sentence.getByRole('link', { name: lost.node.name }).first()).toBeVisible();
  // Weft counts it as out of sync, its target last reported it present, the client has no path to it, and the client's md has failed it.
  const row = observationsOf(page, lost.node.name);
  await expect(row).toContainText(new RegExp(`out of sync.*present.*last report of ${lost.node.name}.*0 of 2 live.*failed.*missing`));
  const kept = (await getVolume()).legs.find(({ id }) => id !== lost.id)?.node.name ?? '';
  await expect(observationsOf(page, kept)).toContainText(/in sync.*present.*2 of 2 portals.*2 of 2 live.*in sync.*healthy/);

  await simulated.simulation.fault({ fault: 'boot-node', node: lost.node.name });
  await expectWhole(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText(/^All healthy: /)).toBeVisible({ timeout: 90_000 });
});

test('rebuilds the leg of a lost target elsewhere, and leaves nothing when it returns', async ({ page }) => {
  test.setTimeout(360_000);
  await changeVolume({ rebuildDelaySeconds: 0 });
  const lost = await sideToLose();
  const before = (await getVolume()).legs.map(({ node }) => node.name);
  const spare = ['target-1', 'target-2', 'target-3'].find((name) => !before.includes(name)) ?? '';
  await login(page, address(`/volumes/${simulated.volume}?tab=legs`), 'vera');
  await expectWhole(page);
  await simulated.simulation.fault({ fault: 'kill-node', node: lost.node.name });

  await expect(orders(page).getByText('rebuilding', { exact: true })).toBeVisible({ timeout: 90_000 });
  const joining = observationsOf(page, spare);
  await expect(joining).toContainText(/out of sync, joining.*rebuilding\s*\d+ % copied at \d+ [GM]iB\/s/);
  const copied = async () => Number(/(\d+) % copied/.exec((await joining.textContent()) ?? '')?.[1] ?? Number.NaN);
  const early = await copied();
  // Without a reload, the progress continues and ends.
  await expect.poll(copied).toBeGreaterThan(early);
  await expectWhole(page);
  await expect(observationsOf(page, spare)).toHaveCount(1);
  await expect(observationsOf(page, lost.node.name)).toHaveCount(0);
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(
    page
      .getByRole('region', { name: 'History', exact: true })
      .getByRole('listitem')
      .filter({ hasText: /Repair orders/ })
      .first(),
  ).toContainText('done');

  await simulated.simulation.fault({ fault: 'boot-node', node: lost.node.name });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText(/^All healthy: /)).toBeVisible({ timeout: 90_000 });
  await expect.poll(async () => (await getVolume()).obsoleteLegs).toEqual([]);
});

test('evicts a drive with a leg of a running mirror: moves the leg first, ends empty', async ({ page }) => {
  test.setTimeout(360_000);
  // The next tests check the end of a resync and not its progress.
  await changeVolume({ rebuildPriority: 'high' });
  const [leg] = (await getVolume()).legs;
  await login(page, address(`/drives/${leg?.drive.id}`), 'olga');
  await page.getByRole('button', { name: 'Evict…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('table', { name: 'Plan' }).getByRole('row', { name: /orders/ })).toContainText('SIM-');
  await dialog.getByText('Commands, by node').click();
  await expect(dialog.getByText(`from drive ${leg?.drive.serial} of ${leg?.node.name} to drive `)).toBeVisible();
  await expect(dialog.getByRole('figure', { name: /^commands on / }).filter({ hasText: /mdadm .*--replace .*--with/ })).toHaveCount(1);
  await expect(dialog.getByText('The legs are placed as of now.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Evict' }).click();
  const job = dialog.getByRole('region', { name: 'Job' });
  await expect(job.getByText('done', { exact: true }).first()).toBeVisible({ timeout: 90_000 });
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(
    page.getByText(
      /^evicted since \d\d:\d\d .*, because it has no legs left, and no new legs are placed on it; unblocked by opening it again/,
    ),
  ).toBeVisible();
  expect((await getVolume()).legs.map(({ drive }) => drive.id)).not.toContain(leg?.drive.id);
  await chooseAction(page, 'Open again…');
  await dialog.getByRole('button', { name: 'Open again' }).click();
  await expect(dialog.getByRole('status')).toContainText('is open: new legs may be placed on it');
  await page.goto(address(`/volumes/${simulated.volume}?tab=legs`));
  await expectWhole(page);
});

test('drains a node with a leg of a running mirror, and keeps redundancy without it', async ({ page }) => {
  test.setTimeout(360_000);
  const [leg] = (await getVolume()).legs;
  const node = leg?.node ?? { id: '', name: '' };
  await login(page, address(`/nodes/${node.id}`), 'olga');
  await chooseAction(page, 'Drain…');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 of 1 leg moves.')).toBeVisible();
  await dialog.getByText('Commands, by node').click();
  await expect(dialog.getByRole('figure', { name: `commands on ${node.name}` })).toContainText('lvremove');
  await dialog.getByRole('button', { name: 'Drain' }).click();
  await expect(dialog.getByRole('region', { name: 'Job' }).getByText('done', { exact: true }).first()).toBeVisible({ timeout: 90_000 });
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(
    page.getByText(
      /^online, drained since \d\d:\d\d .*, because it has no legs left, and no new legs are placed on it; unblocked by opening it again/,
    ),
  ).toBeVisible();
  await page.goto(address(`/volumes/${simulated.volume}?tab=legs`));
  await expectWhole(page);
  await expect(observationsOf(page, node.name)).toHaveCount(0);
});

test('refuses to detach an open device, naming the process, and detaches it when closed', async ({ page }) => {
  const open = (yes: boolean) => simulated.simulation.fault({ fault: 'open', node: 'client-1', volume: 'orders', open: yes });
  await simulated.simulation.fault({ fault: 'load', node: 'client-1', volume: 'orders', runs: false });
  await open(true);
  await login(page, address(`/volumes/${simulated.volume}`), 'olga');
  const attachments = page.getByRole('table', { name: 'Attachments' });
  const dialog = page.getByRole('dialog');
  const job = dialog.getByRole('region', { name: 'Job' });
  await page.getByRole('button', { name: 'Detach…', exact: true }).click();
  await dialog.getByRole('button', { name: 'Detach', exact: true }).click();
  await expect(job.getByText('failed', { exact: true }).first()).toBeVisible();
  await expect(job.getByRole('list', { name: 'Processes' }).first()).toContainText(/simulated \(pid 4711\)/);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(attachments.getByRole('cell', { name: 'attached', exact: true })).toBeVisible();

  await open(false);
  await page.getByRole('button', { name: 'Detach…', exact: true }).click();
  await dialog.getByRole('button', { name: 'Detach', exact: true }).click();
  await expect(job.getByText('done', { exact: true }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText('Attached to no client.')).toBeVisible();
  await page.getByRole('button', { name: 'Attach to a client…' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Attach orders' }).getByLabel('Client', { exact: true }).locator('option:checked'),
  ).toHaveText(/^client-1: online, CPU [\d.]+ %$/);
});
