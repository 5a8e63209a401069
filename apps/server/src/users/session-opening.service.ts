import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Session } from '@weft/shared/kinds/access/session';
import type { FastifyReply } from 'fastify';
import { CONFIG, type Config } from '../config/config.schema.js';
import { RightsService } from '../core/auth/rights.js';
import { type Login, Sessions } from '../core/auth/sessions.js';
import { credentialOf, mustSetUpSecondFactor, type UserDocument } from '../core/auth/user.document.js';
import { addressOf } from '../core/http/limits/client-address.js';
import type { WeftRequest } from '../core/http/request.js';
import type { Sealed } from '../core/mongo/stored.js';
import { newToken, tokenHash } from '../core/secrets/secrets.js';
import { deviceCookie, deviceTokenOf, sessionCookie } from '../core/secrets/session-cookie.js';
import { toUser } from './user.mapper.js';
import { UsersRepository } from './users.repository.js';

/** Starts the session of a user whose login is complete. */
@Injectable()
export class SessionOpening {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: Sessions,
    private readonly rights: RightsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param before the user as the login has checked it */
  async open(before: UserDocument, request: WeftRequest, reply: FastifyReply, idToken?: Sealed): Promise<Session> {
    const { token, expiresAt } = await this.start(before, {
      address: addressOf(request),
      userAgent: request.headers['user-agent'],
      idToken,
    });
    // Only browsers send an origin: programs that log in without keeping cookies would push those of browsers out.
    const isNew = this.knownDevice(before, request) === undefined && request.headers.origin !== undefined;
    const cookies = [sessionCookie(this.config, token), ...(isNew ? [await this.newDevice(before)] : [])];
    reply.header('set-cookie', cookies);
    return this.sessionOf(before, expiresAt);
  }

  /** Hash of the device cookie, if this user has logged in with it before. */
  knownDevice(user: UserDocument | null, { headers: { cookie } }: WeftRequest): string | undefined {
    const device = deviceTokenOf(this.config, cookie);
    return device !== undefined && user?.devices?.includes(tokenHash(device)) ? tokenHash(device) : undefined;
  }

  async sessionOf(user: UserDocument, expiresAt: Date): Promise<Session> {
    const { permissions, volumes } = await this.rights.of(user);
    return {
      user: toUser(user),
      permissions: [...permissions],
      volumes: volumes === null ? 'all' : 'groups',
      mustSetUpSecondFactor: mustSetUpSecondFactor(user, this.config),
      expiresAt: expiresAt.toISOString(),
    };
  }

  /** Cookie of a browser that the user has logged in from, which keeps its own limit of wrong passwords. */
  private async newDevice({ _id }: UserDocument): Promise<string> {
    const token = newToken();
    await this.users.addDevice(_id, tokenHash(token));
    return deviceCookie(this.config, token);
  }

  /** A change of the password or of a factor ends the sessions that exist then. A session that starts after it, by those before it, must end too. */
  private async start(before: UserDocument, login: Login): Promise<{ token: string; expiresAt: Date }> {
    const session = await this.sessions.start(before._id, login);
    const user = await this.users.find(before._id);
    if (user && credentialOf(user) === credentialOf(before)) return session;
    await this.sessions.end(tokenHash(session.token));
    throw new DomainError('login-wrong', {});
  }
}
