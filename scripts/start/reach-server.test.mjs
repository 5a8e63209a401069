import { expect, it } from 'vitest';
import { servesPlainHttp } from './reach-server.mjs';

it('starts with plain HTTP on loopback alone, unless the environment says otherwise', () => {
  expect(servesPlainHttp({})).toBe(true);
  expect(servesPlainHttp({ WEFT_LISTEN_ADDRESS: '::1' })).toBe(true);
  expect(servesPlainHttp({ WEFT_LISTEN_ADDRESS: '0.0.0.0' })).toBe(false);
  expect(servesPlainHttp({ WEFT_LISTEN_ADDRESS: '0.0.0.0', WEFT_INSECURE_HTTP: 'true' })).toBe(true);
  expect(servesPlainHttp({ WEFT_INSECURE_HTTP: 'false' })).toBe(false);
  expect(servesPlainHttp({ WEFT_INSECURE_HTTP: 'true', WEFT_TLS_CERTIFICATE: 'c.pem' })).toBe(false);
});
