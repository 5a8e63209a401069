import { describe, expect, it } from 'vitest';
import type { AttachmentAssignment } from '../messages/assignment.js';
import { arrayIdOf, arraysOf, arrayUuids, bytesPerSet, derivedId, hasArrayPerSet, idOfSet, scrubIdOf } from './mirror-set-arrays.js';

const UUID = '55555555-0000-4000-8000-000000000001';
const legs = [4, 0, 1, 2, 3, 5].map((index) => ({ index, legId: `leg ${index}` }));
const attachment = (array: object | null) =>
  ({
    ...{ attachmentId: '77777777-0000-4000-8000-000000000001', volumeId: 'ffffffff-0000-4000-8000-000000000001' },
    ...{ protection: 'raid10', sizeBytes: 100, stripeSizeBytes: 16, array, legs },
  }) as unknown as AttachmentAssignment;

it('derives ids as UUID version 5 (RFC 9562; the example of the Python documentation)', () => {
  expect(derivedId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'python.org')).toBe('886313e1-3b8a-5372-9b90-0c9aee199e5d');
});

it('never changes the UUID of a set: superblocks have it', () => {
  expect([0, 1].map((set) => idOfSet(UUID, set))).toEqual(SETS);
});
const SETS = ['55885db0-b55c-527b-b279-6cafc97a730f', '6beb5e16-f605-5f34-8ef4-e32452da709e'];

describe('the arrays of a volume', () => {
  it('are one for raid1 and for raid10 with two copies, under its own id', () => {
    for (const array of [
      { level: 'raid1', copies: 3, uuid: UUID },
      { level: 'raid1', uuid: UUID },
      { level: 'raid10', uuid: UUID },
    ] as const) {
      expect(hasArrayPerSet(array)).toBe(false);
      expect(arrayUuids(array, legs)).toEqual([UUID]);
      const whole = attachment({ ...array, previousUuid: null });
      const [one, ...others] = arraysOf(whole);
      expect([one, others]).toEqual([whole, []]);
      expect(one && [arrayIdOf(one), scrubIdOf(one)]).toEqual([whole.volumeId, whole.attachmentId]);
    }
    expect(arraysOf(attachment(null))).toEqual([]);
  });

  it('are one raid1 for each mirror set of a raid10 with three copies', () => {
    const array = {
      level: 'raid10',
      copies: 3,
      uuid: UUID,
      previousUuid: '55555555-0000-4000-8000-000000000002',
      copiedFrom: [UUID],
    } as const;
    const [first, second, ...others] = arraysOf(attachment(array));
    expect(others).toEqual([]);
    expect(arrayUuids(array, legs)).toEqual(SETS);
    expect([first?.array.uuid, second?.array.uuid]).toEqual(SETS);
    expect(second).toMatchObject({
      protection: 'raid1',
      sizeBytes: 64,
      array: { level: 'raid1', previousUuid: idOfSet(array.previousUuid, 1) },
    });
    expect(second?.array.copiedFrom).toEqual([SETS[1]]);
    expect([first, second].map((each) => each?.legs)).toEqual([
      [0, 1, 2].map((index) => ({ index, legId: `leg ${index}` })),
      [4, 3, 5].map((leg) => ({ index: leg - 3, legId: `leg ${leg}` })),
    ]);
    const ids = [first, second].flatMap((each) => (each ? [arrayIdOf(each), scrubIdOf(each)] : []));
    expect(new Set(ids).size).toBe(4);
  });

  it('include a set without legs below one with legs', () => {
    const array = { level: 'raid10', copies: 3, uuid: UUID } as const;
    expect(arrayUuids(array, [{ index: 3 }])).toEqual(SETS);
  });
});

it('gives each array whole stripes', () => {
  expect([bytesPerSet(100, 16, 2), bytesPerSet(64, 16, 2), bytesPerSet(1, 16, 3)]).toEqual([64, 32, 16]);
});
