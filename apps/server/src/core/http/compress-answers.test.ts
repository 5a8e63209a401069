import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { acceptsGzip, compressAnswers } from './compress-answers.js';

const items = (length: number) => ({ items: Array.from({ length }, (_, at) => ({ id: at, name: `volume-${at}` })) });
const long = items(10_000);
/** Some 200 kB, as a list of 50 volumes of 8 legs. */
const page = items(6000);

const server = () => {
  const app = fastify();
  compressAnswers(app);
  app.get('/api/v1/long', () => long);
  app.get('/api/v1/page', () => page);
  app.get('/api/v1/versioned', (_request, reply) => reply.header('etag', '"7"').send(long));
  return app;
};
const get = (url: string, accepted = 'gzip, deflate') => server().inject({ url, headers: { 'accept-encoding': accepted } });

describe('compressAnswers', () => {
  it('compresses a long answer, with its new length', async () => {
    const { headers, rawPayload } = await get('/api/v1/long');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding', 'content-length': String(rawPayload.length) });
    expect(rawPayload.length).toBeLessThan(JSON.stringify(long).length / 4);
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(long);
  });

  it('sends the same answer plain to a client that does not accept gzip', async () => {
    const { headers, body } = await get('/api/v1/long', 'identity');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['vary']).toBe('accept-encoding');
    expect(JSON.parse(body)).toEqual(long);
  });

  it('leaves pages of a list and answers with an ETag as they are', async () => {
    for (const url of ['/api/v1/page', '/api/v1/versioned']) {
      const { headers, body } = await get(url);
      expect(headers['content-encoding'], url).toBeUndefined();
      expect(JSON.parse(body), url).toBeTypeOf('object');
    }
  });
});

describe('acceptsGzip', () => {
  it('reads the weight of gzip', () => {
    for (const accepted of ['gzip', 'br, GZIP;q=0.5', 'gzip;q=0.01, br;q=0', 'deflate, gzip'])
      expect(acceptsGzip(accepted), accepted).toBe(true);
    for (const refused of [undefined, '', 'br', 'gzip;q=0', 'gzip; q=0.000, br']) expect(acceptsGzip(refused), refused).toBe(false);
  });
});
