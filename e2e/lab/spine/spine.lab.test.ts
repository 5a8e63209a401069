/**
 * The spine on real kernels: the part of `npm test` that takes a cluster from its first inventory to its clean end, with one path fault and one killed target.
 * One boot, one volume, in order; each row can run alone too. Further rows: ./rest, ../faults/rest (npm run test:all).
 */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/api-client.js';
import { writeAndVerify } from '../fabric/fio.js';
import { leftovers } from '../fabric/leftovers.js';
import { attach, detach, remove } from '../fabric/provision.js';
import { FaultLab, faultSettings } from '../faults/fault-lab.js';
import { killTarget } from '../faults/killed-target.js';
import { cutOneNetwork } from '../faults/network-cut.js';
import { STORAGE_MTU_BYTES } from '../image/small-root-files.js';
import { spineLab } from './spine-lab.js';

const lab = spineLab(faultSettings);
/** A bitmap of small chunks: md resyncs only the changes to a returning leg. Legs large compared with the load's area show that. */
const orders = () => lab.now.orders({ bitmapChunkBytes: 65_536, sizeBytes: 96 * MiB });
let faults: FaultLab | undefined;

/** Returns the same volume, healthy, for the rows on faults. */
async function faulted() {
  const { now } = lab;
  faults ??= new FaultLab(now.fabric, now.driveClass);
  const { volume, attachment } = await orders();
  const mirror = { volume, attachment, client: now.fabric.machine('c1'), device: '/dev/weft/orders' };
  await faults.health(mirror, 'healthy');
  return { now: faults, mirror };
}

describe.sequential('on real kernels', () => {
  test('row 1: the inventory shows the hardware that QEMU provides', async () => {
    const { now } = lab;
    const { fabric } = now;
    for (const machine of fabric.nodes) {
      const node = await fabric.node(machine.name);
      expect(node.cpu?.threads).toBe(machine.spec.cpus);
      expect(node.memoryBytes).toBeGreaterThan(machine.spec.memoryMiB * MiB * 0.85);
      expect(node.memoryBytes).toBeLessThanOrEqual(machine.spec.memoryMiB * MiB);
      expect(node.kernel).toMatch(/^6\.12\./);
      expect(node.bootId).toBe((await machine.run('cat /proc/sys/kernel/random/boot_id')).trim());
      const storage = node.nics
        .filter((nic) => nic.storageNetwork !== null)
        .map((nic) => [
          nic.name,
          nic.macAddress,
          nic.addresses.find((address) => address.includes('.')),
          nic.mtuBytes,
          nic.storageNetwork,
          nic.rdmaDevice,
        ]);
      expect(storage).toEqual(
        machine.spec.nics.map((nic) => [
          nic.name,
          nic.mac,
          `${nic.address}/${nic.prefixLength}`,
          STORAGE_MTU_BYTES,
          `storage-${nic.network}`,
          `rxe${nic.network}`,
        ]),
      );
      const found = now.drives
        .filter((drive) => drive.node.name === machine.name)
        .map((drive) => [drive.serial, drive.sizeBytes, drive.logicalBlockBytes, drive.model]);
      expect(found.sort()).toEqual(machine.spec.drives.map((drive) => [drive.serial, drive.bytes, 512, 'QEMU NVMe Ctrl']).sort());
    }
    expect(now.drives.every((drive) => drive.smart?.temperatureCelsius !== undefined)).toBe(true);
  });

  test('row 2: a raid10 volume over four legs is attached over RDMA with two paths per leg, and its data verifies', async () => {
    const { now } = lab;
    const { fabric } = now;
    const { volume, attachment } = await orders();
    expect(volume.legs).toHaveLength(4);
    for (const set of [0, 1]) expect(volume.legs[2 * set]?.node.id).not.toBe(volume.legs[2 * set + 1]?.node.id);
    expect(attachment.device).toBe('/dev/weft/orders');
    expect(attachment.paths.map((path) => path.controllerState)).toEqual(Array(8).fill('live'));
    for (const { keys } of attachment.paths) expect([keys?.hostKeyId, keys?.controllerKeyId]).not.toContainEqual(null);
    for (const { keys } of attachment.paths) expect(keys).toBeDefined();
    const c1 = fabric.machine('c1');
    expect(Number(await c1.run('blockdev --getsize64 /dev/weft/orders'))).toBe(volume.sizeBytes);
    expect(await c1.run('cat /proc/mdstat')).toMatch(/raid10 .*\n.*2 near-copies \[4\/4\] \[UUUU\]/);
    const { ioBytes, errors } = await writeAndVerify(c1, '/dev/weft/orders', '16M');
    expect({ ioBytes, errors }).toEqual({ ioBytes: 32 * MiB, errors: 0 });
    await until('volume orders healthy', 30, async () =>
      (await fabric.api.call(endpoints.getVolume, { params: { id: volume.id } })).health === 'healthy' ? true : undefined,
    );
  });

  test('row 3: a connection made by hand from the other client is refused', async () => {
    const { now } = lab;
    const { fabric } = now;
    await orders();
    const c2 = fabric.machine('c2');
    let refused = 0;
    const { hostNqn } = await fabric.node('c2');
    for (const target of fabric.cluster.targets) {
      const ports = await target.run(
        'for p in /sys/kernel/config/nvmet/ports/*; do [ -e $p ] && echo "$(cat $p/addr_traddr) $(cat $p/addr_trsvcid) $(ls $p/subsystems)"; done; true',
      );
      for (const line of ports.split('\n').filter(Boolean)) {
        const [address = '', service = '', nqn = ''] = line.split(' ');
        const { code, stderr } = await c2.exec([
          'nvme',
          'connect',
          '-t',
          'rdma',
          '-a',
          address,
          '-s',
          service,
          '-n',
          nqn,
          '--hostnqn',
          hostNqn,
          '--hostid',
          hostNqn.slice(-36),
        ]);
        expect(code, `${target.name} ${line}: ${stderr}`).not.toBe(0);
        refused++;
      }
    }
    // Two ports on each of the three targets.
    expect(refused).toBe(6);
    expect(await leftovers(c2)).toEqual([]);
  });

  test('row: one storage network silently cut: I/O continues on the other network, and the paths return', async () => {
    const { now, mirror } = await faulted();
    await cutOneNetwork(now, mirror);
  });

  test('row: target machine killed: non-anchor: I/O continues, and only changed blocks are resynced', async () => {
    const { now, mirror } = await faulted();
    // Two sets: each leg has half of the bytes.
    await killTarget(now, false, { mirror, legBytes: mirror.volume.sizeBytes / 2 });
  });

  test('row 5: an open device is not detached; the other client reads the same bytes; deletion leaves nothing', async () => {
    const { now } = lab;
    const { fabric } = now;
    const { attachment } = await orders();
    const [c1, c2] = [fabric.machine('c1'), fabric.machine('c2')];
    const checksum = async (machine: typeof c1) => (await machine.run('b2sum /dev/weft/orders', { timeoutSeconds: 300 })).split(' ')[0];
    const before = await checksum(c1);

    await c1.run('sleep 4711 < /dev/weft/orders > /dev/null 2>&1 &');
    const { job } = await fabric.api.call(endpoints.deleteAttachment, {
      params: { id: attachment.id },
      ifMatch: (await fabric.api.call(endpoints.getAttachment, { params: { id: attachment.id } })).version,
    });
    const refused = await fabric.api.finished(job.id);
    expect(refused).toMatchObject({ state: 'failed', error: { code: 'device-busy', message: expect.stringContaining('sleep') } });
    expect(await checksum(c1)).toBe(before);
    await c1.run('pkill -f "[s]leep 4711"');
    await until('attached again', 60, async () =>
      (await fabric.api.call(endpoints.getAttachment, { params: { id: attachment.id } })).state === 'attached' ? true : undefined,
    );

    await detach(fabric, attachment);
    expect(await leftovers(c1)).toEqual([]);
    const volume = await fabric.api.call(endpoints.getVolume, { params: { id: attachment.volume.id } });
    const second = await attach(fabric, volume, 'c2');
    expect(await checksum(c2)).toBe(before);
    await detach(fabric, second);
    await remove(fabric, volume);
    await now.clean();
    expect(await now.freeBytes()).toEqual(Object.fromEntries(now.drives.map((drive) => [drive.serial, drive.freeBytes])));
  });
});
