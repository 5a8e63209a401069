import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.schema.js';
import type { Caller } from '../http/caller.js';
import { isSameSecret } from '../secrets/secrets.js';
import { sessionTokenOf } from '../secrets/session-cookie.js';
import { Sessions } from './sessions.js';
import { mustChangePassword } from './user.document.js';

export interface Authenticated {
  caller: Caller;
  sessionId?: string;
}

/** Identifies the caller by request headers, for HTTP requests and Socket.IO handshakes alike. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly sessions: Sessions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async identify(headers: IncomingHttpHeaders): Promise<Authenticated> {
    const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (bearer !== undefined && this.config.scrapeToken !== null && isSameSecret(bearer, this.config.scrapeToken))
      return { caller: { kind: 'scraper' } };
    const token = sessionTokenOf(this.config, headers.cookie);
    const session = token === undefined ? null : await this.sessions.find(token);
    if (!session) return { caller: { kind: 'anonymous' } };
    const { _id: id, name, role } = session.user;
    return { caller: { kind: 'user', id, name, role, mustChangePassword: mustChangePassword(session.user) }, sessionId: session.id };
  }
}
