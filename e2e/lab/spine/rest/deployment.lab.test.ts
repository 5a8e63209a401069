/** Staged deployment on real kernels: from five bare, enrolled machines to a volume that is attached, mounted and verified, through the API alone. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Deployment } from '@weft/shared/kinds/deployments/deployment';
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { labOfFile } from '../../fabric/lab-of-file.js';

/** Nothing is configured: no storage network, no drive in service, no class. */
const lab = labOfFile({ targets: 3, clients: 2, settings: { storageNetworks: [] } }, async (fabric) => fabric);

const ended = (id: string, seconds: number): Promise<Deployment> =>
  until(`the end of deployment ${id}`, seconds, async () => {
    const found = await lab.now.api.call(endpoints.getDeployment, { params: { id } });
    return found.state === 'running' ? undefined : found;
  });

describe.sequential('a deployment on real kernels', () => {
  test('row: five bare machines, the proposal applied: a volume attached, mounted and verified', async () => {
    const { api } = lab.now;
    await until('six blank drives', 120, async () =>
      (await api.call(endpoints.listDrives, { query: { state: 'available' } })).total === 6 ? true : undefined,
    );
    const proposal = await api.call(endpoints.proposeDeployment, { body: { clients: ['c1'] } });
    console.log(proposal.remarks.map(({ message }) => message).join('\n'));
    expect(proposal.document.storageNetworks.flatMap(({ cidrs }) => cidrs)).toEqual(['10.10.1.0/24', '10.10.2.0/24']);
    expect(proposal.document).toMatchObject({
      driveClasses: [{ members: { models: ['QEMU NVMe Ctrl'] } }],
      volumes: [{ name: 'data-c1', protection: 'raid10', failureDomain: 'node' }],
      attachments: [{ volume: 'data-c1', node: 'c1', transport: 'rdma' }],
    });
    // Emulated drives are slow, and each leg is zeroed in full first (S2).
    const document = { ...proposal.document, volumes: proposal.document.volumes.map((volume) => ({ ...volume, sizeBytes: 128 * MiB })) };
    const plan = await api.call(endpoints.planDeployment, { body: { document } });
    expect(plan.problems).toEqual([]);
    const { id } = await api.call(endpoints.createDeployment, { body: { title: 'lab', document, fingerprint: plan.fingerprint } });
    const done = await ended(id, 900);
    expect(done).toMatchObject({ state: 'done', error: null });
    const client = lab.now.machine('c1');
    await client.run('mkfs.ext4 -q /dev/weft/data-c1 && mkdir -p /mnt/d && mount /dev/weft/data-c1 /mnt/d', { timeoutSeconds: 300 });
    await client.run('dd if=/dev/urandom of=/mnt/d/data bs=1M count=16 status=none && sync', { timeoutSeconds: 300 });
    const sum = await client.run('sha256sum < /mnt/d/data');
    await client.run('umount /mnt/d && echo 3 > /proc/sys/vm/drop_caches && mount -o ro /dev/weft/data-c1 /mnt/d', { timeoutSeconds: 300 });
    expect(await client.run('sha256sum < /mnt/d/data', { timeoutSeconds: 300 })).toBe(sum);
    await client.run('umount /mnt/d');
    expect(await api.call(endpoints.diffDeployment, { body: { document } })).toMatchObject({ add: [], change: [], conflicts: [] });
  }, 1_500_000);

  test('row: after its volume was detached and deleted, the rest is undone: drives are blank again', async () => {
    const { api } = lab.now;
    const [deployment] = (await api.call(endpoints.listDeployments)).items;
    const params = { id: deployment?.id ?? '' };
    const refused = await api.call(endpoints.undoPlanOfDeployment, { params });
    expect(refused.blockers.map(({ code }) => code)).toEqual(['deployment-volume-attached']);
    const [attachment] = (await api.call(endpoints.listAttachments)).items;
    await until('the volume is detached', 300, async () => {
      const { items } = await api.call(endpoints.listAttachments);
      const [found] = items;
      if (!found) return true;
      if (found.state === 'attached')
        await api.call(endpoints.deleteAttachment, { params: { id: attachment?.id ?? '' }, ifMatch: found.version });
      return undefined;
    });
    const [volume] = (await api.call(endpoints.listVolumes)).items;
    await api.call(endpoints.deleteVolume, { params: { id: volume?.id ?? '' }, ifMatch: volume?.version ?? 0 });
    await until('the volume is gone', 300, async () => ((await api.call(endpoints.listVolumes)).total === 0 ? true : undefined));
    await api.call(endpoints.undoDeployment, { params });
    expect(await ended(params.id, 600)).toMatchObject({ state: 'done', goal: 'undone', error: null });
    await until('six blank drives', 120, async () =>
      (await api.call(endpoints.listDrives, { query: { state: 'available' } })).total === 6 ? true : undefined,
    );
    expect((await api.call(endpoints.getSettings)).storageNetworks).toEqual([]);
    for (const name of ['t1', 't2', 't3']) expect(await lab.now.machine(name).run('vgs --noheadings -o vg_name')).not.toContain('weft-');
  }, 1_500_000);
});
