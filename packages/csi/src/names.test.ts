import { nameSchema } from '@weft/shared/identity';
import { expect, it } from 'vitest';
import { weftName } from './names.js';

it('makes a valid name of Weft of any name, always the same one, and different ones of different names', () => {
  const names = ['pvc-1cf1e2b6-9a0e-4e3c-8a55-2f4a9d6a0b11', 'x'.repeat(128), 'Ünïcode/..', ''];
  const made = names.map(weftName);
  for (const name of made) expect(nameSchema.safeParse(name).success, name).toBe(true);
  expect(new Set(made).size).toBe(names.length);
  expect(weftName('pvc-1')).toBe(weftName('pvc-1'));
});
