/** Previews of the commands of a change: long lines in every dialog. */

import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { chooseAction } from '../support/actions.js';
import { expect, test } from '../support/fixtures.js';
import { Camera, themes, windows } from './camera.js';

const GiB = 2 ** 30;

test('the commands of each dialog', async ({ page, cluster, loginAs }) => {
  test.setTimeout(240_000);
  const kept = await cluster.volume('shot-kept', { sizeBytes: GiB, protection: 'raid1' });
  await cluster.attach(kept, 'c1');
  const { legs } = await cluster.admin.call(endpoints.getVolume, { params: { id: kept } });
  const [leg] = legs;
  const lossy = await cluster.volume('shot-lossy', { sizeBytes: GiB, protection: 'raid1' });
  await cluster.attach(lossy, 'c2');
  await page.setViewportSize(windows.narrow);
  await loginAs('admin');
  const { url } = cluster.server;
  const camera = await Camera.of(page, 'commands');
  for (const theme of themes) {
    await camera.use(theme);
    await camera.open(`${url}/drives/${leg?.drive.id}`);
    await dialogOf(page, 'Evict…', camera, 'drive-evict');
    await camera.open(`${url}/nodes/${leg?.node.id}`);
    await dialogOf(page, 'Drain…', camera, 'node-drain');
    await camera.open(`${url}/nodes/${leg?.node.id}`);
    await dialogOf(page, 'Maintenance…', camera, 'node-maintenance');
    await camera.open(`${url}/volumes/${kept}`);
    await dialogOf(page, 'Force detach…', camera, 'attachment-revoke');
    await camera.open(`${url}/attachments`);
    for (const name of ['shot-kept on c1', 'shot-lossy on c2']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Detach…' }).first().click();
    await commandsOf(page, camera, 'bulk-detach');
  }
  const { items } = await cluster.admin.call(endpoints.listAttachments, { query: { volumeId: lossy } });
  const [attachment] = items;
  await cluster.admin.done(
    (await cluster.admin.call(endpoints.deleteAttachment, { params: { id: attachment?.id ?? '' }, ifMatch: attachment?.version ?? 0 })).job
      .id,
  );
  const [lost] = (await cluster.admin.call(endpoints.getVolume, { params: { id: lossy } })).legs;
  await cluster.agents.get(lost?.node.name ?? '')?.goAway();
  for (const theme of themes) {
    await camera.use(theme);
    await camera.open(`${url}/volumes/${lossy}`);
    await chooseAction(page, 'Accept a loss…');
    await page
      .getByRole('dialog')
      .getByLabel(new RegExp(`^leg ${lost?.index} on ${lost?.node.name}`))
      .check();
    await commandsOf(page, camera, 'volume-accept-loss');
  }
});

async function dialogOf(page: Page, button: string, camera: Camera, name: string): Promise<void> {
  await chooseAction(page, button);
  await commandsOf(page, camera, name);
}

async function commandsOf(page: Page, camera: Camera, name: string): Promise<void> {
  const summary = page.getByRole('dialog').getByText('Commands, by node').first();
  await summary.click();
  await expect(page.getByRole('dialog').getByText('The commands are loading.')).toHaveCount(0);
  await summary.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await camera.shoot(name);
}
