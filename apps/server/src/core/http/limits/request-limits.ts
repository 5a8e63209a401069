import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { CONFIG, type Config } from '../../../config/config.schema.js';
import { tokenHash } from '../../secrets/secrets.js';
import { sessionTokenOf } from '../../secrets/session-cookie.js';
import { addressOf, limitedBy } from './client-address.js';
import { RateLimit, RateLimited } from './rate-limit.js';

const BURST_SECONDS = 5;

/**
 * Limits requests per second for each session that was valid recently; all other requests share the limit of their address. So invented cookies gain
 * nothing, and a flood without a session does not stop users of the same address who have a session.
 */
@Injectable()
export class RequestLimits {
  private readonly sessions: RateLimit;
  private readonly addresses: RateLimit;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const { requestsPerSecond } = config;
    this.sessions = new RateLimit(requestsPerSecond * BURST_SECONDS, requestsPerSecond);
    this.addresses = new RateLimit(requestsPerSecond * BURST_SECONDS, requestsPerSecond);
  }

  /** @throws RateLimited */
  take(address: string, cookieHeader: string | undefined): void {
    const token = sessionTokenOf(this.config, cookieHeader);
    const sessionId = token === undefined ? undefined : tokenHash(token);
    const wait =
      sessionId !== undefined && this.sessions.knows(sessionId) ? this.sessions.take(sessionId) : this.addresses.take(limitedBy(address));
    if (wait > 0) throw new RateLimited('too-many-requests', { retryAfterSeconds: wait });
  }

  /** Records that a session was looked up and is valid. */
  isGood(sessionId: string): void {
    this.sessions.wait(sessionId);
  }
}

/** Probes must not fail because another client floods the server. */
const NEVER_LIMITED = ['/healthz', '/readyz'];

/** Limits requests before any other work on them, including reading the body. */
export function limitRequests(fastify: FastifyInstance, limits: RequestLimits): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    try {
      if (!NEVER_LIMITED.includes(request.url)) limits.take(addressOf(request), request.headers.cookie);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}
