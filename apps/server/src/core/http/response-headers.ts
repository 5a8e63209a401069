import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.schema.js';

/**
 * Nothing is loaded from elsewhere, framed, guessed or written inline (a page may have styles of its own by their hash).
 * `connect-src 'self'` holds the WebSocket of the same address too (CSP Level 3, 6.7.2.8).
 */
export const contentSecurityPolicy = (styleHash?: string): string =>
  `default-src 'self'; style-src 'self'${styleHash ? ` '${styleHash}'` : ''}; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const CONTENT_SECURITY_POLICY = contentSecurityPolicy();

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
