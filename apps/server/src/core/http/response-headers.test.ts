import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { loadConfig } from '../../config/load-config.js';
import { addResponseHeaders } from './response-headers.js';

const headersWith = async (env: NodeJS.ProcessEnv) => {
  const app = fastify();
  addResponseHeaders(app, loadConfig({ env }));
  const { headers } = await app.inject('/');
  return {
    insecure: headers['weft-insecure-http'],
    hsts: headers['strict-transport-security'],
    coop: headers['cross-origin-opener-policy'],
  };
};

it('reports plain HTTP that other machines can reach', async () => {
  const insecure = { WEFT_INSECURE_HTTP: 'true' };
  expect(await headersWith({ ...insecure, WEFT_LISTEN_ADDRESS: '192.0.2.1' })).toEqual({ insecure: 'true' });
  expect(await headersWith(insecure)).toEqual({});
});

it('asks browsers for HTTPS alone only with a certificate of the operator', async () => {
  expect(await headersWith({})).toEqual({ coop: 'same-origin' });
  const given = { WEFT_TLS_CERTIFICATE: 'c.pem', WEFT_TLS_KEY: 'k.pem' };
  expect(await headersWith(given)).toEqual({ coop: 'same-origin', hsts: 'max-age=31536000' });
});
