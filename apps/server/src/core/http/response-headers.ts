import type { FastifyInstance } from 'fastify';
import { certificateOf, isExposed, type Listening, servesTls } from '../../config/serves-tls.js';

/**
 * Forbids resources from other origins, framing and inline code. A page may have its own inline styles, allowed by their hash.
 * `connect-src 'self'` also allows the WebSocket of the same address (CSP Level 3, 6.7.2.8).
 */
export const contentSecurityPolicy = (styleHash?: string): string =>
  `default-src 'self'; style-src 'self'${styleHash ? ` '${styleHash}'` : ''}; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const CONTENT_SECURITY_POLICY = contentSecurityPolicy();

/** Headers of every response, including errors. */
export function addResponseHeaders(fastify: FastifyInstance, config: Listening & { simulated: boolean }): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-request-id': request.id,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // Origins of the same site may be in trustedOrigins.
      'cross-origin-resource-policy': 'same-site',
      ...(request.url.startsWith('/api/') ? { 'cache-control': 'no-store' } : {}),
      ...(servesTls(config) ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
      // Not with a certificate of its own: a browser then refuses plain HTTP of every port of this machine (RFC 6797, 8.2), such as Grafana's.
      ...(certificateOf(config) === 'given' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
      ...(isExposed(config) ? { 'weft-insecure-http': 'true' } : {}),
      ...(config.simulated ? { 'weft-simulated': 'true' } : {}),
    });
    done();
  });
}
