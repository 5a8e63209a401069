import { describe, expect, test } from 'vitest';
import { addressOf, countCmIds, countTcp } from './facts/facts-target.js';
import { parseCpu, parseDistribution, parseMemory } from './inventory/inventory.js';
import { parseIpLinks } from './inventory/inventory-nics.js';
import { pciAddressOf } from './inventory/pci-address.js';
import { parseSmart } from './inventory/smart.js';
import { parseSignatures } from './lookup/drive-contents.js';
import { parseMount } from './lookup/holders.js';
import { parseLogicalVolumes, parseVolumeGroups } from './lvm/lvm-report.js';
import { examineTogether, parseExamine } from './md/md-superblock.js';
import { same } from './perform/perform.js';
import { fixture } from './recorded-host-fs.js';

/* Outputs recorded with Debian 12's tools on kernel 6.12 (fixtures/). */
const MiB = 2 ** 20;
const id = (number: number) => `${String(number).padStart(8, '0')}-1111-4111-8111-111111111111`;

describe('LVM', () => {
  test('parses logical volumes with tags and state', async () => {
    const volumes = parseLogicalVolumes(await fixture('lvs.json'));
    expect(volumes).toHaveLength(4);
    expect(volumes[0]).toEqual({
      vg: `weft-${id(1)}`,
      lv: `leg-${id(101)}`,
      sizeBytes: 64 * MiB,
      tags: [`weft.volume=${id(500)}`, 'weft.wiped'],
      active: true,
      dmUuid: 'LVM-Vg1xAAwq3T1cDe9fGhJkLmNpQrStUv01Lv1xBBaq3T2cDe8fGhJkLmNpQrStUv01',
      devicePath: `/dev/weft-${id(1)}/leg-${id(101)}`,
    });
  });

  test('names the field that an LVM report lacks', () => {
    const report = JSON.stringify({ report: [{ lv: [{ vg_name: 'g', lv_name: 'l', lv_size: '4194304' }] }] });
    expect(() => parseLogicalVolumes(report)).toThrow(/^LVM's report "lv" is not as expected: .+ at report\.0\.lv\.0\.lv_tags$/);
  });

  test('parses volume groups with their largest free extent run', async () => {
    const [group] = parseVolumeGroups(await fixture('vgs.json'), await fixture('pv-segments.json'));
    expect(group).toEqual({
      vg: `weft-${id(1)}`,
      pvDevice: '/dev/nvme0n1',
      sizeBytes: 500 * MiB,
      freeBytes: 436 * MiB,
      largestFreeBytes: 436 * MiB,
      extentBytes: 4 * MiB,
    });
  });

  test('reports no device for a volume group whose drive is missing', async () => {
    const segments = (await fixture('pv-segments.json')).replaceAll('/dev/nvme0n1', '[unknown]');
    expect(parseVolumeGroups(await fixture('vgs.json'), segments)[0]?.pvDevice).toBeNull();
  });
});

describe('md', () => {
  test('reads the superblocks of several devices by one command, and fails unless it tells about each', async () => {
    const text = await fixture('examine.txt');
    const [one, two, none] = ['/dev/nvme6n2', '/dev/nvme6n20', '/dev/nvme6n1'];
    const answer = (stderr: string) => async () => ({
      stdout: text + text.replace(`${one}:`, `${two}:`).replace('AAAA', 'AA.A'),
      stderr,
      exitCode: 1,
    });
    const blank = `mdadm: No md superblock detected on ${none}.\n`;
    const found = await examineTogether(answer(blank), [one, none, two]);
    expect([...found].map(([device, superblock]) => [device, superblock?.arrayState ?? null])).toEqual([
      [one, 'AAAA'],
      [none, null],
      [two, 'AA.A'],
    ]);
    const failing = `mdadm: cannot open ${none}: Input/output error\n`;
    await expect(examineTogether(answer(failing), [one, none])).rejects.toThrow('Input/output error');
    await expect(examineTogether(answer(blank), [one, '/dev/nvme6n'])).rejects.toThrow('/dev/nvme6n cannot be examined');
  });

  test('parses a superblock', async () => {
    expect(parseExamine(await fixture('examine.txt'))).toEqual({
      uuid: id(800),
      name: 'any:weft-00000500111141118111',
      level: 'raid10',
      events: 0,
      deviceRole: 'Active device 1',
      arrayState: 'AAAA',
      badBlocks: false,
    });
  });

  test('finds no superblock in a partition table', () => {
    expect(parseExamine('/dev/sda:\n   MBR Magic : aa55\nPartition[0] :   4294967295 sectors at            1 (type ee)\n')).toBeNull();
  });
});

describe('drives', () => {
  test('names signatures, and lists none for a blank drive', async () => {
    expect(parseSignatures(await fixture('wipefs-lvm.json'))).toEqual(['LVM physical volume']);
    expect(parseSignatures('')).toEqual([]);
    expect(parseSignatures('{"signatures":[{"type":"gpt"},{"type":"PMBR"},{"type":"ext4","label":"home"}]}')).toEqual([
      'GPT partition table',
      'ext4 filesystem "home"',
    ]);
  });

  test('converts SMART temperatures from Kelvin to Celsius', async () => {
    expect(parseSmart(await fixture('smart-log.json'))).toEqual({
      temperatureCelsius: 50,
      percentageUsed: 0,
      availableSparePercent: 0,
      mediaErrors: 0,
      criticalWarning: 0,
      powerOnHours: 0,
      unsafeShutdowns: 0,
    });
    expect(parseSmart('{"critical_warning":{"value":1},"temperature":300}')).toMatchObject({
      criticalWarning: 1,
      temperatureCelsius: 27,
      mediaErrors: null,
    });
  });
});

describe('connections', () => {
  test('counts accepted RDMA connections by service id, without listeners and initiators', async () => {
    const json = await fixture('rdma-cm-id.json');
    // Two controllers, each with an admin queue and two I/O queues.
    expect([countCmIds(json, 4500), countCmIds(json, 4501), countCmIds(json, 4502)]).toEqual([6, 6, 0]);
    expect(countCmIds('', 4500)).toBe(0);
  });

  test('counts open TCP connections on the service id, not listeners or TIME_WAIT', () => {
    const row = (local: string, state: string) =>
      `   0: ${local} 0100007F:C350 ${state} 00000000:00000000 00:00000000 00000000     0        0 1`;
    const table = [
      '  sl  local_address rem_address   st',
      row('0100000A:1194', '0A'),
      row('0100000A:1194', '01'),
      row('0100000A:1195', '01'),
      row('0100000A:1194', '06'),
    ].join('\n');
    expect(countTcp(table, 4500)).toBe(1);
  });
});

describe('the node', () => {
  test('parses processors, memory and distribution', async () => {
    expect(parseCpu(await fixture('cpuinfo.txt'))).toEqual({ model: 'QEMU TCG CPU version 2.5+', sockets: 1, cores: 2, threads: 2 });
    expect(parseMemory('MemTotal:        2014288 kB\nMemFree: 1 kB\n')).toBe(2014288 * 1024);
    expect(parseDistribution('NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')).toBe('Debian GNU/Linux 13 (trixie)');
  });

  test('lists addresses without link-local ones', async () => {
    const links = parseIpLinks(await fixture('ip-address.json'));
    expect(links.find(({ name }) => name === 'eth1')).toMatchObject({
      linkType: 'ether',
      mtuBytes: 1500,
      addresses: ['10.0.1.1/24', 'fec0::5054:ff:fe12:3457/64'],
    });
  });

  test('finds the PCI function of a device, and none for a virtual one', () => {
    expect(pciAddressOf('/sys/devices/pci0000:00/0000:00:03.0/virtio0')).toBe('0000:00:03.0');
    expect(pciAddressOf('/sys/devices/virtual/net/bond0')).toBeNull();
  });

  test('parses a mount with device number, source and blanks in its path', () => {
    expect(parseMount('36 35 253:4 / /mnt/my\\040data rw,noatime shared:1 - xfs /dev/mapper/weft-a rw')).toEqual({
      number: '253:4',
      path: '/mnt/my data',
      source: '/dev/mapper/weft-a',
    });
  });
});

test('treats equivalent spellings of an attribute as equal', () => {
  expect(same('off', '-1')).toBe(true);
  expect(same(id(1), id(1).replaceAll('-', ''))).toBe(true);
  expect(same('numa', 'round-robin')).toBe(false);
  expect(same('12', '1-2')).toBe(false);
});

test('parses addresses of /proc/net/tcp and tcp6', () => {
  expect(addressOf('0100007F')).toBe('127.0.0.1');
  expect(addressOf('0000000000000000FFFF00000900000A')).toBe('10.0.0.9');
  expect(addressOf('B80D01200000000067452301EFCDAB89')).toBe('2001:db8::123:4567:89ab:cdef');
});
