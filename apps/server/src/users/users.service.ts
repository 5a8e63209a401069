import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { User, UserCreate, UserUpdate } from '@weft/shared/kinds/user';
import { ApiTokens } from '../core/auth/api-tokens.js';
import { Passwords } from '../core/auth/passwords.js';
import { RightsService } from '../core/auth/rights.js';
import { Sessions } from '../core/auth/sessions.js';
import { identityOf, type UserDocument } from '../core/auth/user.document.js';
import type { Caller } from '../core/http/caller.js';
import { requireOwn } from '../core/http/own-permissions.js';
import { newStored } from '../core/mongo/objects.js';
import type { Page, PageQuery } from '../core/mongo/page.js';
import { weaknessOf } from './password-strength.js';
import { toUser } from './user.mapper.js';
import { UsersRepository } from './users.repository.js';

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly apiTokens: ApiTokens,
    private readonly rights: RightsService,
  ) {}

  async list(query: PageQuery): Promise<Page<User>> {
    const page = await this.users.page(query);
    return { ...page, items: page.items.map(toUser) };
  }

  async get(id: string): Promise<User> {
    const user = await this.users.find(id);
    if (!user) throw new DomainError('user-not-found', { id });
    return toUser(user);
  }

  /** Creates a user, or returns the existing user of the same name, role and password. */
  async create({ name, role, password, mustChangePassword }: UserCreate, caller: Caller): Promise<User> {
    await this.requireMayGive(role, caller);
    const existing = await this.users.findByName(name);
    if (existing?.role === role && (await this.passwords.verify(existing.passwordHash, password))) return toUser(existing);
    await requireStrong(password, name, 'password');
    const user = { ...newStored(), name, role, passwordHash: await this.passwords.hash(password), initial: false, mustChangePassword };
    await this.users.insert(user);
    return toUser(user);
  }

  /** A new password and disabling end the user's sessions; a new role takes effect with the next request. */
  async update(
    id: string,
    ifMatch: number | undefined,
    { role, password, mustChangePassword, disabled }: UserUpdate,
    caller: Caller,
  ): Promise<User> {
    await this.requireMayManage(id, caller);
    if ([role, password, mustChangePassword].some((each) => each !== undefined)) await this.requireLocalUser(id);
    if (role !== undefined) await this.requireMayGive(role, caller);
    if (password !== undefined) await requireStrong(password, (await this.get(id)).name, 'password');
    const passwordHash = password === undefined ? undefined : await this.passwords.hash(password);
    const set = {
      ...(role === undefined ? {} : { role }),
      ...(passwordHash === undefined ? {} : { passwordHash, initial: false, mustChangePassword: false }),
      ...(mustChangePassword === undefined ? {} : { mustChangePassword }),
      ...(disabled === undefined ? {} : { disabled }),
    };
    const mayBeLast = disabled === true || (role !== undefined && role !== 'administrator');
    const user = await this.users.transaction(async (session) => {
      const before = mayBeLast ? await this.users.claimAdministrators(session) : 0;
      const wasDisabled = (await this.users.find(id, session))?.disabled ?? false;
      const since = disabled === undefined || disabled === wasDisabled ? {} : { disabledSince: disabled ? new Date() : null };
      const updated = await this.users.update(id, ifMatch, { ...set, ...since }, session);
      if (before > 0 && (await this.users.claimAdministrators(session)) === 0) throw lastAdministrator();
      return updated;
    });
    if (passwordHash !== undefined || disabled === true) await this.sessions.endAllOf(id);
    return toUser(user);
  }

  async remove(id: string, ifMatch: number | undefined, caller: Caller): Promise<void> {
    await this.requireMayManage(id, caller);
    await this.users.transaction(async (session) => {
      const before = await this.users.claimAdministrators(session);
      await this.users.remove(id, ifMatch, session);
      if (before > 0 && (await this.users.claimAdministrators(session)) === 0) throw lastAdministrator();
    });
    await this.sessions.endAllOf(id);
    await this.apiTokens.endAllOf(id);
  }

  /** Otherwise a user who manages others could take over one with more permissions. @throws DomainError `permission-not-yours` */
  async requireMayManage(id: string, caller: Caller): Promise<void> {
    requireOwn(caller, (await this.rights.ofRole((await this.get(id)).role)).permissions);
  }

  private async requireLocalUser(id: string): Promise<void> {
    const user = await this.users.find(id);
    if (user) requireLocal(user);
  }

  /** @throws DomainError `role-unknown`, `permission-not-yours` */
  private async requireMayGive(role: string, caller: Caller): Promise<void> {
    const { permissions } = await this.rights.ofRole(role);
    if (permissions.length === 0) throw new DomainError('role-unknown', { role }, { field: 'role' });
    requireOwn(caller, permissions);
  }
}

/** @throws DomainError `user-of-provider` */
export function requireLocal(user: Pick<UserDocument, 'name' | 'oidc'>): void {
  if (identityOf(user) === 'oidc') throw new DomainError('user-of-provider', { userName: user.name });
}

/** @throws DomainError `invalid-field` */
export async function requireStrong(password: string, userName: string, field: string): Promise<void> {
  const weakness = await weaknessOf(password, userName);
  if (weakness !== null) throw new DomainError('password-weak', { weakness }, { field });
}

const lastAdministrator = (): DomainError => new DomainError('last-administrator', {});
