import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { loadConfig } from '../../config/load-config.js';
import { ownNames } from './own-names.js';

const own = ['127.0.0.1', '::1', hostname().toLowerCase(), 'localhost'];

it('names the machine, the address that it listens on, and the hosts of its URLs and of the agents’ servers', () => {
  const env = { WEFT_LISTEN_ADDRESS: '192.0.2.1', WEFT_PUBLIC_URL: 'https://weft.example', WEFT_PEER_URL: 'https://[2001:db8::1]:4000' };
  const names = [...own, '192.0.2.1', 'weft.example', '2001:db8::1', 't2'];
  expect(ownNames(loadConfig({ env }), ['https://t2:4000'])).toEqual([...new Set(names)].sort());
});

it('names no link-local address when it listens on all addresses', () => {
  const names = ownNames(loadConfig({ env: { WEFT_LISTEN_ADDRESS: '::' } }), []);
  expect(names).toEqual(expect.arrayContaining(own));
  expect(names.filter((name) => name.startsWith('fe80'))).toEqual([]);
});
