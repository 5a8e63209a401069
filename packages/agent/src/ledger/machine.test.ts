import { expect, it } from 'vitest';
import { differsFrom } from './machine.js';

it('differsFrom compares only ids that both have, the product UUID first', () => {
  const stored = { machineId: 'm1', productUuid: 'p1' };
  expect(differsFrom(stored, stored)).toBeNull();
  expect(differsFrom(stored, { machineId: 'm2', productUuid: 'p2' })).toBe('its product UUID was p1 and is p2');
  expect(differsFrom(stored, { machineId: 'm2', productUuid: null })).toBe('its machine id was m1 and is m2');
  expect(differsFrom({ machineId: null, productUuid: null }, stored)).toBeNull();
  expect(differsFrom(stored, { machineId: null, productUuid: null })).toBeNull();
});
