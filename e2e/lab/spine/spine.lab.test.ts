/** Issue "Spine", section 5: what must be shown on real kernels. Rows share one boot; each leaves the fabric clean. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { Drive } from '@weft/shared/kinds/drive';
import type { DriveClass } from '@weft/shared/kinds/drive-class';
import type { Volume } from '@weft/shared/kinds/volume';
import { MiB } from '@weft/shared/units';
import { WEFT_VERSION } from '@weft/shared/version';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { until } from '../../support/api-client.js';
import { documentedFstabLine, runDocumented } from '../fabric/documented.js';
import { type Fabric, startFabric } from '../fabric/fabric.js';
import { fio, verifyOnly, writeAndVerify } from '../fabric/fio.js';
import { leftovers } from '../fabric/leftovers.js';
import { buildPackage } from '../fabric/package.js';
import { attach, createClass, createVolume, detach, release, remove, takeAllDrives } from '../fabric/provision.js';
import type { Machine } from '../machines/machine.js';

let fabric: Fabric;
let directory: string;
let drives: Drive[];
let driveClass: DriveClass;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-spine-'));
  fabric = await startFabric({ directory });
  drives = await takeAllDrives(fabric);
  driveClass = await createClass(fabric, 'fast');
}, 600_000);

afterAll(async () => {
  await fabric?.close();
  if (!process.env.WEFT_KEEP_LAB) await rm(directory, { recursive: true, force: true });
}, 120_000);

const spec = (name: string, more: object = {}) => ({
  name,
  driveClassId: driveClass.id,
  sizeBytes: 128 * MiB,
  protection: 'raid10' as const,
  stripeWidth: 2,
  bitmapChunkBytes: null,
  ...more,
});
/** The volume of rows 2 to 5, attached to c1 and written: made by whichever row is run first. */
const orders = () => {
  made ??= (async () => {
    const volume = await createVolume(fabric, spec('orders'));
    const attachment = await attach(fabric, volume, 'c1');
    return { volume, attachment };
  })();
  return made;
};
let made: Promise<{ volume: Volume; attachment: Attachment }> | undefined;
const freeBytes = async () =>
  Object.fromEntries(
    (await fabric.api.call(endpoints.listDrives, { query: { limit: 200 } })).items.map((drive) => [drive.serial, drive.freeBytes]),
  );
const clean = async () => {
  const left = fabric.nodes.map(async (machine) => (await leftovers(machine)).map((each) => `${machine.name}: ${each}`));
  expect((await Promise.all(left)).flat()).toEqual([]);
};
/** What agents and server said last, when a row fails. */
const logsOnFailure = () =>
  onTestFailed(async () => {
    for (const machine of fabric.nodes)
      if (machine.isRunning)
        console.error(
          `--- ${machine.name}\n${(await machine.exec('grep -v "msg":"done:" /var/log/weft-agent.log | tail -n 10 | cut -c1-700; dmesg | tail -n 25; cat /proc/mdstat')).stdout}`,
        );
  });

/** SHA-256 of a detached mirror's bytes, read on a machine without Weft by the commands of docs/recovering-by-hand.md. */
async function readByHand(volume: Volume): Promise<string> {
  const reader = await fabric.cluster.add({ name: 'r1', role: 'client' });
  const hand = (machine: Machine, block: string, more: Record<string, string> = {}) =>
    runDocumented(machine, 'recovering-by-hand.md', block, {
      VOLUME_ID: volume.id,
      READER_NQN,
      TRANSPORT: 'rdma',
      SERVICE: '4711',
      ...more,
    });
  const targets = fabric.cluster.targets
    .filter((machine) => volume.legs.some((leg) => leg.node.name === machine.name))
    .map((machine) => ({ machine, ADDRESS: machine.spec.nics[0]?.address ?? '' }));
  for (const { machine, ADDRESS } of targets) {
    expect(await hand(machine, 'target-find')).toContain(volume.id);
    await hand(machine, 'target-activate');
    await hand(machine, 'target-export', { ADDRESS });
    await hand(reader, 'reader-connect', { ADDRESS });
  }
  const device = new Map((await hand(reader, 'reader-legs')).split('\n').map((line) => line.split(' ') as [string, string]));
  const LEGS = volume.legs.map((leg) => device.get(leg.id) ?? `no device for leg ${leg.id}`).join(' ');
  const events = [...(await hand(reader, 'reader-examine', { LEGS })).matchAll(/Events : (\d+)/g)].map(([, count]) => count);
  expect(new Set(events).size).toBe(1);
  await hand(reader, 'reader-mirror', { LEGS });
  const checksum = await reader.run(`head -c ${volume.sizeBytes} /dev/md/recovery | sha256sum`, { timeoutSeconds: 300 });
  await hand(reader, 'reader-clean');
  for (const { machine, ADDRESS } of targets) await hand(machine, 'target-clean', { ADDRESS });
  await reader.kill();
  return checksum.split(' ')[0] ?? '';
}
const READER_NQN = 'nqn.2014-08.org.nvmexpress:uuid:0dbd1e26-5c6c-4a52-8dfd-3f6f3c1fb4cb';

describe.sequential('on real kernels', () => {
  test('row 1: inventory equals what QEMU was given', async () => {
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
          1500,
          `storage-${nic.network}`,
          `rxe${nic.network}`,
        ]),
      );
      const found = drives
        .filter((drive) => drive.node.name === machine.name)
        .map((drive) => [drive.serial, drive.sizeBytes, drive.logicalBlockBytes, drive.model]);
      expect(found.sort()).toEqual(machine.spec.drives.map((drive) => [drive.serial, drive.bytes, 512, 'QEMU NVMe Ctrl']).sort());
    }
    expect(drives.every((drive) => drive.smart?.temperatureCelsius !== undefined)).toBe(true);
  });

  test('row 2: a RAID-10 volume over four legs, attached over RDMA with two paths per leg, written and verified', async () => {
    logsOnFailure();
    const { volume, attachment } = await orders();
    expect(volume.legs).toHaveLength(4);
    for (const set of [0, 1]) expect(volume.legs[2 * set]?.node.id).not.toBe(volume.legs[2 * set + 1]?.node.id);
    expect(attachment.device).toBe('/dev/weft/orders');
    expect(attachment.paths.map((path) => path.controllerState)).toEqual(Array(8).fill('live'));
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

  test('row 4: the server is killed for 20 s and agents are restarted while fio runs: no error, no stall (S7)', async () => {
    logsOnFailure();
    const c1 = fabric.machine('c1');
    await orders();
    const run = async (meanwhile: () => Promise<void>) => {
      const size = ['--size=32M', '--iodepth=4', '--time_based', '--runtime=30', '--verify_backlog=64'];
      const [result] = await Promise.all([fio(c1, '/dev/weft/orders', ['--rw=randrw', ...size], 120), sleep(3000).then(meanwhile)]);
      return result;
    };
    // The machines share this host's processors: starting a program in each of them costs I/O time too, so the other run does that as well.
    const without = await run(async () => {
      for (const machine of fabric.nodes) await machine.run('weft-agent status > /dev/null; weft-agent --version');
    });
    const result = await run(async () => {
      await fabric.server.kill();
      for (const machine of fabric.nodes) {
        await fabric.killAgent(machine);
        await fabric.startAgent(machine);
      }
      await sleep(20_000);
      await fabric.server.start();
    });
    console.log(`row 4: longest I/O ${result.longestMs.toFixed(0)} ms with the fault, ${without.longestMs.toFixed(0)} ms without`);
    expect(result.errors).toBe(0);
    expect(result.longestMs).toBeLessThan(Math.max(3 * without.longestMs, without.longestMs + 2000));
    for (const machine of fabric.nodes) await fabric.online(machine.name);
  });

  test('row 5: detached and attached to the other client, the bytes are the same; an open device is not detached', async () => {
    logsOnFailure();
    const { attachment } = await orders();
    const [c1, c2] = [fabric.machine('c1'), fabric.machine('c2')];
    const checksum = async (machine: typeof c1) => (await machine.run('sha256sum /dev/weft/orders', { timeoutSeconds: 300 })).split(' ')[0];
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
    expect(await readByHand(volume)).toBe(before);
    await remove(fabric, volume);
    await clean();
  });

  test.each([
    ['raid1', { protection: 'raid1', stripeWidth: null }, {}],
    ['concatenated', { protection: 'concatenated', stripeWidth: null, sizeBytes: 1200 * MiB }, {}],
    ['raid10 over NVMe/TCP', {}, { transport: 'tcp' }],
  ] as const)('row 6: %s: written, verified, detached, deleted', async (_, volumeSpec, attachmentSpec) => {
    logsOnFailure();
    const volume = await createVolume(fabric, spec('six', volumeSpec));
    const attachment = await attach(fabric, volume, 'c1', attachmentSpec);
    const c1 = fabric.machine('c1');
    expect(Number(await c1.run('blockdev --getsize64 /dev/weft/six'))).toBe(volume.sizeBytes);
    expect((await writeAndVerify(c1, '/dev/weft/six', '16M')).errors).toBe(0);
    await detach(fabric, attachment);
    await remove(fabric, volume);
    await clean();
  });

  test('row 6: raid0 shared by both clients: each reads what the other wrote', async () => {
    logsOnFailure();
    const volume = await createVolume(fabric, spec('both', { protection: 'raid0', stripeWidth: 3 }));
    const [c1, c2] = [fabric.machine('c1'), fabric.machine('c2')];
    const first = await attach(fabric, volume, 'c1', { mode: 'shared' });
    const second = await attach(fabric, volume, 'c2', { mode: 'shared' });
    await writeAndVerify(c1, '/dev/weft/both', '16M');
    await verifyOnly(c2, '/dev/weft/both', '16M');
    await c2.run(
      'head -c 65536 /dev/urandom | tee /tmp/seen | dd of=/dev/weft/both bs=64k seek=2000 oflag=direct conv=notrunc iflag=fullblock',
    );
    expect(await c1.run('dd if=/dev/weft/both bs=64k skip=2000 count=1 iflag=direct 2>/dev/null | sha256sum')).toBe(
      await c2.run('sha256sum < /tmp/seen'),
    );
    await detach(fabric, first);
    await detach(fabric, second);
    await remove(fabric, volume);
    await clean();
  });

  test('row 7: a client reboots and is attached again by itself; a target reboots and exports again, with no server running', async () => {
    logsOnFailure();
    const volume = await createVolume(fabric, spec('seven'));
    const attachment = await attach(fabric, volume, 'c1');
    const [c1, t1] = [fabric.machine('c1'), fabric.machine(volume.legs[0]?.node.name ?? '')];
    await writeAndVerify(c1, '/dev/weft/seven', '16M');
    await c1.reboot();
    await until('/dev/weft/seven after the reboot', 180, async () =>
      (await c1.exec('test -b /dev/weft/seven')).code === 0 ? true : undefined,
    );
    await verifyOnly(c1, '/dev/weft/seven', '16M');

    await fabric.server.kill();
    const exportsOf = () => t1.run('for p in /sys/kernel/config/nvmet/ports/*/subsystems/*; do [ -e $p ] && echo $p; done; true');
    const before = (await exportsOf()).split('\n').length;
    await t1.reboot();
    await until('exports after the reboot', 180, async () => ((await exportsOf()).split('\n').length === before ? true : undefined));
    await until('every path live again', 180, async () => {
      const states = (await c1.run('for c in /sys/class/nvme/nvme*; do [ "$(cat $c/transport)" = rdma ] && cat $c/state; done; true'))
        .split('\n')
        .filter(Boolean);
      return states.length > 0 && states.every((state) => state === 'live') ? true : undefined;
    });
    await verifyOnly(c1, '/dev/weft/seven', '16M');
    await fabric.server.start();
    for (const machine of fabric.nodes) await fabric.online(machine.name);
    await detach(fabric, attachment);
    await remove(fabric, volume);
    await clean();
  });

  test('row 8: a deleted volume leaves nothing: no object, no byte, and all its space', async () => {
    logsOnFailure();
    const before = await freeBytes();
    expect(before).toEqual(Object.fromEntries(drives.map((drive) => [drive.serial, drive.freeBytes])));
    const whole = { protection: 'concatenated', stripeWidth: null, sizeBytes: 160 * MiB };
    const first = await createVolume(fabric, spec('secret', whole));
    const writer = await attach(fabric, first, 'c1');
    await fabric
      .machine('c1')
      .run('yes SECRET | dd of=/dev/weft/secret bs=1M count=160 iflag=fullblock oflag=direct 2>/dev/null', { timeoutSeconds: 300 });
    await detach(fabric, writer);
    await remove(fabric, first);
    expect(await freeBytes()).toEqual(before);
    const second = await createVolume(fabric, spec('clean', whole));
    expect(second.legs.map((leg) => leg.drive.id)).toEqual(first.legs.map((leg) => leg.drive.id));
    const reader = await attach(fabric, second, 'c2', { mode: 'readonly' });
    await fabric.machine('c2').run(`cmp -n ${second.sizeBytes} /dev/weft/clean /dev/zero`, { timeoutSeconds: 300 });
    await detach(fabric, reader);
    await remove(fabric, second);
    expect(await freeBytes()).toEqual(before);
    await clean();
  });

  test('row 9: a full Debian 13 with the agent from its package: udev, fstab, upgrade under load, purge', {
    timeout: 900_000,
  }, async () => {
    const d1 = await fabric.cluster.add({ name: 'd1', role: 'converged', root: 'debian', drives: 1, memoryMiB: 1536 });
    onTestFailed(async () => {
      console.error(
        (
          await d1.exec(
            'journalctl -u weft-agent -n 30 --no-pager | cut -c1-700; systemctl --failed --no-pager; cat /proc/mdstat; dmesg | tail -n 20',
          )
        ).stdout,
      );
    });
    const deb = `/root/weft-agent_${WEFT_VERSION}_all.deb`;
    await d1.writeFile(deb, await readFile(await buildPackage(directory)));
    await d1.run(['dpkg', '-i', deb], { timeoutSeconds: 180 });
    await fabric.enroll(d1);
    await d1.run('systemctl start weft-agent');
    await fabric.online('d1');

    const all = await takeAllDrives(fabric);
    const own = all.find((drive) => drive.node.name === 'd1');
    const other = all.find((drive) => drive.node.name === 't1');
    if (!own || !other) throw new Error('d1 or t1 has no drive');
    const pair = await fabric.api.call(endpoints.createDriveClass, {
      body: { name: 'pair', members: { by: 'list', driveIds: [own.id, other.id] } },
    });
    const volume = await createVolume(
      fabric,
      spec('mounted', { driveClassId: pair.id, protection: 'raid1', stripeWidth: null, sizeBytes: 400 * MiB }),
    );
    const attachment = await attach(fabric, volume, 'd1');
    expect(await d1.run('stat -Lc "%U:%G %a" /dev/weft/mounted')).toBe('root:disk 660\n');
    expect(await d1.run('udevadm info --query=symlink --name=/dev/weft/mounted')).toContain('weft/mounted');

    // XFS, the documented line in fstab, a reboot.
    await d1.run('mkfs.xfs -q /dev/weft/mounted && mkdir -p /srv/mounted', { timeoutSeconds: 120 });
    await d1.run([
      'sh',
      '-c',
      `echo '${await documentedFstabLine('mounted', '/srv/mounted')}' >> /etc/fstab; systemctl daemon-reload; mount /srv/mounted`,
    ]);
    await d1.run('dd if=/dev/urandom of=/srv/mounted/file bs=1M count=16 2>/dev/null; sync; sha256sum /srv/mounted/file > /root/sum');
    await d1.reboot();
    await until('/srv/mounted after the reboot', 240, async () => ((await d1.exec('findmnt /srv/mounted')).code === 0 ? true : undefined));
    await d1.run('sha256sum -c /root/sum');

    // Upgrading the package while a file on the volume is written and verified.
    const load = fio(
      d1,
      '/srv/mounted/load',
      ['--rw=randrw', '--size=16M', '--iodepth=4', '--time_based', '--runtime=25', '--verify_backlog=64'],
      180,
    );
    await d1.run(['dpkg', '-i', deb], { timeoutSeconds: 180 });
    expect((await load).errors).toBe(0);
    await fabric.online('d1');

    // Nothing assembles itself: neither from the heads as a client nor from the LV as a target.
    await d1.run(
      'systemctl stop weft-agent; umount /srv/mounted; rm /srv/mounted/* 2>/dev/null; dmsetup remove $(dmsetup ls | grep -o "^weft-[0-9a-f-]\\{36\\}\\b" | grep -v leg); mdadm --stop --scan',
    );
    await d1.run(
      'udevadm trigger --action=add; udevadm settle; udevadm trigger --action=change; udevadm settle; mdadm --incremental --scan; true',
      { timeoutSeconds: 120 },
    );
    expect(await d1.run('grep -c ^md /proc/mdstat; true')).toBe('0\n');
    await d1.run('systemctl start weft-agent');
    await until('the volume again', 120, async () => ((await d1.exec('test -b /dev/weft/mounted')).code === 0 ? true : undefined));

    // Taken away by force while it is mounted: writes end, the name goes, then all under it; what was written is there when it is attached again.
    await d1.run('mount /srv/mounted; sha256sum -c /root/sum');
    const { version } = await fabric.api.call(endpoints.getAttachment, { params: { id: attachment.id } });
    const { job } = await fabric.api.call(endpoints.revokeAttachment, {
      params: { id: attachment.id },
      ifMatch: version,
      body: { volumeName: volume.name },
    });
    await fabric.api.done(job.id, 120);
    expect(
      (
        await d1.exec(
          'dd if=/dev/zero of=/srv/mounted/more bs=64k count=1 oflag=direct conv=fsync && sync -f /srv/mounted/more && findmnt /srv/mounted',
        )
      ).code,
    ).not.toBe(0);
    expect(await d1.run('ls /dev/weft; grep ^md /proc/mdstat; cat /sys/class/nvme/*/subsysnqn | grep weft; true')).toBe('');
    await d1.exec('umount /srv/mounted');
    await until('nothing left of the attachment that was taken away', 120, async () => {
      const { items } = await fabric.api.call(endpoints.listAttachments, { query: { volumeId: volume.id } });
      return items.length === 0 ? true : undefined;
    });
    const again = await attach(fabric, volume, 'd1');
    await until('/srv/mounted with its file', 120, async () =>
      (await d1.exec('findmnt /srv/mounted || mount /srv/mounted')).code === 0 ? true : undefined,
    );
    await d1.run('sha256sum -c /root/sum');

    // Purge: refused while there is a leg, and it leaves nothing after.
    const refused = await d1.exec(['dpkg', '--purge', 'weft-agent'], { timeoutSeconds: 120 });
    expect(refused.code).not.toBe(0);
    expect(`${refused.stdout}${refused.stderr}`).toMatch(/not removed/);
    await d1.run('test -b /dev/weft/mounted; umount /srv/mounted 2>/dev/null; sed -i /weft/d /etc/fstab; systemctl daemon-reload');
    await detach(fabric, again);
    await remove(fabric, volume);
    await release(fabric, own.id);
    await d1.run(['dpkg', '--purge', 'weft-agent'], { timeoutSeconds: 120 });
    const left = await d1.run(
      'find / -xdev \\( -path /proc -o -path /sys -o -path /root -o -path /var/lib/dpkg -o -path /var/log -o -path "*weft-lab*" \\) -prune -o -iname "*weft*" -print; ls /dev | grep weft; true',
    );
    expect(left).toBe('');
    expect(await leftovers(d1)).toEqual([]);
    await d1.kill();
  });
});
