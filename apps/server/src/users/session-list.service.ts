import { Injectable } from '@nestjs/common';
import type { Body, Query, Response } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { UserSession } from '@weft/shared/kinds/access/user-session';
import type { Reference } from '@weft/shared/kinds/common';
import { type SessionDocument, Sessions, sessionIdOf } from '../core/auth/sessions.js';
import { type Caller, isPermitted } from '../core/http/caller.js';
import type { WeftRequest } from '../core/http/request.js';
import { callerOf } from '../core/http/request.js';
import { UsersRepository } from './users.repository.js';

/** Sessions of users, as users see them. The change feed ends the sockets of an ended session on every server. */
@Injectable()
export class SessionList {
  constructor(
    private readonly sessions: Sessions,
    private readonly users: UsersRepository,
  ) {}

  async list(
    { userId, ...query }: Query<typeof endpoints.listSessions>,
    request: WeftRequest,
  ): Promise<Response<typeof endpoints.listSessions>> {
    const user = await this.userFor(callerOf(request), userId);
    const page = await this.sessions.page(user.id, query);
    // MongoDB removes expired sessions once a minute.
    const current = page.items.filter(({ expiresAt }) => expiresAt.getTime() > Date.now());
    return { ...page, items: current.map((each) => toUserSession(each, user, request.weftSessionId)) };
  }

  /** To other users, a session that is not theirs does not exist. */
  async end(sessionId: string, request: WeftRequest): Promise<Response<typeof endpoints.endSession>> {
    const caller = callerOf(request);
    const session = await this.sessions.findByPublicId(sessionId);
    if (!session || caller.kind !== 'user' || (session.userId !== caller.id && !isPermitted(caller, 'session:manage')))
      throw new DomainError('session-not-found', { id: sessionId });
    await this.sessions.end(session._id);
    return { user: await this.userFor(caller, session.userId), ended: 1 };
  }

  async endAll({ userId }: Body<typeof endpoints.endSessions>, request: WeftRequest): Promise<Response<typeof endpoints.endSessions>> {
    const user = await this.userFor(callerOf(request), userId);
    return { user, ended: await this.sessions.endAllOf(user.id) };
  }

  /** The user whose sessions a caller means. @throws DomainError `forbidden`: only administrators may mean another. */
  private async userFor(caller: Caller, userId: string | undefined): Promise<Reference> {
    if (caller.kind !== 'user') throw new DomainError('login-required', {});
    const { id, name, role } = caller;
    if (userId === undefined || userId === id) return { id, name };
    if (!isPermitted(caller, 'session:manage'))
      throw new DomainError('permission-required', { permission: 'session:manage', userName: name, userRole: role });
    const user = await this.users.find(userId);
    if (!user) throw new DomainError('user-not-found', { id: userId });
    return { id: user._id, name: user.name };
  }
}

const toUserSession = (session: SessionDocument, user: Reference, current: string | undefined): UserSession => ({
  id: sessionIdOf(session._id),
  user,
  address: session.address ?? null,
  userAgent: session.userAgent || null,
  createdAt: session.createdAt.toISOString(),
  lastUsedAt: session.lastUsedAt?.toISOString() ?? null,
  expiresAt: session.expiresAt.toISOString(),
  current: session._id === current,
});
