import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOf } from '../dialect/answer.js';
import { parseQuery, select } from '../dialect/query.js';
import { Refusal } from '../dialect/reasons.js';
import { clientRequest, requestedMode } from './attach-request.js';
import { driveClassRequest } from './drive-class-request.js';
import { named, nameIn, objectsOf } from './named.js';
import { volumeChange, volumeRequest } from './volume-request.js';

/** Fields and operators that mean something are more likely than random ones. */
const key = fc.oneof(
  fc.constantFrom(
    '_id',
    'name',
    'capacity',
    'RAIDLevel',
    'diskClasses',
    'disks',
    'diskID',
    'reservation',
    'mode',
    'Ids',
    'client',
    'volumes',
    'uuid',
  ),
  fc.constantFrom('$or', '$and', '$in', '$regex', '$options', '$exists', '$gt', '$where', '__proto__', 'constructor', 'a.b', 'a.$b', ''),
  fc.string({ maxLength: 8 }),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, '', 'MAX', '1g', 'Mirrored RAID-1', 'Erasure Coding', 'EXCLUSIVE_READ_WRITE', '^a.*$', '(a+)+$'),
    fc.double(),
    fc.string({ maxLength: 300 }),
    fc.array(tie('json'), { maxLength: 6 }),
    fc.dictionary(key, tie('json'), { maxKeys: 6 }),
  ),
}));

/** Returns, or refuses with a sentence and a code: nothing else may come out of a request. */
function returnsOrRefuses(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).message.length).toBeGreaterThan(5);
    expect((error as Refusal).message.length).toBeLessThan(1000);
  }
}

const documents = [{ _id: 'a', capacity: 1, reservation: { mode: 3 }, disks: [{ diskID: 'x' }] }, { _id: 'b' }];

describe('any input', () => {
  it('is refused by the queries with a reason, or selects documents', () => {
    fc.assert(
      fc.property(json, json, json, (filter, sort, projection) => {
        const query = { filter: JSON.stringify(filter), sort: JSON.stringify(sort), projection: JSON.stringify(projection) };
        returnsOrRefuses(() => expect(select(documents, parseQuery({}, query)).total).toBeLessThanOrEqual(documents.length));
        for (const [name, text] of Object.entries(query)) returnsOrRefuses(() => select(documents, parseQuery({}, { [name]: text })));
      }),
      { numRuns: 500 },
    );
  });

  it('is refused by the changes with a reason, or is a request', () => {
    const readers: ((input: unknown) => unknown)[] = [
      ...[objectsOf, named, volumeRequest, clientRequest, requestedMode, driveClassRequest],
      (input) => volumeChange(input, { capacity: 4096, RAIDLevel: 'Concatenated' }),
    ];
    fc.assert(
      fc.property(json, (input) => {
        for (const read of readers) returnsOrRefuses(() => read(input));
        expect(nameIn(input)?.length ?? 0).toBeLessThanOrEqual(256);
        expect(textOf(input)).not.toContain('/login');
      }),
      { numRuns: 500 },
    );
  });
});
