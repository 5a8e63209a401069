/** The CSI driver on real kernels: file systems, data, growth in use, another client, raw block, devices that it must not format, and csi-sanity. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB, MiB } from '@weft/shared/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUp } from '../../../support/set-up.js';
import { faultLab } from '../../faults/fault-lab.js';
import { LabController, LabNode } from '../csi-in-lab.js';

const lab = faultLab({ targets: 2, clients: 2, drivesPerTarget: 1, driveBytes: 4 * GiB });
let directory: string;
let controller: LabController;
let one: LabNode;
let two: LabNode;
const recording = new URL('../../../../docs/recordings/csi-sanity-kernel.txt', import.meta.url);
/** Ids of the nodes. */
const ids = new Map<LabNode, string>();

beforeAll(async () => {
  const { fabric } = lab.now;
  directory = await mkdtemp(join(tmpdir(), 'weft-csi-'));
  controller = await LabController.start(fabric, directory);
  [one, two] = (await Promise.all(['c1', 'c2'].map((client) => LabNode.start(fabric, client)))) as [LabNode, LabNode];
  for (const node of [one, two]) {
    const [info] = await node.ok(['NodeGetInfo']);
    expect(info).toMatchObject({ accessibleTopology: { segments: { 'topology.csi.weft.org/cluster': 'weft' } } });
    ids.set(node, String(info?.nodeId));
  }
}, 600_000);
afterAll(async () => {
  await controller?.stop();
  if (directory) await rm(directory, { recursive: true });
});

/** Each call to a node starts a process of Node.js there, which takes up to half a minute on a busy host. */
const SLOW_MS = 1_200_000;

const larger = { requiredBytes: 448 * MiB };
const access = { accessMode: { mode: 'SINGLE_NODE_WRITER' } };
const fileSystem = (fsType: string) => ({ ...access, mount: { fsType } });
const staging = '/var/lib/kubelet/staging';
const target = '/var/lib/kubelet/pods/one/mount';

interface Volume {
  volumeId: string;
  volumeContext: Record<string, string>;
}

async function create(name: string, bytes: number, volumeCapability: object): Promise<Volume> {
  const parameters = { class: 'all', protection: 'raid1' };
  const { volume } = await controller.ok<{ volume: Volume }>('CreateVolume', {
    ...{ name, parameters, volumeCapabilities: [volumeCapability], capacityRange: { requiredBytes: bytes } },
  });
  return volume;
}

/** Attaches it to a node. @returns what each call to the node service there has */
async function publish(node: LabNode, { volumeId, volumeContext }: Volume, volumeCapability: object) {
  const request = { volumeId, volumeContext, nodeId: ids.get(node), volumeCapability };
  const { publishContext } = await controller.ok<{ publishContext: { device: string } }>('ControllerPublishVolume', request);
  return { volumeId, volumeCapability, publishContext, stagingTargetPath: staging, targetPath: target };
}

/** Ends all on the node, and detaches. */
async function end(node: LabNode, { volumeId }: Volume): Promise<void> {
  await node.ok(['NodeUnpublishVolume', { volumeId, targetPath: target }], ['NodeUnstageVolume', { volumeId, stagingTargetPath: staging }]);
  await controller.ok('ControllerUnpublishVolume', { volumeId });
}

const totalOf = (stats: Record<string, unknown> | undefined): number => (stats as { usage: { total: number }[] }).usage[0]?.total ?? 0;

test('XFS: data survives growth in use and a move to another client', { timeout: SLOW_MS }, async () => {
  const capability = fileSystem('xfs');
  const volume = await create('data', 320 * MiB, capability);
  const { volumeId } = volume;
  const published = await publish(one, volume, capability);
  const stats = { volumeId, volumePath: target };
  const [, , before] = await one.ok(['NodeStageVolume', published], ['NodePublishVolume', published], ['NodeGetVolumeStats', stats]);
  expect(before).toMatchObject({ volumeCondition: { abnormal: false } });
  await one.run(`cd ${target} && dd if=/dev/urandom of=file bs=1M count=16 2>/dev/null && sha256sum file > sum && sync`);
  expect(await controller.ok('ControllerExpandVolume', { volumeId, volumeCapability: capability, capacityRange: larger })).toEqual({
    ...{ capacityBytes: 448 * MiB, nodeExpansionRequired: true },
  });
  // Each call again, as the kubelet does.
  const grow = { volumeId, volumePath: target, stagingTargetPath: staging, capacityRange: larger };
  const [, , , , grown] = await one.ok(
    ...([
      ['NodeExpandVolume', grow],
      ['NodeExpandVolume', grow],
      ['NodeStageVolume', published],
    ] as const),
    ...([
      ['NodePublishVolume', published],
      ['NodeGetVolumeStats', stats],
    ] as const),
  );
  expect(totalOf(grown)).toBeGreaterThan(totalOf(before) + 100 * MiB);
  // A detach in use is refused, and cuts nothing off.
  expect(await controller.call('ControllerUnpublishVolume', { volumeId })).toMatchObject({
    code: expect.stringMatching(/FAILED_PRECONDITION|ABORTED/) as string,
  });
  await one.run(`cd ${target} && sha256sum -c sum`);
  await end(one, volume);

  const moved = await publish(two, volume, capability);
  const [, , there] = await two.ok(
    ...([
      ['NodeStageVolume', moved],
      ['NodePublishVolume', { ...moved, readonly: true }],
      ['NodeGetVolumeStats', stats],
    ] as const),
  );
  expect(totalOf(there)).toBe(totalOf(grown));
  await two.run(`cd ${target} && sha256sum -c sum`);
  await expect(two.run(`touch ${target}/new`)).rejects.toThrow('Read-only');
  await end(two, volume);
  await controller.ok('DeleteVolume', { volumeId });
});

test('raw block: a pod gets the device itself', { timeout: SLOW_MS }, async () => {
  const capability = { ...access, block: {} };
  const volume = await create('block', 64 * MiB, capability);
  const published = await publish(one, volume, capability);
  const stats = { volumeId: volume.volumeId, volumePath: target };
  const [, , found] = await one.ok(['NodeStageVolume', published], ['NodePublishVolume', published], ['NodeGetVolumeStats', stats]);
  expect(totalOf(found)).toBe(64 * MiB);
  await one.run(
    `test -b ${target} && dd if=/dev/urandom of=/root/data bs=1M count=8 2>/dev/null && dd if=/root/data of=${target} bs=1M oflag=direct`,
  );
  await one.run(`cmp -n ${8 * MiB} /root/data ${published.publishContext.device}`);
  await end(one, volume);
  await controller.ok('DeleteVolume', { volumeId: volume.volumeId });
});

test('formats nothing that is not blank, and nothing that is another volume; a killed mkfs begins again', {
  timeout: SLOW_MS,
}, async () => {
  const capability = fileSystem('ext4');
  const volume = await create('taken', 320 * MiB, capability);
  const published = await publish(one, volume, capability);
  const { device } = published.publishContext;
  const refused = async (why: string, request: object = published): Promise<void> => {
    const sum = `dd if=${device} bs=1M count=4 iflag=direct 2>/dev/null | sha256sum`;
    const before = await one.run(sum);
    const [answer] = await one.calls(['NodeStageVolume', request]);
    expect(answer).toMatchObject({ code: 'FAILED_PRECONDITION', message: expect.stringContaining(why) as string });
    expect(await one.run(sum)).toBe(before);
  };
  await one.run(`dd if=/dev/urandom of=${device} bs=4k seek=3 count=1 oflag=direct`);
  await refused('data without a known signature');
  await one.run(`dd if=/dev/zero of=${device} bs=4k seek=3 count=1 oflag=direct; mkfs.xfs -q -K ${device}`);
  await refused('file system xfs');
  const other = '00000000-0000-4000-8000-000000000000';
  await refused('not the device of the volume', { ...published, volumeId: other });

  await one.run(`dd if=/dev/zero of=${device} bs=1M oflag=direct; true`);
  const cut = one.calls(['NodeStageVolume', published]);
  await one.run('for i in $(seq 2000); do pkill -KILL -x mkfs.ext4 && exit 0; sleep 0.02; done; exit 1');
  expect((await cut)[0]).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('mkfs.ext4') as string });
  const stats = { volumeId: volume.volumeId, volumePath: staging };
  const [, before] = await one.ok(['NodeStageVolume', published], ['NodeGetVolumeStats', stats]);
  await controller.ok('ControllerExpandVolume', { volumeId: volume.volumeId, volumeCapability: capability, capacityRange: larger });
  const [, after] = await one.ok(['NodeExpandVolume', { ...stats, capacityRange: larger }], ['NodeGetVolumeStats', stats]);
  expect(totalOf(after)).toBeGreaterThan(totalOf(before) + 100 * MiB);
  await one.run(`grep -q ' ${staging} ext4 ' /proc/mounts`);
  await end(one, volume);
  await controller.ok('DeleteVolume', { volumeId: volume.volumeId });
});

test('passes csi-sanity whole, for file systems and raw block', { timeout: 2 * 3_600_000 }, async () => {
  await setUp('csi');
  const shown: string[] = [];
  for (const type of ['mount', 'block'] as const) {
    const { lines, wrong } = await one.sanity(type, { class: 'all', protection: 'raid1' });
    shown.push(`$ csi-sanity --csi.testvolumeaccesstype ${type}`, ...lines, '');
    expect(wrong).toEqual([]);
    expect(lines.filter((line) => line.startsWith('passed')).length).toBeGreaterThanOrEqual(58);
  }
  expect((await lab.now.fabric.api.call(endpoints.listVolumes)).items).toEqual([]);
  await writeFile(recording, shown.join('\n'));
});
