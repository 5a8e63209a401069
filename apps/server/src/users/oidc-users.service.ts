import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { Passwords } from '../core/auth/passwords.js';
import { RightsService } from '../core/auth/rights.js';
import { Sessions } from '../core/auth/sessions.js';
import type { UserDocument } from '../core/auth/user.document.js';
import { newStored } from '../core/mongo/objects.js';
import { newToken } from '../core/secrets/secrets.js';
import { UsersRepository } from './users.repository.js';

/** Who the provider says has logged in. */
export interface OidcSubject {
  issuer: string;
  subject: string;
  name: string;
  /** Null: no group has a role. */
  role: string | null;
}

/** Users of the OpenID Connect provider: found by issuer and subject alone, never by name. */
@Injectable()
export class OidcUsers {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly rights: RightsService,
  ) {}

  /** The user with the role of this login; made at the first one. @throws DomainError `oidc-…`, `user-disabled` */
  async loggedIn({ issuer, subject, name, role }: OidcSubject): Promise<UserDocument> {
    const known = await this.users.findBySubject(issuer, subject);
    if (known?.disabled) throw new DomainError('user-disabled', { userName: known.name });
    if (role === null) {
      // The user has lost the role: sessions of an earlier login must not keep it.
      if (known) await this.sessions.endAllOf(known._id);
      throw new DomainError('oidc-no-role', { userName: known?.name ?? name });
    }
    if ((await this.rights.ofRole(role)).permissions.length === 0) throw new DomainError('oidc-role-unknown', { role });
    if (known) return known.role === role ? known : this.users.update(known._id, undefined, { role });
    return this.create({ issuer, subject, name, role });
  }

  private async create({ issuer, subject, name, role }: OidcSubject & { role: string }): Promise<UserDocument> {
    // Nobody knows this password: servers of earlier versions look at nothing else.
    const passwordHash = await this.passwords.hash(newToken());
    const user: UserDocument = { ...newStored(), name, role, passwordHash, initial: false, oidc: { issuer, subject } };
    try {
      await this.users.insert(user);
      return user;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'name-taken') throw error;
      // Two first logins at once: the other one made the user.
      const made = await this.users.findBySubject(issuer, subject);
      if (made) return made;
      throw new DomainError('oidc-name-taken', { userName: name }, { cause: error });
    }
  }
}
