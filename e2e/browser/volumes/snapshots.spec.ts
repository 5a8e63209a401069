import type { Locator } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { expectNoViolation } from '../support/axe.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from '../support/simulated-cluster.js';

/* A thin mirror on real agents and simulated machines. */
let simulated: SimulatedCluster;
let volumeId = '';

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri);
  const { admin } = simulated.cluster;
  const [driveClass] = (await admin.call(endpoints.listDriveClasses, { query: {} })).items;
  const body = endpoints.createVolume.body.parse({
    ...{ name: 'ledger', driveClassId: driveClass?.id, sizeBytes: GiB, protection: 'raid1', provisioning: 'thin' },
  });
  const { volume } = await admin.call(endpoints.createVolume, { body });
  volumeId = volume.id;
  await expect
    .poll(async () => (await admin.call(endpoints.getVolume, { params: { id: volumeId } })).state, { timeout: 120_000 })
    .toBe('available');
});
test.afterAll(() => simulated?.stop());

/** Parts of the tab above it still load, and move it. */
const intoView = (section: Locator) => expect(() => section.scrollIntoViewIfNeeded({ timeout: 2000 })).toPass({ timeout: 15_000 });
const address = (path: string): string => `${simulated.cluster.server.url}${path}`;

test('takes a snapshot, clones it, rolls back to it, schedules more and deletes it; the drive shows its pool @all', async ({ page }) => {
  test.setTimeout(300_000);
  await login(page, address(`/volumes/${volumeId}`), 'admin');
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Snapshots', exact: true }) });
  await intoView(section);
  await expect(section).toContainText('No snapshots yet.');
  const dialog = page.getByRole('dialog');
  const close = async () => {
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(dialog).toHaveCount(0);
  };

  await section.getByRole('button', { name: 'Take snapshot…' }).click();
  await dialog.getByLabel('Name').fill('ledger-1');
  await expect(dialog.getByLabel('curl command')).toContainText('/snapshots');
  await dialog.getByRole('button', { name: 'Take the snapshot', exact: true }).click();
  await expect(dialog).toContainText('done', { timeout: 60_000 });
  await close();
  const item = section.getByRole('listitem').filter({ hasText: 'ledger-1' });
  await expect(item).toContainText('its volume was not held', { timeout: 60_000 });
  await expectNoViolation(page, 'a volume with a snapshot');

  await item.getByRole('button', { name: 'Clone…' }).click();
  await dialog.getByLabel('Name').fill('ledger-clone');
  await expect(dialog.getByLabel('curl command')).toContainText('/clone');
  await dialog.getByRole('button', { name: 'Make the clone', exact: true }).click();
  await expect(dialog).toContainText('done', { timeout: 60_000 });
  await close();

  await item.getByRole('button', { name: 'Roll back…' }).click();
  await dialog.getByLabel('Type the volume’s name').fill('ledger');
  await dialog.getByRole('button', { name: 'Roll back', exact: true }).click();
  await expect(dialog).toContainText('done', { timeout: 60_000 });
  await close();

  await section.getByRole('button', { name: 'Schedule…' }).click();
  await dialog.getByLabel('Hours between snapshots').fill('24');
  await dialog.getByLabel('Snapshots that are kept').fill('7');
  await dialog.getByRole('button', { name: 'Change the schedule', exact: true }).click();
  await expect(dialog.getByRole('status')).toContainText('One every day, the last 7 are kept.');
  await close();

  await item.getByRole('button', { name: 'Delete snapshot…' }).click();
  await dialog.getByRole('button', { name: 'Delete the snapshot', exact: true }).click();
  await expect(dialog).toContainText('done', { timeout: 60_000 });
  await close();
  await expect(section).toContainText('No snapshots yet.', { timeout: 60_000 });

  await page.goto(address(`/drives/${simulated.drive}`));
  const pool = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Pool of thin legs', exact: true }) });
  await expect(pool).toContainText('Takes writes.', { timeout: 60_000 });
});

test('a viewer sees snapshots and changes none @all', async ({ page }) => {
  await login(page, address(`/volumes/${volumeId}`), 'vera');
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Snapshots', exact: true }) });
  await intoView(section);
  await expect(section.getByRole('button', { name: 'Take snapshot…' })).toHaveAttribute('aria-disabled', 'true');
});

test('takes snapshots of two volumes of one client at the same moment @all', async ({ page }) => {
  test.setTimeout(300_000);
  const { admin } = simulated.cluster;
  const [driveClass] = (await admin.call(endpoints.listDriveClasses, { query: {} })).items;
  const body = endpoints.createVolume.body.parse({
    ...{ name: 'journal', driveClassId: driveClass?.id, sizeBytes: GiB, protection: 'raid1', provisioning: 'thin' },
  });
  const { volume } = await admin.call(endpoints.createVolume, { body });
  const nodeId = simulated.client;
  for (const id of [volumeId, volume.id]) {
    await expect
      .poll(async () => (await admin.call(endpoints.getVolume, { params: { id } })).state, { timeout: 120_000 })
      .toBe('available');
    const { attachment } = await admin.call(endpoints.createAttachment, {
      body: endpoints.createAttachment.body.parse({ volumeId: id, nodeId }),
    });
    await expect
      .poll(async () => (await admin.call(endpoints.getAttachment, { params: { id: attachment.id } })).state, { timeout: 120_000 })
      .toBe('attached');
  }
  await login(page, address(`/volumes/${volumeId}`), 'admin');
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Snapshots', exact: true }) });
  await intoView(section);
  await section.getByRole('button', { name: 'Take snapshot…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Also other volumes of client-1, at the same moment').check();
  await dialog.getByLabel('journal').check();
  await dialog.getByLabel('Name').fill('daily');
  await expectNoViolation(page, 'snapshots of several volumes');
  await dialog.getByRole('button', { name: 'Take the snapshot', exact: true }).click();
  await expect(dialog).toContainText('done', { timeout: 60_000 });
  const taken = async () => (await admin.call(endpoints.listSnapshots, { query: { state: 'ready' } })).items;
  await expect
    .poll(async () => (await taken()).map(({ name }) => name).sort(), { timeout: 60_000 })
    .toEqual(['journal-daily', 'ledger-daily']);
  expect(new Set((await taken()).map(({ groupId }) => groupId)).size).toBe(1);
  expect((await taken()).every(({ heldMs }) => heldMs !== null)).toBe(true);
});
