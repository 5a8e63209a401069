import { expect, it } from 'vitest';
import { localAddressTowards } from './local-address.js';

it('returns the local address of a connection to the server', async () => {
  expect(await localAddressTowards('http://127.0.0.1:4000')).toBe('127.0.0.1');
  expect(await localAddressTowards('https://[::1]')).toBe('::1');
  await expect(localAddressTowards('https://nowhere.invalid:4000')).rejects.toThrow('nowhere.invalid');
});
