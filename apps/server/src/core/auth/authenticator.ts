import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.schema.js';
import type { Caller } from '../http/caller.js';
import { bearerOf } from '../secrets/bearer.js';
import { isSameSecret } from '../secrets/secrets.js';
import { sessionTokenOf } from '../secrets/session-cookie.js';
import { nounsOf } from './api-token.document.js';
import { ApiTokens } from './api-tokens.js';
import { RightsService } from './rights.js';
import { Sessions } from './sessions.js';
import { mustChangePassword, mustSetUpSecondFactor } from './user.document.js';

export interface Authenticated {
  caller: Caller;
  sessionId?: string;
  /** Hash of the valid session or API token, under which requests are limited. */
  limitedAs?: string;
}

/** Identifies the caller by request headers, for HTTP requests and Socket.IO handshakes alike. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly sessions: Sessions,
    private readonly apiTokens: ApiTokens,
    private readonly rights: RightsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async identify(headers: IncomingHttpHeaders): Promise<Authenticated> {
    const bearer = bearerOf(headers);
    // A request with a bearer token is never that of a session: a script must not go on with more rights than its token has.
    if (bearer !== undefined) return this.identifyBearer(bearer);
    const token = sessionTokenOf(this.config, headers.cookie);
    const session = token === undefined ? null : await this.sessions.find(token);
    if (!session) return { caller: { kind: 'anonymous' } };
    const { _id: id, name, role } = session.user;
    return {
      caller: {
        kind: 'user',
        id,
        name,
        role,
        ...(await this.rights.of(session.user)),
        mustChangePassword: mustChangePassword(session.user),
        mustSetUpSecondFactor: mustSetUpSecondFactor(session.user, this.config),
      },
      sessionId: session.id,
      limitedAs: session.id,
    };
  }

  private async identifyBearer(bearer: string): Promise<Authenticated> {
    const { scrapeToken } = this.config;
    if (scrapeToken !== null && isSameSecret(bearer, scrapeToken)) return { caller: { kind: 'scraper' } };
    const found = await this.apiTokens.find(bearer);
    if (!found) return { caller: { kind: 'anonymous', badToken: true } };
    const { user, token } = found;
    const { _id: id, name, expiresAt, tokenHash: limitedAs } = token;
    // Nobody logged in: neither a password to change nor a second factor counts.
    const caller = {
      kind: 'user',
      id: user._id,
      name: user.name,
      role: token.role,
      ...(await this.rights.of(user, token)),
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
    } as const;
    return { caller: { ...caller, token: { id, name, nouns: nounsOf(token), expiresAt } }, limitedAs };
  }
}
