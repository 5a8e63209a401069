import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { CONFIG, type Config } from '../../../config/config.schema.js';
import { bearerOf } from '../../secrets/bearer.js';
import { tokenHash } from '../../secrets/secrets.js';
import { sessionTokenOf } from '../../secrets/session-cookie.js';
import { addressOf, limitedBy } from './client-address.js';
import { RateLimit, RateLimited } from './rate-limit.js';

const BURST_SECONDS = 5;

/**
 * Limits requests per second for each session and each API token that was valid recently; all other requests share the limit of their address. So invented cookies gain
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
  take(address: string, headers: Pick<IncomingHttpHeaders, 'cookie' | 'authorization'>): void {
    const secret = bearerOf(headers) ?? sessionTokenOf(this.config, headers.cookie);
    const id = secret === undefined ? undefined : tokenHash(secret);
    const wait = id !== undefined && this.sessions.knows(id) ? this.sessions.take(id) : this.addresses.take(limitedBy(address));
    if (wait > 0) throw new RateLimited('too-many-requests', { retryAfterSeconds: wait });
  }

  /** Records that a session or API token was looked up and is valid. @param id its hash */
  isGood(id: string): void {
    this.sessions.wait(id);
  }
}

/** Probes must not fail because another client floods the server. */
const NEVER_LIMITED = ['/healthz', '/readyz'];

/** Limits requests before any other work on them, including reading the body. */
export function limitRequests(fastify: FastifyInstance, limits: RequestLimits): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    try {
      if (!NEVER_LIMITED.includes(request.url)) limits.take(addressOf(request), request.headers);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}
