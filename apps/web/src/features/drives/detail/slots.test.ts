import { describe, expect, it } from 'vitest';
import type { Node } from '../../../api/types.js';
import { numaGroups } from './slots.js';

const drive = (serial: string, numaNode: number | null, pciAddress: string | null) => ({
  id: serial,
  serial,
  nsid: 1,
  numaNode,
  pciAddress,
});
const nic = (name: string, numaNode: number | null) => ({ name, numaNode }) as Node['nics'][number];

describe('the drives of a node by place', () => {
  it('orders them by NUMA node and PCI address, with the NICs beside them', () => {
    const groups = numaGroups(
      [drive('C', 1, '0000:c1:00.0'), drive('B', 0, '0000:0a:00.0'), drive('A', 0, '0000:81:00.0')],
      [nic('eth1', 1), nic('eth0', 0)],
    );
    expect(
      groups.map(({ numaNode, drives, nics }) => [numaNode, drives.map(({ serial }) => serial), nics.map(({ name }) => name)]),
    ).toEqual([
      [0, ['B', 'A'], ['eth0']],
      [1, ['C'], ['eth1']],
    ]);
  });

  it('puts what has no known place last, by serial', () => {
    const groups = numaGroups([drive('Z', null, null), drive('Y', null, null), drive('X', 0, null), drive('W', 0, '0000:81:00.0')], []);
    expect(groups.map(({ numaNode, drives }) => [numaNode, drives.map(({ serial }) => serial)])).toEqual([
      [0, ['W', 'X']],
      [null, ['Y', 'Z']],
    ]);
  });
});
