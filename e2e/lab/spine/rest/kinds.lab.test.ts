/**
 * The rest of the spine on real kernels: every kind of volume, the effect of restarts and reboots, leftovers of deleted volumes, and the agent's package.
 * Rows share one boot. Each row leaves the fabric clean except the first, whose volume the second removes.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MiB } from '@weft/shared/units';
import { WEFT_VERSION } from '@weft/shared/version';
import { describe, expect, onTestFailed, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { OLDER, olderTree } from '../../../support/older-tree.js';
import { documentedFstabLine } from '../../fabric/documented.js';
import { fio, verifyOnly, writeAndVerify } from '../../fabric/fio.js';
import { leftovers } from '../../fabric/leftovers.js';
import { buildPackage } from '../../fabric/package.js';
import { attach, createVolume, detach, release, remove, takeAllDrives } from '../../fabric/provision.js';
import { readByHand } from '../read-by-hand.js';
import { spineLab } from '../spine-lab.js';

const serverUnit = fileURLToPath(new URL('../../../../apps/server/packaging/weft-server.service', import.meta.url));

const lab = spineLab();

describe.sequential('on real kernels', () => {
  test('row 4: a killed server and restarted agents cause neither an I/O error nor a stall under fio (S7)', async () => {
    const { now } = lab;
    const { fabric } = now;
    const c1 = fabric.machine('c1');
    await now.orders();
    const run = async (meanwhile: () => Promise<void>) => {
      const size = ['--size=32M', '--iodepth=4', '--time_based', '--runtime=30', '--verify_backlog=64'];
      const [result] = await Promise.all([fio(c1, '/dev/weft/orders', ['--rw=randrw', ...size], 120), sleep(3000).then(meanwhile)]);
      return result;
    };
    // The machines share this host's processors, and starting programs in them costs I/O time too: the run without the fault also starts some.
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

  test('row 5: the documented commands read a detached mirror, byte for byte, on a machine without Weft', async () => {
    const { now } = lab;
    const { fabric } = now;
    const { volume, attachment } = await now.orders();
    const c1 = fabric.machine('c1');
    await writeAndVerify(c1, '/dev/weft/orders', '16M');
    const [before] = (await c1.run('sha256sum /dev/weft/orders', { timeoutSeconds: 300 })).split(' ');
    await detach(fabric, attachment);
    expect(await readByHand(fabric, volume)).toBe(before);
    await remove(fabric, volume);
    await now.clean();
  });

  test.each([
    ['raid1', { protection: 'raid1', stripeWidth: null }, {}],
    ['concatenated', { protection: 'concatenated', stripeWidth: null, sizeBytes: 1200 * MiB }, {}],
    ['raid10 over NVMe/TCP', {}, { transport: 'tcp' }],
  ] as const)('row 6: %s: a volume is attached, its data verifies, and deletion leaves nothing', async (_, volumeSpec, attachmentSpec) => {
    const { now } = lab;
    const { fabric } = now;
    const volume = await createVolume(fabric, now.spec('six', volumeSpec));
    const attachment = await attach(fabric, volume, 'c1', attachmentSpec);
    const c1 = fabric.machine('c1');
    expect(Number(await c1.run('blockdev --getsize64 /dev/weft/six'))).toBe(volume.sizeBytes);
    expect((await writeAndVerify(c1, '/dev/weft/six', '16M')).errors).toBe(0);
    await detach(fabric, attachment);
    await remove(fabric, volume);
    await now.clean();
  });

  test('row 6: raid0 shared by two clients: each reads what the other wrote', async () => {
    const { now } = lab;
    const { fabric } = now;
    const volume = await createVolume(fabric, now.spec('both', { protection: 'raid0', stripeWidth: 3 }));
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
    await now.clean();
  });

  test('row 7: a rebooted client attaches its volume by itself; a rebooted target exports again with no server running', async () => {
    const { now } = lab;
    const { fabric } = now;
    const volume = await createVolume(fabric, now.spec('seven'));
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
    await now.clean();
  });

  test('row 8: a deleted volume leaves no object and no data, and all its space is free again', async () => {
    const { now } = lab;
    const { fabric } = now;
    const before = await now.freeBytes();
    expect(before).toEqual(Object.fromEntries(now.drives.map((drive) => [drive.serial, drive.freeBytes])));
    const whole = { protection: 'concatenated', stripeWidth: null, sizeBytes: 160 * MiB };
    const first = await createVolume(fabric, now.spec('secret', whole));
    const writer = await attach(fabric, first, 'c1');
    await fabric
      .machine('c1')
      .run('yes SECRET | dd of=/dev/weft/secret bs=1M count=160 iflag=fullblock oflag=direct 2>/dev/null', { timeoutSeconds: 300 });
    await detach(fabric, writer);
    await remove(fabric, first);
    expect(await now.freeBytes()).toEqual(before);
    const second = await createVolume(fabric, now.spec('clean', whole));
    expect(second.legs.map((leg) => leg.drive.id)).toEqual(first.legs.map((leg) => leg.drive.id));
    const reader = await attach(fabric, second, 'c2', { mode: 'readonly' });
    await fabric.machine('c2').run(`cmp -n ${second.sizeBytes} /dev/weft/clean /dev/zero`, { timeoutSeconds: 300 });
    await detach(fabric, reader);
    await remove(fabric, second);
    expect(await now.freeBytes()).toEqual(before);
    await now.clean();
  });

  test("row 9: the agent's Debian package works on a full Debian 13: udev, fstab, upgrade of an older one and back under load, purge", {
    timeout: 1_500_000,
  }, async () => {
    const { now } = lab;
    const { fabric } = now;
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
    // Both may have the same version.
    const [deb, olderDeb] = ['now', 'older'].map((tree) => `/root/${tree}_${WEFT_VERSION}_all.deb`) as [string, string];
    const { buildPackage: olderBuild } = await olderTree(OLDER);
    await d1.writeFile(deb, await readFile(await buildPackage(now.directory)));
    const olderFolder = join(now.directory, 'older-package');
    await mkdir(olderFolder);
    await d1.writeFile(olderDeb, await readFile(await buildPackage(olderFolder, olderBuild)));
    const install = (path: string) => d1.run(['dpkg', '-i', path], { timeoutSeconds: 180 });
    const program = () => d1.run('sha256sum < /usr/lib/weft/weft-agent.mjs');
    await install(olderDeb);
    const olderProgram = await program();
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
      now.spec('mounted', { driveClassId: pair.id, protection: 'raid1', stripeWidth: null, sizeBytes: 400 * MiB }),
    );
    const attachment = await attach(fabric, volume, 'd1');
    expect(await d1.run('stat -Lc "%U:%G %a" /dev/weft/mounted')).toBe('root:disk 660\n');
    expect(await d1.run('udevadm info --query=symlink --name=/dev/weft/mounted')).toContain('weft/mounted');

    // XFS, the documented fstab line, a reboot.
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

    // The older package is upgraded, rolled back and upgraded again during verified writes to a file on the volume.
    const pid = () => d1.run('systemctl show --property MainPID --value weft-agent');
    for (const path of [deb, olderDeb, deb]) {
      const before = await pid();
      const load = fio(
        d1,
        '/srv/mounted/load',
        ['--rw=randrw', '--size=16M', '--iodepth=4', '--time_based', '--runtime=25', '--verify_backlog=64'],
        180,
      );
      await install(path);
      expect((await program()) === olderProgram).toBe(path === olderDeb);
      expect((await load).errors).toBe(0);
      await fabric.online('d1');
      expect(await pid()).not.toBe(before);
    }

    // What systemd rates: docs/installing-agents.md names every line that is missing in the agent's unit.
    const exposure = async (unit: string) =>
      Number(/exposure level for \S+: ([\d.]+)/.exec(await d1.run(`systemd-analyze security --no-pager --offline=true ${unit}`))?.[1]);
    await d1.writeFile('/root/weft-server.service', await readFile(serverUnit));
    expect(await exposure('/root/weft-server.service')).toBeLessThanOrEqual(3);
    expect(await exposure('$(systemctl show --property FragmentPath --value weft-agent)')).toBeLessThanOrEqual(5.5);

    // A support bundle has what systemd's journal keeps of each start.
    const bundle = join(now.directory, 'bundle.tar.gz');
    const answer = await fetch(`${fabric.api.url}/api/v1/support-bundle`, { headers: { cookie: fabric.api.sessionCookie ?? '' } });
    await writeFile(bundle, Buffer.from(await answer.arrayBuffer()));
    const { stdout } = await promisify(execFile)('tar', ['-xzOf', bundle, '--wildcards', '*/journals-*.ndjson'], { maxBuffer: 2 ** 26 });
    const journals = stdout.split('\n').flatMap((text) => (text === '' ? [] : [JSON.parse(text) as { node: string; lines: string[] }]));
    const starts = journals.find(({ node }) => node === 'd1')?.lines.filter((line) => line.includes('"msg":"starting"'));
    expect(starts?.length, stdout.slice(0, 2000)).toBeGreaterThan(3);

    // Nothing assembles by itself: neither from the heads as on a client nor from the LV as on a target.
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

    // Force detach while it is mounted: writes end, the name disappears, then everything under it. After another attach the written data is there.
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
    await until('nothing left of the force-detached attachment', 120, async () => {
      const { items } = await fabric.api.call(endpoints.listAttachments, { query: { volumeId: volume.id } });
      return items.length === 0 ? true : undefined;
    });
    const again = await attach(fabric, volume, 'd1');
    await until('/srv/mounted with its file', 120, async () =>
      (await d1.exec('findmnt /srv/mounted || mount /srv/mounted')).code === 0 ? true : undefined,
    );
    await d1.run('sha256sum -c /root/sum');

    // Purge: refused while a leg exists; leaves nothing of the agent afterwards, and what is another's.
    await d1.run('echo key > /etc/weft/backup.key');
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
    expect(left).toBe('/etc/weft\n');
    expect(await d1.run('cat /etc/weft/backup.key')).toBe('key\n');
    expect(await leftovers(d1)).toEqual([]);
    await d1.kill();
  });
});
