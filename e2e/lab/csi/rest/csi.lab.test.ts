/** The CSI driver on real kernels: file systems, data, growth, another client, raw block, and devices that it must not format. */
import { MiB } from '@weft/shared/units';
import { beforeAll, expect, test } from 'vitest';
import { faultLab } from '../../faults/fault-lab.js';
import { LabDriver } from '../csi-in-lab.js';

const lab = faultLab({ targets: 2, clients: 2, drivesPerTarget: 1 });
let one: LabDriver;
let two: LabDriver;

beforeAll(async () => {
  const { fabric } = lab.now;
  [one, two] = (await Promise.all(['c1', 'c2'].map((client) => LabDriver.start(fabric, client)))) as [LabDriver, LabDriver];
});

const parameters = { class: 'all', protection: 'raid1', transport: 'tcp' };
const access = { accessMode: { mode: 'SINGLE_NODE_WRITER' } };
const fileSystem = (fsType: string) => ({ ...access, mount: { fsType } });
const staging = '/var/lib/kubelet/staging';
const target = '/var/lib/kubelet/pods/one/mount';

interface Volume {
  volumeId: string;
  volumeContext: Record<string, string>;
}

interface Published {
  volumeId: string;
  volumeCapability: object;
  publishContext: { device: string };
  stagingTargetPath: string;
}

async function create(name: string, bytes: number, volumeCapability: object): Promise<Volume> {
  const { volume } = await one.ok<{ volume: Volume }>('Controller/CreateVolume', {
    ...{ name, parameters, volumeCapabilities: [volumeCapability], capacityRange: { requiredBytes: bytes } },
  });
  return volume;
}

/** Attaches it to the node of a driver. @returns what each call to the node service there has */
async function publish(driver: LabDriver, { volumeId, volumeContext }: Volume, volumeCapability: object): Promise<Published> {
  const { nodeId } = await driver.ok<{ nodeId: string }>('Node/NodeGetInfo');
  const { publishContext } = await driver.ok<{ publishContext: { device: string } }>('Controller/ControllerPublishVolume', {
    ...{ volumeId, volumeContext, nodeId, volumeCapability },
  });
  return { volumeId, volumeCapability, publishContext, stagingTargetPath: staging };
}

/** Ends all on the node, and detaches. */
async function end(driver: LabDriver, { volumeId }: Volume): Promise<void> {
  await driver.ok('Node/NodeUnpublishVolume', { volumeId, targetPath: target });
  await driver.ok('Node/NodeUnstageVolume', { volumeId, stagingTargetPath: staging });
  await driver.ok('Controller/ControllerUnpublishVolume', { volumeId });
}

test.each(['xfs', 'ext4'])('%s: data survives growth in use and a move to another client', async (type) => {
  const capability = fileSystem(type);
  const volume = await create(`data-${type}`, 320 * MiB, capability);
  const { volumeId } = volume;
  const published = await publish(one, volume, capability);
  await one.ok('Node/NodeStageVolume', published);
  await one.ok('Node/NodePublishVolume', { ...published, targetPath: target });
  await one.run(`dd if=/dev/urandom of=${target}/file bs=1M count=16 2>/dev/null; cd ${target}; sha256sum file > sum; sync`);

  const used = async (driver: LabDriver) =>
    (await driver.ok<{ usage: { unit: string; total: number }[] }>('Node/NodeGetVolumeStats', { volumeId, volumePath: target })).usage[0]
      ?.total ?? 0;
  const before = await used(one);
  const grown = await one.ok<{ nodeExpansionRequired: boolean }>('Controller/ControllerExpandVolume', {
    ...{ volumeId, volumeCapability: capability, capacityRange: { requiredBytes: 448 * MiB } },
  });
  expect(grown.nodeExpansionRequired).toBe(true);
  await one.ok('Node/NodeExpandVolume', {
    volumeId,
    volumePath: target,
    stagingTargetPath: staging,
    capacityRange: { requiredBytes: 448 * MiB },
  });
  expect(await used(one)).toBeGreaterThan(before + 100 * MiB);
  // A detach in use is refused, and nothing is cut off.
  expect(await one.call('Controller/ControllerUnpublishVolume', { volumeId })).toMatchObject({
    code: expect.stringMatching(/FAILED_PRECONDITION|ABORTED/) as string,
  });
  await one.run(`cd ${target} && sha256sum -c sum`);
  await end(one, volume);

  const moved = await publish(two, volume, capability);
  await two.ok('Node/NodeStageVolume', moved);
  await two.ok('Node/NodePublishVolume', { ...moved, targetPath: target, readonly: true });
  await two.run(`cd ${target} && sha256sum -c sum`);
  await expect(two.run(`touch ${target}/new`)).rejects.toThrow('Read-only');
  expect(await used(two)).toBeGreaterThan(before + 100 * MiB);
  await end(two, volume);
  await one.ok('Controller/DeleteVolume', { volumeId });
});

test('raw block: a pod gets the device itself', async () => {
  const capability = { ...access, block: {} };
  const volume = await create('block', 64 * MiB, capability);
  const published = await publish(one, volume, capability);
  await one.ok('Node/NodeStageVolume', published);
  await one.ok('Node/NodePublishVolume', { ...published, targetPath: target });
  await one.run(
    `test -b ${target} && dd if=/dev/urandom of=/root/data bs=1M count=8 2>/dev/null && dd if=/root/data of=${target} bs=1M oflag=direct 2>/dev/null`,
  );
  await one.run(`cmp -n ${8 * MiB} /root/data ${published.publishContext.device}`);
  expect(await one.ok('Node/NodeGetVolumeStats', { volumeId: volume.volumeId, volumePath: target })).toMatchObject({
    usage: [{ total: 64 * MiB }],
  });
  await end(one, volume);
  await one.ok('Controller/DeleteVolume', { volumeId: volume.volumeId });
});

test('formats nothing that is not blank, and nothing that is another volume', async () => {
  const capability = fileSystem('xfs');
  const volume = await create('taken', 320 * MiB, capability);
  const published = await publish(one, volume, capability);
  const { device } = published.publishContext;
  const refused = async (why: string, request: object = published) => {
    const sum = await one.run(`dd if=${device} bs=1M count=4 iflag=direct 2>/dev/null | sha256sum`);
    expect(await one.call('Node/NodeStageVolume', request)).toMatchObject({
      code: 'FAILED_PRECONDITION',
      message: expect.stringContaining(why) as string,
    });
    expect(await one.run(`dd if=${device} bs=1M count=4 iflag=direct 2>/dev/null | sha256sum`)).toBe(sum);
  };
  await one.run(`dd if=/dev/urandom of=${device} bs=4k seek=3 count=1 oflag=direct 2>/dev/null`);
  await refused('not blank');
  await one.run(`dd if=/dev/zero of=${device} bs=4k seek=3 count=1 oflag=direct 2>/dev/null; mkfs.ext4 -q ${device}`);
  await refused('file system ext4');
  await one.run(
    `wipefs --all --quiet ${device}; mdadm --zero-superblock ${device} 2>/dev/null; echo 'label: gpt' | sfdisk --quiet ${device}`,
  );
  await refused('gpt');
  const other = await create('other', 64 * MiB, capability);
  await refused('not the device of the volume', { ...published, volumeId: other.volumeId });
  await end(one, volume);
  for (const { volumeId } of [volume, other]) await one.ok('Controller/DeleteVolume', { volumeId });
});

test('a killed mkfs is begun again by the same attachment', async () => {
  const capability = fileSystem('ext4');
  const volume = await create('killed', 448 * MiB, capability);
  const published = await publish(one, volume, capability);
  // Whatever mkfs has written when it is killed: the second call ends with a mounted file system.
  const cut = one.call('Node/NodeStageVolume', published);
  await one.run('for i in $(seq 300); do pkill -KILL -x mkfs.ext4 && break; sleep 0.05; done');
  expect(await cut).toMatchObject({ code: 'INTERNAL' });
  await one.ok('Node/NodeStageVolume', published);
  await one.run(`findmnt --types ext4 ${staging}`);
  await end(one, volume);
  await one.ok('Controller/DeleteVolume', { volumeId: volume.volumeId });
});

test('csi-sanity passes whole on real kernels', { timeout: 1_800_000 }, async () => {
  const sizes = ['--csi.testvolumesize', String(8 * MiB), '--csi.testvolumeexpandsize', String(16 * MiB)];
  const out = await one.sanity(['--csi.testvolumeaccesstype', 'block', ...sizes]);
  expect(out).toMatch(/58 Passed \| 0 Failed/);
});
