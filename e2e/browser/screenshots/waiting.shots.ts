/** Pages with waiting, failed and refused objects. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Cluster } from '../support/cluster.js';
import { expect, test } from '../support/fixtures.js';
import { Camera, themes } from './camera.js';

test('what waits and what is refused', async ({ page, cluster, loginAs }) => {
  test.setTimeout(180_000);
  await furnishMore(cluster);
  await loginAs('admin');
  const { url } = cluster.server;
  const camera = await Camera.of(page, 'waiting');
  const jobs = await cluster.admin.call(endpoints.listJobs, { query: { state: 'waiting' } });
  const volumes = await cluster.admin.call(endpoints.listVolumes);
  const id = (wanted: string) => volumes.items.find(({ name }) => name === wanted)?.id;
  for (const theme of themes) {
    await camera.use(theme);
    await camera.open(`${url}/jobs`);
    await camera.shoot('jobs');
    await camera.open(`${url}/jobs/${jobs.items[0]?.id}`);
    await camera.shootWhole('job');
    await camera.open(`${url}/volumes`);
    await camera.shoot('volumes');
    await camera.open(`${url}/volumes/${id('ingest')}`);
    await camera.shootWhole('volume');
    await camera.open(`${url}/drives?state=occupied`);
    await page.getByRole('button', { name: 'Wipe…' }).first().click();
    await camera.shoot('drive-wipe');
    await camera.open(`${url}/volumes/${id('scratch')}`);
    await page.getByRole('button', { name: 'Attach…' }).click();
    await camera.shoot('volume-attach');
  }
});

/** Makes two volumes for the table, one to attach, and one that is blocked by the failure that a real agent reports. */
async function furnishMore(cluster: Cluster): Promise<void> {
  const first = await cluster.volume('orders-db', { sizeBytes: 1.5 * 2 ** 40 });
  await cluster.attach(first, 'c1');
  const second = await cluster.volume('warehouse', { sizeBytes: 800 * 2 ** 30, protection: 'raid1' });
  await cluster.attach(second, 'c2');
  await cluster.volume('scratch', { sizeBytes: 0.5 * 2 ** 40, protection: 'raid0' });
  const failure = {
    state: 'failed' as const,
    reason: {
      code: 'command-failed',
      message: 'lvcreate ended with exit code 5',
      command: ['lvcreate', '--devicesfile', 'weft', '-Wn', '-Zn', '-L', '536870912b', '-n', 'leg-7a3c', 'weft-19c2'],
      exitCode: 5,
      stderr: '  Volume group "weft-19c2" has insufficient free space (0 extents): 128 required.\n',
    },
  };
  const n2 = cluster.agents.get('n2');
  n2?.answer('leg', failure);
  const { items } = await cluster.admin.call(endpoints.listDriveClasses, { query: { name: 'fast' } });
  const body = { name: 'ingest', sizeBytes: 2 ** 39, protection: 'raid10' as const, driveClassId: items[0]?.id ?? '' };
  const { job, volume } = await cluster.admin.call(endpoints.createVolume, { body });
  await expect
    .poll(async () => (await cluster.admin.call(endpoints.getJob, { params: { id: job.id } })).state, { timeout: 30_000 })
    .toBe('waiting');
  // From now on only this volume's legs fail: those of the other volumes on the node are unchanged.
  for (const leg of volume.legs) if (leg.node.name === 'n2') n2?.answer(leg.id, failure);
  n2?.answer('leg', null);
}
