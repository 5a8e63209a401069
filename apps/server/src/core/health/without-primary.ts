import { DomainError } from '@weft/shared/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import { isStateChanging } from '../auth/origin.js';
import type { PrimaryAbsence, PrimaryWatch } from '../mongo/primary-watch.js';
import { acceptingStaleReads } from '../mongo/stale-reads.js';

export const withoutPrimary = ({ forSeconds, reachable, members }: PrimaryAbsence): DomainError =>
  new DomainError('database-without-primary', { forSeconds, reachable, members });

/**
 * While the database has no primary, the API answers reads with what a secondary has, and states the greatest age of it in seconds (`Age`, RFC 9111, 5.1).
 * It refuses changes at once: each would wait for a primary, and fail. Everything else of the server (reconcilers, agents, sockets) never reads old data.
 */
export function answerWithoutPrimary(fastify: FastifyInstance, primary: PrimaryWatch): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { absence } = primary;
    if (absence === null || !request.url.startsWith('/api/')) return done();
    if (isStateChanging(request.method) || absence.ageSeconds === null) return done(withoutPrimary(absence));
    reply.header('age', absence.ageSeconds);
    acceptingStaleReads(done);
  });
}
