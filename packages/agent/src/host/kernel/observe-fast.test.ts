import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastState } from '../host.js';
import { localNamespaces } from './inventory/inventory-drives.js';
import { canonicalUuid, parseProgress } from './md/observe-md.js';
import { observeFast } from './observe-fast.js';
import { fixture, layOut } from './recorded-host-fs.js';
import { Tree } from './run/host-fs.js';

/* Recorded on kernel 6.12 with everything on one machine: two subsystems over two NICs, their four legs in a raid10, published as "orders". */
let root: string;
let state: FastState;
const noCommand = () => Promise.reject(new Error('the fast state runs no command where the kernel shows the UUID'));
const id = (number: number) => `${String(number).padStart(8, '0')}-1111-4111-8111-111111111111`;

beforeAll(async () => {
  root = await layOut(JSON.parse(await fixture('tree.json')) as Record<string, string>);
  state = await observeFast(new Tree(root), noCommand);
});
afterAll(() => rm(root, { recursive: true }));

describe('target state', () => {
  test('reads subsystems with their allowed host and namespaces', () => {
    expect(
      state.subsystems.map(({ serial, model, allowAnyHost, allowedHosts }) => ({ serial, model, allowAnyHost, allowedHosts })),
    ).toEqual([
      { serial: 'S4500', model: 'Weft leg', allowAnyHost: false, allowedHosts: [`nqn.2014-08.org.nvmexpress:uuid:${id(700)}`] },
      { serial: 'S4501', model: 'Weft leg', allowAnyHost: false, allowedHosts: [`nqn.2014-08.org.nvmexpress:uuid:${id(700)}`] },
    ]);
    expect(state.subsystems[0]?.namespaces[1]).toEqual({
      nsid: 2,
      devicePath: `/dev/weft-${id(3)}/leg-${id(103)}`,
      uuid: id(103),
      nguid: id(103).replaceAll('-', ''),
      enabled: true,
    });
  });

  test('reads ports, including one without a subsystem', () => {
    expect(state.ports.map((port) => [port.portId, port.transport, port.address, port.serviceId, port.subsystemNqns.length])).toEqual([
      [1, 'rdma', '10.0.0.1', 4500, 1],
      [2, 'rdma', '10.0.1.1', 4500, 1],
      [3, 'rdma', '10.0.0.1', 4501, 1],
      [4, 'rdma', '10.0.1.1', 4501, 1],
      [5, 'rdma', '10.9.9.9', 4999, 0],
    ]);
  });
});

describe('client state', () => {
  test('reads one controller per path, omits local drives, and reads "off" as -1', () => {
    expect(state.controllers).toHaveLength(4);
    expect(state.controllers[0]).toEqual({
      name: 'nvme4',
      subsystemNqn: state.subsystems[0]?.nqn,
      transport: 'rdma',
      address: '10.0.0.1',
      serviceId: 4500,
      hostAddress: '10.0.0.1',
      hostNqn: `nqn.2014-08.org.nvmexpress:uuid:${id(700)}`,
      state: 'live',
      fastIoFailSeconds: -1,
    });
    expect(state.controllers[3]?.fastIoFailSeconds).toBe(10);
    expect(state.initiatorSubsystems.map(({ ioPolicy }) => ioPolicy)).toEqual(['round-robin', 'round-robin']);
  });

  test('reads the UUID, namespace id and size of each head', () => {
    const heads = state.heads.map(({ uuid, nsid, sizeBytes }) => [uuid, nsid, sizeBytes]);
    expect(heads).toHaveLength(4);
    expect(heads).toEqual(expect.arrayContaining([101, 102, 103, 104].map((n) => [id(n), n < 103 ? 1 : 2, 64 * 2 ** 20])));
  });

  test('reads the array with its members', () => {
    expect(state.arrays).toHaveLength(1);
    expect(state.arrays[0]).toMatchObject({
      uuid: id(800),
      level: 'raid10',
      degraded: 0,
      raidDisks: 4,
      sizeBytes: 120 * 2 ** 20,
      readOnly: false,
      syncAction: 'idle',
      syncProgressRatio: null,
    });
    expect(
      state.arrays[0]?.members
        .map(({ flags, slot, errors, badBlocks }) => [flags, slot, errors, badBlocks])
        .sort((a, b) => Number(a[1]) - Number(b[1])),
    ).toEqual([0, 1, 2, 3].map((slot) => [['in_sync'], slot, 0, 0]));
  });

  test('reads mappings and published names, but no logical volumes', () => {
    expect(state.mappings).toEqual([
      {
        name: `weft-${id(500)}`,
        uuid: `WEFT-weft-${id(500)}`,
        device: 'dm-4',
        sizeBytes: 100 * 2 ** 20,
        suspended: false,
        under: ['md127'],
        sequence: 23,
      },
    ]);
    expect(state.links).toEqual([{ name: 'orders', target: `/dev/mapper/weft-${id(500)}` }]);
  });
});

test('lists only PCIe drives as local, never a leg of another node', async () => {
  const local = await localNamespaces(new Tree(root));
  expect(local.map(({ serial, nsid }) => [serial, nsid]).sort()).toEqual([
    ['SER1', 1],
    ['SER2', 1],
    ['SER3', 1],
    ['SER4', 1],
  ]);
});

test('reads sync progress as a ratio, and as null when no sync runs', () => {
  expect(parseProgress('1024 / 4096')).toBe(0.25);
  expect(parseProgress('none')).toBeNull();
  expect(parseProgress('delayed')).toBeNull();
});

test('converts an mdadm UUID to the canonical form', () => {
  expect(canonicalUuid('0b5f6c3e:9a514a0c:8a632f5d:0a6f1c11')).toBe('0b5f6c3e-9a51-4a0c-8a63-2f5d0a6f1c11');
  expect(canonicalUuid('none')).toBe('');
});
