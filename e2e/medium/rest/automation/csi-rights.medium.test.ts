/** The CSI driver as its pods run: controller and node service apart, each with a token of no more rights than docs/kubernetes.md names. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtDriver, CsiDriver } from '../../../support/csi/csi-driver.js';
import { startWeft, type WeftCluster } from '../../../support/csi/weft-for-driver.js';

let directory: string;
let weft: WeftCluster;
let controller: CsiDriver;
let node: CsiDriver;

async function start(mode: 'controller' | 'node'): Promise<CsiDriver> {
  const own = join(directory, mode);
  await mkdir(own, { recursive: true });
  const program = mode === 'controller' ? { program: builtDriver } : {};
  const words = ['--mode', mode];
  const driver = new CsiDriver({ directory: own, server: weft.server.url, token: weft.tokens[mode], node: 'client-1', words, ...program });
  await driver.start();
  return driver;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-csi-rights-'));
  weft = await startWeft(directory);
  [controller, node] = [await start('controller'), await start('node')];
}, 600_000);
afterAll(async () => {
  await node?.stop();
  await controller?.stop();
  await weft?.stop();
  if (directory) await rm(directory, { recursive: true, force: true });
});

const volumeCapability = { accessMode: { mode: 'SINGLE_NODE_WRITER' }, mount: { fsType: 'xfs' } };
const parameters = { class: 'fast', protection: 'raid1' };

it('does everything for a volume with the documented rights', { timeout: 300_000 }, async () => {
  const { nodeId } = await node.ok<{ nodeId: string }>('Node/NodeGetInfo');
  const capacity = await controller.ok<{ availableCapacity: number }>('Controller/GetCapacity', { parameters });
  expect(capacity.availableCapacity).toBeGreaterThan(GiB);
  const { volume } = await controller.ok<{ volume: { volumeId: string; volumeContext: object } }>('Controller/CreateVolume', {
    ...{ name: 'rights', parameters, volumeCapabilities: [volumeCapability], capacityRange: { requiredBytes: GiB } },
  });
  const { volumeId, volumeContext } = volume;
  const { publishContext } = await controller.ok<{ publishContext: { device: string } }>('Controller/ControllerPublishVolume', {
    ...{ volumeId, nodeId, volumeCapability, volumeContext },
  });
  const [stagingTargetPath, targetPath] = [join(directory, 'staging'), join(directory, 'target')];
  await mkdir(stagingTargetPath);
  const mounted = { volumeId, stagingTargetPath, volumeCapability, publishContext, volumeContext };
  await node.ok('Node/NodeStageVolume', mounted);
  await node.ok('Node/NodePublishVolume', { ...mounted, targetPath });
  await controller.ok('Controller/ControllerExpandVolume', { volumeId, capacityRange: { requiredBytes: 2 * GiB }, volumeCapability });
  await node.ok('Node/NodeExpandVolume', { volumeId, volumePath: targetPath, stagingTargetPath, volumeCapability });
  expect(await node.ok('Node/NodeGetVolumeStats', { volumeId, volumePath: targetPath })).toMatchObject({
    usage: expect.arrayContaining([expect.objectContaining({ unit: 'BYTES', total: 2 * GiB })]) as object[],
    volumeCondition: { abnormal: false },
  });
  expect(await controller.ok('Controller/ListVolumes')).toMatchObject({ entries: [{ status: { publishedNodeIds: [nodeId] } }] });
  await node.ok('Node/NodeUnpublishVolume', { volumeId, targetPath });
  await node.ok('Node/NodeUnstageVolume', { volumeId, stagingTargetPath });
  await controller.ok('Controller/ControllerUnpublishVolume', { volumeId, nodeId });
  await controller.ok('Controller/DeleteVolume', { volumeId });
  expect((await weft.api.call(endpoints.listVolumes)).items).toEqual([]);
});

it('changes nothing with the token of the node service', async () => {
  const other = new CsiDriver({
    ...{ directory: join(directory, 'node'), server: weft.server.url, token: weft.tokens.node, node: 'client-1', program: builtDriver },
    words: ['--mode', 'controller'],
  });
  await node.stop();
  await other.start();
  try {
    const refused = await other.call('Controller/CreateVolume', {
      ...{ name: 'refused', parameters, volumeCapabilities: [volumeCapability], capacityRange: { requiredBytes: GiB } },
    });
    expect(refused).toMatchObject({ code: 'PERMISSION_DENIED', message: expect.stringContaining('volume:create') as string });
  } finally {
    await other.stop();
  }
});
