/** A cluster from its first step to its first loss. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { chooseAction } from '../support/actions.js';
import { Cluster } from '../support/cluster.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { Camera } from './camera.js';

test('the first steps, what is planned before it is done, and causes', async ({ page, mongo }) => {
  test.setTimeout(300_000);
  const cluster = await Cluster.start(mongo.uri);
  const camera = await Camera.of(page, 'causes');
  try {
    const { url } = cluster.server;
    await login(page, url, 'admin');
    await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible();
    await camera.shootInBoth('first-steps');
    await cluster.furnish();
    const orders = await cluster.volume('orders', { sizeBytes: 2 ** 40 });
    await cluster.attach(orders, 'c1');
    await expect(page.getByLabel('fstab line')).toBeVisible();
    await camera.shootInBoth('first-steps-mount');
    const logs = await cluster.volume('logs', { sizeBytes: 2 ** 38, protection: 'raid1' });
    await cluster.volume('scratch', { sizeBytes: 2 ** 39, protection: 'raid0' });
    const { legs } = await cluster.admin.call(endpoints.getVolume, { params: { id: logs } });
    const nodeId = (name: string) => cluster.agents.get(name)?.nodeId;
    await dialog(camera, `${url}/volumes/${orders}`, 'Grow…', 'volume-grow', () => page.getByLabel('New size').fill('2TiB'));
    await dialog(camera, `${url}/volumes/${orders}`, 'Force detach…', 'volume-force-detach', () => page.getByLabel('c1 is off').check());
    await dialog(camera, `${url}/volumes/${logs}`, 'Delete…', 'volume-delete');
    await dialog(camera, `${url}/drives/${legs[0]?.drive.id}`, 'Evict…', 'drive-evict');
    await dialog(camera, `${url}/nodes/${nodeId('n1')}`, 'Drain…', 'node-drain');
    await dialog(camera, `${url}/nodes/${nodeId('n1')}`, 'Maintenance…', 'node-maintenance');
    await camera.open(`${url}/nodes/${nodeId('n2')}`);
    await chooseAction(page, 'Drain…');
    await page.getByRole('button', { name: 'Drain', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Job' })).toBeVisible();
    await camera.shootInBoth('node-drain-job');
    await cluster.agents.get('n3')?.goAway();
    await camera.open(url);
    await expect(page.getByText('node n3 lost')).toBeVisible();
    await camera.shootWholeInBoth('overview');
    await camera.open(`${url}/volumes/${orders}`);
    await camera.shootWholeInBoth('volume');
    await camera.open(`${url}/nodes/${nodeId('n3')}`);
    await camera.shootWholeInBoth('node-lost');
    await camera.open(`${url}/topology?select=node:${nodeId('n3')}`);
    await expect(page.getByRole('treeitem', { name: 'n3, lost', exact: true })).toBeVisible();
    await camera.shootInBoth('topology-lost');
    await dialog(camera, `${url}/volumes/${orders}`, 'Accept a loss…', 'volume-accept-loss', () =>
      page.getByRole('dialog').getByRole('checkbox').first().check(),
    );
  } finally {
    await cluster.stop();
  }
});

/** Takes screenshots of a dialog and its plan. */
async function dialog(camera: Camera, url: string, button: string, name: string, fill?: () => Promise<void>): Promise<void> {
  const { page } = camera;
  await camera.open(url);
  await chooseAction(page, button);
  await expect(page.getByRole('dialog')).toBeVisible();
  await fill?.();
  await expect(page.getByRole('dialog').getByLabel('Plan').first()).toBeVisible();
  await camera.shootInBoth(name);
}
