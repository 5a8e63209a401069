import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { Passwords } from '../core/auth/passwords.js';
import { Sessions } from '../core/auth/sessions.js';
import { identityOf, type UserDocument } from '../core/auth/user.document.js';
import { addressOf, limitedBy } from '../core/http/limits/client-address.js';
import type { WeftRequest } from '../core/http/request.js';
import { FactorCodes } from './factors/factor-codes.js';
import { type Attempt, LoginLimits } from './limits/login-limits.js';

/** A login at the provider counts as a password for so long. */
const RECENT_MS = 15 * 60_000;

/** Checks passwords and codes, under one limit of wrong ones. */
@Injectable()
export class Proofs {
  constructor(
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly limits: LoginLimits,
    private readonly codes: FactorCodes,
  ) {}

  /** @param passwordHash undefined: there is no such user. @throws RateLimited */
  isPassword(attempt: Attempt, passwordHash: string | undefined, password: string): Promise<boolean> {
    return this.counted(attempt, () => this.passwords.verify(passwordHash, password, limitedBy(attempt.address)));
  }

  /**
   * The user of this session, if the password is right. The provider has the password of some users: their login must be recent instead.
   * @throws DomainError `session-ended`, `password-wrong`, `recent-login-required`. @throws RateLimited
   */
  async confirm(request: WeftRequest, currentPassword: string): Promise<UserDocument> {
    const session = await this.sessions.findById(requireSession(request));
    if (!session) throw new DomainError('session-ended', {});
    const { user, createdAt } = session;
    if (identityOf(user) === 'oidc') {
      if (Date.now() - createdAt.getTime() > RECENT_MS) throw new DomainError('recent-login-required', {});
      return user;
    }
    if (!(await this.isPassword({ name: user.name, address: addressOf(request) }, user.passwordHash, currentPassword)))
      throw new DomainError('password-wrong', {}, { field: 'currentPassword' });
    return user;
  }

  /** As `confirm`, and with a code of a second factor that the user has. @throws DomainError `factor-code-wrong` */
  async confirmWithCode(request: WeftRequest, { currentPassword, code }: { currentPassword: string; code: string }): Promise<UserDocument> {
    const user = await this.confirm(request, currentPassword);
    await this.requireCode(request, user, () => this.codes.accept(user, code));
    return user;
  }

  /** @throws DomainError `factor-code-wrong`. @throws RateLimited */
  async requireCode(request: WeftRequest, { name }: UserDocument, check: () => Promise<boolean>): Promise<void> {
    if (!(await this.counted({ name, address: addressOf(request) }, check)))
      throw new DomainError('factor-code-wrong', {}, { field: 'code' });
  }

  /** Only a wrong answer counts against the limits. @throws RateLimited */
  async counted(attempt: Attempt, check: () => Promise<boolean>): Promise<boolean> {
    this.limits.take(attempt);
    let wrong = false;
    try {
      wrong = !(await check());
      return !wrong;
    } finally {
      if (!wrong) this.limits.giveBack(attempt);
    }
  }
}

/** Returns the session id, which is set because the guard has checked the role. */
export function requireSession({ weftSessionId }: WeftRequest): string {
  if (weftSessionId === undefined) throw new DomainError('login-required', {});
  return weftSessionId;
}
