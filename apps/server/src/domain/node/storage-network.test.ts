import { NO_ORPHANS } from '@weft/shared/kinds/node';
import type { Nic } from '@weft/shared/messages/inventory';
import { expect, test } from 'vitest';
import { NO_DRIVES, toNode } from '../../nodes/node.mapper.js';
import { toTopologyNode } from '../../views/topology/topology.mapper.js';
import { storageNetworkOf, storagePortals } from './storage-network.js';

const networks = [
  { name: 'left', cidrs: ['10.10.1.0/24', 'fd00:1::/64'] },
  { name: 'right', cidrs: ['10.10.2.0/24'] },
];
const nic = (more: Partial<Nic>): Nic => ({
  name: 'eth1',
  macAddress: '',
  speedBitsPerSecond: null,
  mtuBytes: 1500,
  up: true,
  rdmaDevice: null,
  numaNode: null,
  addresses: [],
  pciAddress: null,
  ...more,
});

test.each([
  [['192.168.0.5/24', '10.10.2.7/24'], { name: 'right', address: '10.10.2.7' }],
  [['10.10.2.7/24', '10.10.1.7/24'], { name: 'left', address: '10.10.1.7' }],
  [['fe80::1%eth0/64', 'fd00:1::9/64'], { name: 'left', address: 'fd00:1::9' }],
  [['10.10.3.1/24'], null],
  [[], null],
])('storageNetworkOf maps addresses %j to the first network that contains one: %j', (addresses, expected) => {
  expect(storageNetworkOf(addresses, networks)).toEqual(expected);
});

test('storagePortals lists only NICs that are up and in a storage network, with or without RDMA', () => {
  const nics = [
    nic({ addresses: ['10.10.1.1/24'], rdmaDevice: 'rxe0' }),
    nic({ addresses: ['10.10.2.1/24'] }),
    nic({ addresses: ['10.10.2.2/24'], up: false }),
    nic({ addresses: ['172.16.0.1/12'] }),
  ];
  const inventory = { nics } as never;
  expect(storagePortals({ status: { inventory } }, { storageNetworks: networks })).toEqual([
    { storageNetwork: 'left', address: '10.10.1.1', rdma: true },
    { storageNetwork: 'right', address: '10.10.2.1', rdma: false },
  ]);
  expect(storagePortals({ status: { inventory: null } }, { storageNetworks: networks })).toEqual([]);
});

test('shows a NIC without carrier as down, and still lists it as a portal', () => {
  const node = {
    createdAt: new Date(),
    updatedAt: new Date(),
    spec: { labels: {} },
    status: {
      ...{ orphans: [], conditions: [], connection: { state: 'online', since: null } },
      inventory: { nics: [nic({ addresses: ['10.10.1.7/24'], carrier: false })] },
    },
  } as never;
  const settings = { storageNetworks: networks };
  const use = { isTarget: false, isClient: false, generation: 0, capacity: NO_DRIVES, orphans: NO_ORPHANS };
  expect(toNode(node, use, settings, new Date()).nics).toMatchObject([{ up: false }]);
  expect(toTopologyNode(node, settings, false, new Date()).nics).toMatchObject([{ up: false }]);
  expect(storagePortals(node, settings)).toHaveLength(1);
});
