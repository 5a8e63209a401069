import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/**
 * In characters, which are bytes in nearly all answers. A shorter answer takes up to 2 ms on a link of 1 Gbit/s. To compress and decompress it takes longer on
 * a busy machine (docs/measured.md).
 */
const LEAST_LENGTH = 256 * 1024;
/** The fastest level: most of a long answer are ids, which no level makes much shorter. */
const FASTEST = { level: constants.Z_BEST_SPEED };
const compressed = promisify(gzip);

/** Whether a client accepts gzip: named, and not with a weight of zero (RFC 9110, 12.5.3). */
export const acceptsGzip = (accepted = ''): boolean => /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted);

/**
 * Compresses long JSON of the API, outside of the event loop. Answers with an ETag stay as they are: a strong ETag names one encoding
 * (RFC 9110, 8.8.3), and clients send it back in If-Match.
 */
export function compressAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload: unknown) => {
    if (request.method !== 'GET' || !request.url.startsWith('/api/') || typeof payload !== 'string' || payload.length < LEAST_LENGTH)
      return payload;
    if (reply.hasHeader('etag') || reply.hasHeader('content-encoding')) return payload;
    reply.header('vary', 'accept-encoding');
    if (!acceptsGzip(request.headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return compressed(payload, FASTEST);
  });
}
