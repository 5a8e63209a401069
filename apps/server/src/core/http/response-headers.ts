import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.schema.js';

/** Nothing is loaded from elsewhere, framed or guessed. `style-src` allows attributes: charts and tables set sizes. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Headers of every answer, errors included. */
export function addResponseHeaders(fastify: FastifyInstance, config: Config): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-request-id': request.id,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(request.url.startsWith('/api/') ? { 'cache-control': 'no-store' } : {}),
      ...(config.tlsCertificate ? { 'strict-transport-security': 'max-age=31536000' } : {}),
      ...(config.insecureHttp ? { 'weft-insecure-http': 'true' } : {}),
      ...(config.simulated ? { 'weft-simulated': 'true' } : {}),
    });
    done();
  });
}
