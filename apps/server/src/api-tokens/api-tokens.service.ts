import { Inject, Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import { type ApiToken, type ApiTokenCreate, type ApiTokenIssued, MAX_API_TOKENS_PER_USER } from '@weft/shared/kinds/access/api-token';
import { CONFIG, type Config } from '../config/config.schema.js';
import { newApiToken } from '../core/auth/api-tokens.js';
import { RightsService, type RoleRights } from '../core/auth/rights.js';
import { type Caller, isPermitted, type UserCaller } from '../core/http/caller.js';
import { newStored, notFound } from '../core/mongo/objects.js';
import type { Page } from '../core/mongo/page.js';
import { tokenHash } from '../core/secrets/secrets.js';
import { ApiTokensRepository, toApiToken } from './api-tokens.repository.js';

const DAY_MS = 86_400_000;
const MANAGE = 'api-token:manage';

@Injectable()
export class ApiTokensService {
  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly rights: RightsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Tokens of the caller; for an administrator those of all users. */
  async list({ userId, ...query }: Query<typeof endpoints.listApiTokens>, caller: Caller): Promise<Page<ApiToken>> {
    const user = requireUser(caller);
    if (userId !== undefined && userId !== user.id && !isPermitted(user, MANAGE)) throw notAdministrator(user);
    const page = await this.tokens.page(isPermitted(user, MANAGE) ? userId : user.id, query);
    return { ...page, items: page.items.map(toApiToken) };
  }

  /** Only this answer contains the token itself. */
  async create({ name, role, nouns, volumes, expiresInDays }: ApiTokenCreate, caller: Caller): Promise<ApiTokenIssued> {
    const { id: userId, name: userName } = requireUser(caller);
    const mostDays = this.config.apiTokenLongestDays;
    if (expiresInDays > mostDays) throw new DomainError('api-token-days', { mostDays }, { field: 'expiresInDays' });
    const secret = newApiToken();
    const now = new Date();
    const expiresAt = new Date(now.getTime() + expiresInDays * DAY_MS);
    const reach = volumes === null ? { nouns } : { nouns: [], volumes, volumeNouns: nouns };
    const token = { ...newStored(now), tokenHash: tokenHash(secret), name, userId, userName, role, ...reach, expiresAt, lastUsedAt: null };
    const lent = await this.roleRights(role);
    await this.tokens.transaction(async (session) => {
      const user = await this.tokens.claimUser(userId, session);
      if (!user) throw new DomainError('session-ended', {});
      const own = await this.rights.ofRole(user.role);
      if (!lent.permissions.every((each) => own.permissions.includes(each)))
        throw new DomainError('api-token-role', { role, userRole: user.role }, { field: 'role' });
      if ((await this.tokens.countOf(userId, session)) >= MAX_API_TOKENS_PER_USER)
        throw new DomainError('api-tokens-full', { limit: MAX_API_TOKENS_PER_USER });
      await this.tokens.insert(token, session);
    });
    return { ...toApiToken(token), token: secret };
  }

  /** @throws DomainError `role-unknown` */
  private async roleRights(role: string): Promise<RoleRights> {
    const rights = await this.rights.ofRole(role);
    if (rights.permissions.length === 0) throw new DomainError('role-unknown', { role }, { field: 'role' });
    return rights;
  }

  /** The change feed ends the sockets of the token on every server. */
  async revoke(id: string, ifMatch: number | undefined, caller: Caller): Promise<void> {
    const user = requireUser(caller);
    const token = await this.tokens.find(id);
    // To other users, a token that is not theirs does not exist.
    if (!token || (token.userId !== user.id && !isPermitted(user, MANAGE))) throw notFound('apiTokens', id);
    await this.tokens.remove(id, ifMatch);
  }
}

function requireUser(caller: Caller): UserCaller {
  if (caller.kind !== 'user') throw new DomainError('login-required', {});
  return caller;
}

const notAdministrator = ({ name, role }: UserCaller): DomainError =>
  new DomainError('permission-required', { permission: MANAGE, userName: name, userRole: role });
