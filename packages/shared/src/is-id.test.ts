import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idSchema } from './identity.js';
import { isId } from './is-id.js';

test('agrees with the schema for any text on whether it is an id', () => {
  const text = fc.oneof(
    fc.uuid(),
    fc
      .tuple(fc.uuid(), fc.nat(35), fc.string({ minLength: 0, maxLength: 2 }))
      .map(([id, at, other]) => id.slice(0, at) + other + id.slice(at + 1)),
  );
  fc.assert(fc.property(text, (each) => isId(each) === idSchema.safeParse(each).success));
  expect(isId('6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0001')).toBe(true);
});
