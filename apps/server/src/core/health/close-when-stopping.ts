import type { FastifyInstance } from 'fastify';
import type { Shutdown } from './shutdown.js';

/** From the beginning of a stop, each answer also ends its connection (RFC 9112, 9.6), so that the client's next request opens one to another server. */
export function closeWhenStopping(fastify: FastifyInstance, shutdown: Shutdown): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (shutdown.hasBegun) reply.header('connection', 'close');
    done();
  });
}
