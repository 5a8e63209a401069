/** Text that shells, udev, configfs, LVM, mdadm and systemd would read as theirs, on real kernels: it stays text from the API to the host and back. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { until } from '../../../support/api-client.js';
import { writeAndVerify } from '../../fabric/fio.js';
import { attach, createVolume, detach, release, remove, takeAllDrives } from '../../fabric/provision.js';
import { faultLab } from '../fault-lab.js';

const lab = faultLab({ targets: 1, clients: 1 });

/** 20 bytes, as many as a serial has. */
const SERIAL = '$(touch /p);"\'`%s\\{}';
/** 128 characters, as many as a label has: metacharacters, a path, quotes, an escape of udev, a specifier of systemd, characters beyond ASCII. */
const VALUE =
  '$(touch /pwned);`touch /pwned`;"\'\\ | & < > {} [] * ? ~ ! # %s %n %i $attr{x} $env{y} \\x2f ../../etc ünïcödé 卷 🙂 -rf --force '
    .padEnd(128, '@')
    .slice(0, 128);
const DESCRIPTION = VALUE.repeat(2).slice(0, 255);

describe.sequential('hostile text', () => {
  test('row: in the serial of a drive, labels and descriptions: nothing runs, nothing breaks, and it reads back', {
    timeout: 900_000,
  }, async () => {
    const { fabric } = lab.now;
    const { api } = fabric;
    const x1 = await fabric.cluster.add({ name: 't9', role: 'converged', drives: 1, guestSerial: SERIAL });
    await fabric.join(x1);
    const node = await fabric.online('t9');
    await api.call(endpoints.updateNode, {
      params: { id: node.id },
      ifMatch: node.version,
      body: { labels: { rack: VALUE, zone: '../..' } } as never,
    });
    const drives = await takeAllDrives(fabric);
    const hostile = drives.find((drive) => drive.node.name === 't9');
    const plain = drives.find((drive) => drive.node.name === 't1');
    expect(hostile?.serial).toBe(SERIAL.trim());
    const driveIds = [hostile?.id ?? '', plain?.id ?? ''];
    const { id: driveClassId } = await api.call(endpoints.createDriveClass, {
      body: { name: 'hostile', members: { by: 'list', driveIds } },
    });
    const volume = await createVolume(fabric, {
      ...{ name: 'hostile', driveClassId, sizeBytes: 32 * MiB, protection: 'raid1', bitmapChunkBytes: 65_536 },
      ...{ description: DESCRIPTION, labels: { team: VALUE, empty: '', 'a.b-c_d': '%' } },
    });
    expect(volume).toMatchObject({ description: DESCRIPTION, labels: { team: VALUE, empty: '', 'a.b-c_d': '%' } });
    const attachment = await attach(fabric, volume, 'c1');
    expect((await writeAndVerify(fabric.machine('c1'), '/dev/weft/hostile', '4M')).errors).toBe(0);
    // The labels of legs are LVM tags: they name the volume, so that an administrator finds it by hand.
    await until('tags of the leg', 120, async () => ((await x1.run('lvs --noheadings -o lv_tags')).includes('hostile') ? true : undefined));
    const grown = await api.call(endpoints.getVolume, { params: { id: volume.id } });
    await api.call(endpoints.updateVolume, { params: { id: volume.id }, ifMatch: grown.version, body: { sizeBytes: 48 * MiB } });
    await until('a grown volume', 240, async () => {
      const now = await api.call(endpoints.getVolume, { params: { id: volume.id } });
      return now.sizeBytes === 48 * MiB && now.growth === null ? true : undefined;
    });
    for (const machine of fabric.nodes) {
      expect(await machine.run('ls /p /pwned 2>/dev/null; true'), machine.name).toBe('');
      expect(await machine.run('weft-agent status > /dev/null; weft-agent describe > /dev/null 2>&1; echo ok')).toContain('ok');
    }
    await detach(fabric, attachment);
    await remove(fabric, volume);
    await release(fabric, hostile?.id ?? '');
    const blank = await api.call(endpoints.getDrive, { params: { id: hostile?.id ?? '' } });
    expect(blank).toMatchObject({ state: 'available', serial: SERIAL.trim() });
    // Wiped only when this serial is repeated.
    const at = { params: { id: blank.id }, ifMatch: blank.version };
    await expect(api.call(endpoints.wipeDrive, { ...at, body: { serial: SERIAL.replaceAll('$', '') } })).rejects.toThrow(
      "400 invalid-field: The drive's serial is",
    );
    const { job } = await api.call(endpoints.wipeDrive, { ...at, body: { serial: SERIAL.trim() } });
    await api.done(job.id, 240);
    const [record] = (await api.call(endpoints.listWipeRecords, { query: { driveId: blank.id } })).items;
    expect(record).toMatchObject({ state: 'wiped', serial: SERIAL.trim() });
    expect(await x1.run('ls /p /pwned 2>/dev/null; true')).toBe('');
  });

  test.each([
    ['a line break', { description: 'a\nb' }, 'description: must not have control characters'],
    ['a control character', { labels: { team: 'a\u0007b' } }, 'labels.team: must not have control characters'],
    ['129 characters in a label', { labels: { team: 'x'.repeat(129) } }, 'labels.team: Too big'],
    ['a label key of a shell', { labels: { '$(id)': 'x' } }, 'labels.$(id): '],
    ['a name of a shell', { name: 'a;id' }, 'name: must start with a letter'],
    ['a name of a path', { name: '../x' }, 'name: must start with a letter'],
  ])('row: %s is refused before it reaches a node', async (_, more, field) => {
    const { driveClass, fabric } = lab.now;
    const body = { name: 'refused', driveClassId: driveClass.id, sizeBytes: 32 * MiB, protection: 'raid1', ...more } as never;
    await expect(fabric.api.call(endpoints.createVolume, { body })).rejects.toThrow(`400 invalid-field: ${field}`);
  });
});
