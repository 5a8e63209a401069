import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Session } from '@weft/shared/kinds/access/session';
import type { FastifyReply } from 'fastify';
import * as oidc from 'openid-client';
import { CONFIG, type Config } from '../config/config.schema.js';
import type { WeftRequest } from '../core/http/request.js';
import { SealedSecrets } from '../core/secrets/sealed-secrets.js';
import { OidcUsers } from '../users/oidc-users.service.js';
import { SessionOpening } from '../users/session-opening.service.js';
import { nameOfClaim, roleOfGroups } from './oidc-identity.js';
import { failureOf, type OidcClient } from './oidc-provider.service.js';

type Claims = Record<string, unknown> & { sub: string };
export type OidcTokens = Pick<Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>, 'claims' | 'access_token' | 'id_token'>;

export const idTokenOwner = (userId: string): string => `id token ${userId}`;

/** The last step of every kind of login at the provider: tokens become claims, a user, and a session. */
@Injectable()
export class OidcSessionOpening {
  constructor(
    private readonly users: OidcUsers,
    private readonly opening: SessionOpening,
    private readonly secrets: SealedSecrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param tokens with an ID token that is checked */
  async open(client: OidcClient, tokens: OidcTokens, request: WeftRequest, reply: FastifyReply): Promise<Session> {
    const claims = await this.claimsOf(client, tokens);
    const name = nameOfClaim(claims[this.config.oidcUsernameClaim]);
    if (name === null) throw new DomainError('oidc-claim-missing', { claim: this.config.oidcUsernameClaim });
    request.weftLoginName = name;
    const role = roleOfGroups(claims[this.config.oidcGroupsClaim], this.config.oidcRoles);
    const user = await this.users.loggedIn({ issuer: client.issuer, subject: claims.sub, name, role });
    request.weftLoginName = user.name;
    const sealed = this.secrets.hasKey ? this.secrets.seal(tokens.id_token ?? '', idTokenOwner(user._id)) : undefined;
    return this.opening.open(user, request, reply, sealed);
  }

  /** Claims that the ID token lacks come from the userinfo page of the provider. */
  private async claimsOf({ configuration }: OidcClient, tokens: OidcTokens): Promise<Claims> {
    const claims = tokens.claims() as Claims | undefined;
    if (!claims) throw new DomainError('oidc-token-invalid', { failure: 'there is none' });
    const wanted = [this.config.oidcUsernameClaim, this.config.oidcGroupsClaim];
    const isComplete = wanted.every((name) => claims[name] !== undefined) || !configuration.serverMetadata().userinfo_endpoint;
    if (isComplete) return claims;
    try {
      return { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
    } catch (cause) {
      throw refusalOf(cause);
    }
  }
}

/** Errors of the connection are not those of the login. */
export function refusalOf(cause: unknown): DomainError {
  if (cause instanceof oidc.AuthorizationResponseError || cause instanceof oidc.ResponseBodyError)
    return new DomainError('oidc-refused', { failure: String(cause.error).slice(0, 100) }, { cause });
  const { code = '' } = cause as { code?: string };
  if (code.startsWith('OAUTH_')) return new DomainError('oidc-token-invalid', { failure: failureOf(cause) }, { cause });
  return new DomainError('oidc-unavailable', { failure: failureOf(cause) }, { cause });
}
