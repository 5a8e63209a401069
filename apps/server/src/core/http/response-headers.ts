import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.schema.js';

/**
 * Forbids resources from other origins, framing and inline code. A page may have its own inline styles, allowed by their hash.
 * `connect-src 'self'` also allows the WebSocket of the same address (CSP Level 3, 6.7.2.8).
 */
export const contentSecurityPolicy = (styleHash?: string): string =>
  `default-src 'self'; style-src 'self'${styleHash ? ` '${styleHash}'` : ''}; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const CONTENT_SECURITY_POLICY = contentSecurityPolicy();

/** Headers of every response, including errors. */
export function addResponseHeaders(fastify: FastifyInstance, config: Config): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-request-id': request.id,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // Origins of the same site may be in trustedOrigins.
      'cross-origin-resource-policy': 'same-site',
      ...(request.url.startsWith('/api/') ? { 'cache-control': 'no-store' } : {}),
      ...(config.tlsCertificate ? { 'strict-transport-security': 'max-age=31536000', 'cross-origin-opener-policy': 'same-origin' } : {}),
      ...(config.insecureHttp ? { 'weft-insecure-http': 'true' } : {}),
      ...(config.simulated ? { 'weft-simulated': 'true' } : {}),
    });
    done();
  });
}
