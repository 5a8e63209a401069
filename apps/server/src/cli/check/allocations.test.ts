import { describe, expect, test } from 'vitest';
import { type Allocations, allocationFindings } from './allocations.js';

const drive = (id: string, allocatedBytes: number, capacityBytes = 100) =>
  ({
    ...{ _id: id, serial: `serial-${id}`, nodeId: 'n1', nodeName: 'n1' },
    spec: { orderGeneration: 0 },
    status: { capacityBytes, allocatedBytes, inService: true, present: true },
  }) satisfies Allocations['drives'][number];
const volume = (name: string, ...legs: [driveId: string, sizeBytes: number][]) =>
  ({
    _id: name,
    name,
    legs: legs.map(([driveId, sizeBytes], index) => ({
      id: `${name}-${index}`,
      index,
      driveId,
      driveSerial: `serial-${driveId}`,
      nodeId: 'n1',
      nodeName: 'n1',
      spec: { sizeBytes },
    })),
  }) as unknown as Allocations['volumes'][number];
const attachment = (volumeName: string, nodeId: string, serviceId: number) =>
  ({
    ...{ _id: `a-${volumeName}`, volumeId: volumeName, volumeName },
    exports: [{ nodeId, nodeName: nodeId, serviceId }],
  }) as unknown as Allocations['attachments'][number];
const found = (allocations: Partial<Allocations>) =>
  allocationFindings({ drives: [], volumes: [], attachments: [], ...allocations }).map(({ finding }) => finding.message);

describe('records of allocated space and of service ids', () => {
  test('reports nothing when the sums match', () => {
    expect(
      found({
        drives: [drive('a', 30), drive('b', 10)],
        volumes: [volume('v', ['a', 10], ['b', 10]), volume('w', ['a', 20])],
        attachments: [attachment('v', 'n1', 4420), attachment('w', 'n1', 4421), attachment('x', 'n2', 4420)],
      }),
    ).toEqual([]);
  });
  test('reports both sums when the reserved bytes of a drive differ from its legs, with the mend', () => {
    const allocations = { drives: [drive('a', 31)], volumes: [volume('v', ['a', 10])], attachments: [] };
    expect(found(allocations)).toEqual(['Drive serial-a of n1: 31 bytes are recorded as allocated, its legs use 10.']);
    expect(allocationFindings(allocations)[0]?.mend).toMatchObject({ kind: 'allocated', drive: { id: 'a' } });
  });
  test('reports a drive whose legs exceed its capacity', () => {
    expect(found({ drives: [drive('a', 150)], volumes: [volume('v', ['a', 150])] })).toEqual([
      'Drive serial-a of n1: its legs use 150 bytes, its capacity is 100.',
    ]);
  });
  test('reports a leg on an unknown drive', () => {
    expect(found({ volumes: [volume('v', ['gone', 1])] })).toEqual([expect.stringContaining('which is not in the database')]);
  });
  test('reports a service id that is used twice on a node', () => {
    expect(found({ attachments: [attachment('v', 'n1', 4420), attachment('w', 'n1', 4420)] })).toEqual([
      'Service id 4420 of n1 is used by v and by w.',
    ]);
  });
});
