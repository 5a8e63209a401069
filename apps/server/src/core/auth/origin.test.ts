import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../config/load-config.js';
import { foreignOrigin } from './origin.js';

const config = {
  ...loadConfig({ env: { WEFT_INSECURE_HTTP: 'true' } }),
  publicUrl: 'https://weft.example/',
  trustedOrigins: ['https://tools.example'],
};
const host = '10.0.0.1:4000';

describe('foreignOrigin', () => {
  test.each([
    ['a command line', {}],
    ['the same origin', { origin: 'http://10.0.0.1:4000', 'sec-fetch-site': 'same-origin' }],
    ['the public address', { origin: 'https://weft.example' }],
    ['a trusted origin', { origin: 'https://tools.example', 'sec-fetch-site': 'cross-site' }],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }],
  ])('allows %s', (_, headers) => expect(foreignOrigin({ host, ...headers }, config)).toBeNull());

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed page', { origin: 'null' }],
    ['the same host with another scheme', { origin: 'https://10.0.0.1:4000' }],
    ['the same host with another port', { origin: 'http://10.0.0.1:5000', 'sec-fetch-site': 'same-site' }],
    ['a page that hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses %s', (_, headers) => expect(foreignOrigin({ host, ...headers }, config)).not.toBeNull());
});
