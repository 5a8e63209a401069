import { expect, it } from 'vitest';
import { localAddressTowards } from './local-address.js';

it('answers the address that a connection to the server comes from', async () => {
  expect(await localAddressTowards('http://127.0.0.1:4000')).toBe('127.0.0.1');
  expect(await localAddressTowards('https://[::1]')).toBe('::1');
  await expect(localAddressTowards('https://nowhere.invalid:4000')).rejects.toThrow('nowhere.invalid');
});
