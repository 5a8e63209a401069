/** Encrypted volumes on real kernels (docs/encryption.md). */
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { dmCryptName } from '@weft/shared/identity';
import { MiB } from '@weft/shared/units';
import { MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { buildPackage } from '../../fabric/package.js';
import { attach, createVolume, detach, remove } from '../../fabric/provision.js';
import type { Machine } from '../../machines/machine.js';
import { readByHand } from '../../spine/read-by-hand.js';
import { type FaultLab, faultLab } from '../fault-lab.js';
import type { Mirror } from '../mirror.js';

const lab = faultLab({ targets: 2 });
const ENCRYPTED = { protection: 'raid1', encryption: 'aes-xts-256' };
/** Sector-aligned copies over the whole volume, so that every leg and stripe would have some. */
const COPIES = 64;

/** Writes the pattern to the device, through to the drives. */
async function writePattern({ client, device, volume }: Mirror, pattern: string): Promise<void> {
  const step = volume.sizeBytes / COPIES / 512;
  const script = `yes ${pattern} | head -c 4096 > /run/pattern; for i in $(seq 0 ${COPIES - 1}); do dd if=/run/pattern of=${device} bs=512 count=8 seek=$((i * ${step})) oflag=direct conv=notrunc 2>/dev/null; done; blockdev --flushbufs ${device}; sync`;
  await client.run(script, { timeoutSeconds: 300 });
}
const patternIn = (machine: Machine, device: string, pattern: string): Promise<string> =>
  machine.run(`dd if=${device} bs=4096 count=1 iflag=direct 2>/dev/null | grep -c -a ${pattern} || true`).then((text) => text.trim());

const CHUNK = 4 * MiB;
/** Occurrences of the text on all drives of all targets, read from the files that hold the drives. */
async function onDrives({ fabric }: FaultLab, text: string): Promise<number> {
  let found = 0;
  for (const { path, bytes } of fabric.cluster.targets.flatMap(({ spec }) => spec.drives)) {
    const file = await open(path, 'r');
    try {
      const buffer = Buffer.alloc(CHUNK + text.length - 1);
      for (let at = 0; at < bytes; at += CHUNK) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
        const read = buffer.subarray(0, bytesRead);
        for (let place = read.indexOf(text); place >= 0 && place < CHUNK; place = read.indexOf(text, place + 1)) found++;
      }
    } finally {
      await file.close();
    }
  }
  return found;
}

const password = async ({ fabric }: FaultLab): Promise<string> => (await readFile(fabric.server.passwordFile, 'utf8')).trim();
async function exported(now: FaultLab, { volume }: Mirror): Promise<string> {
  const body = { volumeName: volume.name, currentPassword: await password(now) };
  return (await now.fabric.api.call(endpoints.exportVolumeKey, { params: { id: volume.id }, body })).keyHex;
}
/** Volume keys in keyrings, and dm-crypt devices. */
const traces = (machine: Machine): Promise<string> =>
  machine.run("grep 'logon' /proc/keys | grep -o 'weft:[0-9a-f]*'; dmsetup ls --target crypt | grep -v 'No devices found'; true");
const cryptOf = async (now: FaultLab, mirror: Mirror): Promise<string> => {
  const { id, encryptionKeyId } = await now.volume(mirror);
  return dmCryptName(id, encryptionKeyId ?? '');
};

describe.sequential('encryption', () => {
  test('row: a known pattern is on no drive of any target; of a plain volume it is on all legs', { timeout: 1_200_000 }, async () => {
    const { now } = lab;
    const [secret, plain] = [`secret${randomBytes(12).toString('hex')}`, `plain${randomBytes(12).toString('hex')}`];
    const open = await now.mirror({ protection: 'raid1' });
    await writePattern(open, plain);
    const mirror = await now.mirror(ENCRYPTED);
    await writePattern(mirror, secret);
    expect(Number(await patternIn(mirror.client, mirror.device, secret))).toBeGreaterThan(0);
    const [ofSecret, ofPlain] = [await onDrives(now, secret), await onDrives(now, plain)];
    console.log(`on the drives: ${ofSecret} times the encrypted pattern, ${ofPlain} times the plain one`);
    expect(ofSecret).toBe(0);
    // 4,096 bytes hold it so often, on both legs.
    expect(ofPlain).toBeGreaterThanOrEqual(2 * COPIES * Math.floor(4096 / (plain.length + 1) - 1));
    await now.discard(open);
    await now.discard(mirror);
  });

  test('row: no key in a keyring, argument, log or file; it grows; it moves to the other client, and leaves no key behind', {
    timeout: 1_200_000,
  }, async () => {
    const { now } = lab;
    const { fabric } = now;
    const mirror = await now.mirror(ENCRYPTED);
    const { client, device, volume } = mirror;
    await writePattern(mirror, 'travels');
    const keyHex = await exported(now, mirror);
    const crypt = await cryptOf(now, mirror);
    expect(await traces(client)).toMatch(new RegExp(`^${crypt}\\s+\\(\\d+[:, ]+\\d+\\)\\n$`));
    expect(await client.run(`dmsetup table --showkeys ${crypt}`)).toMatch(
      /^0 131072 crypt aes-xts-plain64 :64:logon:weft:[0-9a-f]{32} 0 \d+:\d+ 0 3 allow_discards no_read_workqueue no_write_workqueue\n$/,
    );

    const key = Buffer.from(keyHex, 'hex').toString('base64');
    // On the standard input of the lab's channel, which is no argument.
    const looked = `cat > /run/lab-secrets; (grep -rlF -f /run/lab-secrets /var/lib/weft /etc/weft /var/log /run --exclude=lab-secrets; grep -lF -f /run/lab-secrets /proc/[0-9]*/cmdline /proc/[0-9]*/environ; for c in describe plan; do weft-agent $c | grep -cF -f /run/lab-secrets; done) 2>/dev/null; rm /run/lab-secrets; true`;
    expect(await client.run(looked, { input: `${keyHex}\n${key}\n`, timeoutSeconds: 300 })).toBe('0\n0\n');
    const log = await readFile(fabric.server.log, 'utf8');
    for (const secret of [keyHex, key]) expect(log).not.toContain(secret);

    const { version } = await now.volume(mirror);
    await fabric.api.call(endpoints.updateVolume, { params: { id: volume.id }, ifMatch: version, body: { sizeBytes: 128 * MiB } });
    await until('the larger device', 300, async () =>
      (await client.run(`blockdev --getsize64 ${device}`)).trim() === String(128 * MiB) ? true : undefined,
    );
    expect(await traces(client)).not.toContain('weft:');
    expect(Number(await patternIn(client, device, 'travels'))).toBeGreaterThan(0);

    await detach(fabric, mirror.attachment);
    expect(await traces(client)).toBe('');
    const c2 = fabric.machine('c2');
    const attachment = await attach(fabric, volume, 'c2');
    expect(Number(await patternIn(c2, device, 'travels'))).toBeGreaterThan(0);
    await now.discard({ ...mirror, attachment, client: c2 });
    expect(await traces(c2)).toBe('');
  });

  test('row: a forced move while a process has it open: the client keeps neither device nor key, and the other one reads the data', {
    timeout: 1_200_000,
  }, async () => {
    const { now } = lab;
    const { fabric } = now;
    const mirror = await now.mirror(ENCRYPTED);
    await writePattern(mirror, 'fenced');
    const pid = (await mirror.client.run(`setsid sh -c 'exec 9<>${mirror.device}; exec sleep 1000' > /dev/null 2>&1 & echo $!`)).trim();
    const { version } = await now.attachment(mirror);
    const { job } = await fabric.api.call(endpoints.revokeAttachment, {
      params: { id: mirror.attachment.id },
      ifMatch: version,
      body: { volumeName: mirror.volume.name, clientIsOff: false, targetsOff: [], acceptLoss: false },
    });
    await until('no dm-crypt device and no key', 300, async () => ((await traces(mirror.client)) === '' ? true : undefined));
    const attachment = await until('the volume on the other client', 300, () => attach(fabric, mirror.volume, 'c2').catch(() => undefined));
    expect(Number(await patternIn(fabric.machine('c2'), mirror.device, 'fenced'))).toBeGreaterThan(0);
    await mirror.client.run(`kill -KILL ${pid}`);
    await fabric.api.done(job.id, 300);
    await now.discard({ ...mirror, attachment, client: fabric.machine('c2') });
  });

  test('row: its agent restarts with no server: it runs on; its client reboots with no server: it waits for the key, and starts with it', {
    timeout: 1_200_000,
  }, async () => {
    const { now } = lab;
    const { fabric } = now;
    const mirror = await now.mirror(ENCRYPTED);
    const { client, device } = mirror;
    await writePattern(mirror, 'reboots');
    await fabric.server.kill();
    try {
      await fabric.killAgent(client);
      await fabric.startAgent(client);
      await writePattern(mirror, 'reboots');
      await client.kill();
      await client.start();
      await until('the reason', 300, async () => {
        const { stdout } = await client.exec('weft-agent status; weft-agent plan');
        return stdout.includes('waits for a server to send key') || undefined;
      });
      expect(await client.run(`ls ${device} 2>/dev/null || true`)).toBe('');
    } finally {
      await fabric.server.start();
    }
    await until('the device', 300, async () => ((await client.run(`ls ${device} 2>/dev/null || true`)) === '' ? undefined : true));
    expect(Number(await patternIn(client, device, 'reboots'))).toBeGreaterThan(0);
    await now.health(mirror, 'healthy', 300);
    await now.discard(mirror);
  });

  test('row: the documented commands and an exported key read it without Weft; its deletion removes the wrapped key', {
    timeout: 1_200_000,
  }, async () => {
    const { now } = lab;
    const { fabric } = now;
    const mirror = await now.mirror(ENCRYPTED);
    const { client, device, volume } = mirror;
    await writePattern(mirror, 'recovered');
    const [before] = (await client.run(`sha256sum ${device}`, { timeoutSeconds: 300 })).split(' ');
    const keyHex = await exported(now, mirror);
    await detach(fabric, mirror.attachment);
    expect(await readByHand(fabric, await now.volume(mirror), { keyHex })).toBe(before);
    const mongo = await MongoClient.connect(fabric.mongo.uri);
    try {
      const keys = async () => {
        const names = (await mongo.db().admin().listDatabases()).databases.map(({ name }) => name);
        const all = names.map((name) => mongo.db(name).collection<{ _id: string }>('volumeKeys').countDocuments({ _id: volume.id }));
        return (await Promise.all(all)).reduce((sum, count) => sum + count, 0);
      };
      expect(await keys()).toBe(1);
      await remove(fabric, volume);
      expect(await keys()).toBe(0);
    } finally {
      await mongo.close();
    }
  });

  test('row: with systemd and udev: the service opens it, and links of its file system lead to the volume, not to dm-crypt', {
    timeout: 1_200_000,
  }, async () => {
    const { now } = lab;
    const { fabric } = now;
    const d1 = await fabric.cluster.add({ name: 'd1', role: 'client', root: 'debian', memoryMiB: 1536 });
    const folder = await mkdtemp(join(tmpdir(), 'weft-package-'));
    await d1.writeFile('/root/agent.deb', await readFile(await buildPackage(folder)));
    await rm(folder, { recursive: true });
    await d1.run(['dpkg', '-i', '/root/agent.deb'], { timeoutSeconds: 180 });
    await fabric.enroll(d1);
    await d1.run('systemctl start weft-agent');
    await fabric.online('d1');
    const volume = await createVolume(fabric, {
      ...{ name: 'linked', driveClassId: now.driveClass.id, sizeBytes: 400 * MiB, protection: 'raid1', encryption: 'aes-xts-256' },
    });
    const attachment = await attach(fabric, volume, 'd1');
    expect(await traces(d1)).not.toContain('weft:');
    await d1.run('mkfs.xfs -q -L linked /dev/weft/linked && udevadm settle', { timeoutSeconds: 180 });
    const links =
      'for l in /dev/disk/by-label/linked /dev/disk/by-uuid/$(blkid -o value -s UUID /dev/weft/linked) /dev/weft/linked; do readlink -f $l; done';
    const [top] = (await d1.run('readlink -f /dev/weft/linked')).split('\n');
    expect(await d1.run(`${links} | sort -u`)).toBe(`${top}\n`);
    await d1.run('systemctl restart weft-agent');
    await until('the larger device', 300, async () => {
      const { version: present } = await fabric.api.call(endpoints.getVolume, { params: { id: volume.id } });
      const grow = { params: { id: volume.id }, ifMatch: present, body: { sizeBytes: 440 * MiB } };
      // Until the agent has reported again, the volume does not grow.
      await fabric.api.call(endpoints.updateVolume, grow).catch(() => undefined);
      return (await d1.run('blockdev --getsize64 /dev/weft/linked')).trim() === String(440 * MiB) ? true : undefined;
    });
    await detach(fabric, attachment);
    expect(await traces(d1)).toBe('');
    await remove(fabric, volume);
    await d1.kill();
  });

  test('row: the cost of encryption, in turns with a plain volume', { timeout: 1_200_000 }, async () => {
    const { now } = lab;
    const { fabric } = now;
    const encrypted = await now.mirror(ENCRYPTED);
    const volume = await createVolume(fabric, { name: 'plain', driveClassId: now.driveClass.id, sizeBytes: 64 * MiB, protection: 'raid1' });
    const plain = { ...encrypted, volume, attachment: await attach(fabric, volume, 'c1'), device: '/dev/weft/plain' };
    const iops = async (device: string, rw: string): Promise<number> => {
      const command = `fio --name=cost --filename=${device} --rw=${rw} --bs=4k --iodepth=4 --ioengine=libaio --direct=1 --runtime=10 --time_based --output-format=json`;
      const { jobs } = JSON.parse(await encrypted.client.run(command, { timeoutSeconds: 200 })) as {
        jobs: { read: { iops: number }; write: { iops: number } }[];
      };
      return jobs.reduce((sum, { read, write }) => sum + read.iops + write.iops, 0);
    };
    for (const rw of ['randread', 'randwrite']) {
      const ratios = [];
      for (let turn = 0; turn < 3; turn++) ratios.push((await iops(encrypted.device, rw)) / (await iops(plain.device, rw)));
      const [, median = 0] = ratios.sort((a, b) => a - b);
      console.log(`${rw} 4k at depth 4: encrypted / plain = ${median.toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`);
      expect(median).toBeGreaterThan(0);
    }
    await now.discard(plain);
    await now.discard(encrypted);
  });
});
