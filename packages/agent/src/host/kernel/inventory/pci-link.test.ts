import { rm } from 'node:fs/promises';
import { linkRatio } from '@weft/shared/load/link-ratio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layOut } from '../recorded-host-fs.js';
import { Tree } from '../run/host-fs.js';
import { parseLinkSpeed, readPciLink } from './pci-link.js';

/* As kernels 5.10 to 6.12 print them. Behind the first root port a drive with half its lanes, behind the second one with an unknown link; a virtual NIC. */
const PORTS = '/sys/devices/pci0000:00';
const link = (path: string, [speed, width, maxSpeed, maxWidth]: string[]) => ({
  [`${path}/current_link_speed`]: `${speed}\n`,
  [`${path}/current_link_width`]: `${width}\n`,
  [`${path}/max_link_speed`]: `${maxSpeed}\n`,
  [`${path}/max_link_width`]: `${maxWidth}\n`,
});
const listed = (address: string, path: string) => ({
  [`/sys/bus/pci/devices/${address}`]: { link: `../../../devices/pci0000:00/${path}` },
});

let root: string;
let tree: Tree;
beforeAll(async () => {
  root = await layOut({
    ...link(`${PORTS}/0000:00:01.0`, ['16.0 GT/s PCIe', '2', '32.0 GT/s PCIe', '16']),
    ...link(`${PORTS}/0000:00:01.0/0000:01:00.0`, ['16.0 GT/s PCIe', '2', '16.0 GT/s PCIe', '4']),
    ...link(`${PORTS}/0000:00:02.0`, ['8 GT/s', '4', '8 GT/s', '4']),
    ...link(`${PORTS}/0000:00:02.0/0000:02:00.0`, ['Unknown', '0', '16 GT/s', '255']),
    ...link(`${PORTS}/0000:00:03.0`, ['5.0 GT/s PCIe', '1', '5.0 GT/s PCIe', '1']),
    [`${PORTS}/0000:00:04.0/vendor`]: '0x1af4\n',
    ...listed('0000:01:00.0', '0000:00:01.0/0000:01:00.0'),
    ...listed('0000:02:00.0', '0000:00:02.0/0000:02:00.0'),
    ...listed('0000:00:03.0', '0000:00:03.0'),
    ...listed('0000:00:04.0', '0000:00:04.0'),
  });
  tree = new Tree(root);
});
afterAll(() => rm(root, { recursive: true }));

const rate = (gigatransfersPerSecond: number | null, lanes: number | null) => ({ gigatransfersPerSecond, lanes });

describe('readPciLink', () => {
  test('reads the link of a device, and what its slot supports', async () => {
    const found = await readPciLink(tree, '0000:01:00.0');
    expect(found).toEqual({ current: rate(16, 2), device: rate(16, 4), slot: rate(32, 16) });
    expect(linkRatio(found)).toBe(0.5);
  });

  test('reports as unknown what the kernel does not know', async () => {
    expect(await readPciLink(tree, '0000:02:00.0')).toEqual({ current: rate(null, null), device: rate(16, null), slot: rate(8, 4) });
  });

  test('knows no slot of a device of the root complex', async () => {
    expect(await readPciLink(tree, '0000:00:03.0')).toEqual({ current: rate(5, 1), device: rate(5, 1), slot: rate(null, null) });
  });

  test('finds no link at a device without one, a missing one, and without an address', async () => {
    for (const address of ['0000:00:04.0', '0000:99:00.0', null]) expect(await readPciLink(tree, address)).toBeUndefined();
  });
});

test('reads the speeds that kernels print', () => {
  expect(['2.5 GT/s PCIe', '8 GT/s', '64.0 GT/s PCIe', 'Unknown', 'Unknown speed', ''].map(parseLinkSpeed)).toEqual([
    2.5,
    8,
    64,
    null,
    null,
    null,
  ]);
});
