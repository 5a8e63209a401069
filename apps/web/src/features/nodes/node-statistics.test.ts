import { expect, test } from 'vitest';
import type { Node } from '../../api/types.js';
import { lineRate } from './node-statistics.js';

const nic = (name: string, up: boolean, speedBitsPerSecond: number | null): Node['nics'][number] => ({
  ...{ name, up, speedBitsPerSecond, macAddress: '02:00:00:00:00:01', mtuBytes: 9000, numaNode: null, pciAddress: null, pciLink: null },
  ...{ rdmaDevice: null, storageNetwork: null, addresses: [], linkSince: null },
});

test('adds the speeds of all NICs with a link, in bytes per second', () => {
  expect(lineRate([nic('a', true, 100e9), nic('b', true, 25e9), nic('c', false, 10e9)])).toEqual([
    { metric: 'nic-receive', value: 125e9 / 8, text: 'line rate of all NICs' },
  ]);
});

test('states no line rate where the speed of a NIC is unknown, or none has a link', () => {
  expect(lineRate([nic('a', true, 100e9), nic('b', true, null)])).toEqual([]);
  expect(lineRate([nic('a', false, 100e9)])).toEqual([]);
});
