import { Inject, Injectable } from '@nestjs/common';
import type { Body, Response } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Session } from '@weft/shared/kinds/access/session';
import type { FastifyReply } from 'fastify';
import { CONFIG, type Config } from '../config/config.schema.js';
import { Passwords } from '../core/auth/passwords.js';
import { RightsService } from '../core/auth/rights.js';
import { type Login, Sessions } from '../core/auth/sessions.js';
import type { UserDocument } from '../core/auth/user.document.js';
import { addressOf, limitedBy } from '../core/http/limits/client-address.js';
import type { WeftRequest } from '../core/http/request.js';
import { newToken, tokenHash } from '../core/secrets/secrets.js';
import { deviceCookie, deviceTokenOf, noSessionCookie, sessionCookie } from '../core/secrets/session-cookie.js';
import { type Attempt, LoginLimits } from './login-limits.js';
import { toUser } from './user.mapper.js';
import { UsersRepository } from './users.repository.js';
import { requireStrong } from './users.service.js';

@Injectable()
export class SessionsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly limits: LoginLimits,
    private readonly rights: RightsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async login(
    { name, password }: Body<typeof endpoints.login>,
    request: WeftRequest,
    reply: FastifyReply,
  ): Promise<Response<typeof endpoints.login>> {
    const user = await this.users.findByName(name);
    const device = deviceTokenOf(this.config, request.headers.cookie);
    const known = device !== undefined && user?.devices?.includes(tokenHash(device)) ? tokenHash(device) : undefined;
    if (!(await this.isRight({ name, passwordHash: user?.passwordHash, address: addressOf(request), device: known }, password)) || !user)
      throw new DomainError('login-wrong', {});
    // Only a caller with the right password learns that the user is disabled.
    if (user.disabled) throw new DomainError('user-disabled', { userName: name });
    const { token, expiresAt } = await this.startSession(user, { address: addressOf(request), userAgent: request.headers['user-agent'] });
    // Only browsers send an origin: programs that log in without keeping cookies would push those of browsers out.
    const isNew = known === undefined && request.headers.origin !== undefined;
    const cookies = [sessionCookie(this.config, token), ...(isNew ? [await this.newDevice(user)] : [])];
    reply.header('set-cookie', cookies);
    return { user: toUser(user), ...(await this.rightsOf(user)), expiresAt: expiresAt.toISOString() };
  }

  /** Cookie of a browser that the user has logged in from, which keeps its own limit of wrong passwords. */
  private async newDevice({ _id }: UserDocument): Promise<string> {
    const token = newToken();
    await this.users.addDevice(_id, tokenHash(token));
    return deviceCookie(this.config, token);
  }

  /** A change of the password ends the sessions that exist then. A session that starts after it, with the password before it, must end too. */
  private async startSession({ _id: userId, passwordHash }: UserDocument, login: Login): Promise<{ token: string; expiresAt: Date }> {
    const session = await this.sessions.start(userId, login);
    const user = await this.users.find(userId);
    if (user && user.passwordHash === passwordHash) return session;
    await this.sessions.end(tokenHash(session.token));
    throw new DomainError('login-wrong', {});
  }

  async logout(request: WeftRequest, reply: FastifyReply): Promise<void> {
    await this.sessions.end(requireSession(request));
    reply.header('set-cookie', noSessionCookie(this.config));
  }

  async current(request: WeftRequest): Promise<Response<typeof endpoints.session>> {
    const session = await this.sessions.findById(requireSession(request));
    if (!session) throw new DomainError('session-ended', {});
    return { user: toUser(session.user), ...(await this.rightsOf(session.user)), expiresAt: session.expiresAt.toISOString() };
  }

  private async rightsOf(user: UserDocument): Promise<Pick<Session, 'permissions' | 'volumes'>> {
    const { permissions, volumes } = await this.rights.of(user);
    return { permissions: [...permissions], volumes: volumes === null ? 'all' : 'groups' };
  }

  async changePassword({ currentPassword, newPassword }: Body<typeof endpoints.changePassword>, request: WeftRequest): Promise<void> {
    const sessionId = requireSession(request);
    const session = await this.sessions.findById(sessionId);
    if (!session) throw new DomainError('session-ended', {});
    const { user } = session;
    if (!(await this.isRight({ ...user, address: addressOf(request) }, currentPassword)))
      throw new DomainError('password-wrong', {}, { field: 'currentPassword' });
    if (newPassword === currentPassword) throw new DomainError('password-unchanged', {}, { field: 'newPassword' });
    await requireStrong(newPassword, user.name, 'newPassword');
    const passwordHash = await this.passwords.hash(newPassword);
    await this.users.update(user._id, undefined, { passwordHash, initial: false, mustChangePassword: false });
    await this.sessions.endAllOf(user._id, sessionId);
  }

  /** Checks that the user of this session knows its password. @throws DomainError `session-ended`, `password-wrong`. @throws RateLimited */
  async confirm(request: WeftRequest, currentPassword: string): Promise<void> {
    const session = await this.sessions.findById(requireSession(request));
    if (!session) throw new DomainError('session-ended', {});
    if (!(await this.isRight({ ...session.user, address: addressOf(request) }, currentPassword)))
      throw new DomainError('password-wrong', {}, { field: 'currentPassword' });
  }

  /** Only a wrong password counts against the limits. @throws RateLimited */
  private async isRight({ name, passwordHash, address, device }: Checked, password: string): Promise<boolean> {
    const attempt = { name, address, device };
    this.limits.take(attempt);
    let wrong = false;
    try {
      wrong = !(await this.passwords.verify(passwordHash, password, limitedBy(address)));
      return !wrong;
    } finally {
      if (!wrong) this.limits.giveBack(attempt);
    }
  }
}

interface Checked extends Attempt {
  /** Undefined: there is no such user. */
  passwordHash: string | undefined;
}

/** Returns the session id, which is set because the guard has checked the role. */
function requireSession({ weftSessionId }: WeftRequest): string {
  if (weftSessionId === undefined) throw new DomainError('login-required', {});
  return weftSessionId;
}
