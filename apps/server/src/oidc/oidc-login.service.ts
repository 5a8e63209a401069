import { Inject, Injectable } from '@nestjs/common';
import type { Body } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { LoginOptions } from '@weft/shared/kinds/access/oidc';
import type { Session } from '@weft/shared/kinds/access/session';
import type { FastifyReply } from 'fastify';
import * as oidc from 'openid-client';
import { CONFIG, type Config } from '../config/config.schema.js';
import { addressOf, limitedBy } from '../core/http/limits/client-address.js';
import { RateLimit, RateLimited } from '../core/http/limits/rate-limit.js';
import type { WeftRequest } from '../core/http/request.js';
import { SealedSecrets } from '../core/secrets/sealed-secrets.js';
import { newToken } from '../core/secrets/secrets.js';
import { oidcCookie, oidcTokenOf } from '../core/secrets/session-cookie.js';
import { OidcUsers } from '../users/oidc-users.service.js';
import { SessionOpening } from '../users/session-opening.service.js';
import { nameOfClaim, roleOfGroups } from './oidc-identity.js';
import { type OidcLogin, OidcLogins } from './oidc-logins.js';
import { failureOf, type OidcClient, OidcProvider } from './oidc-provider.service.js';

type Claims = Record<string, unknown> & { sub: string };

export const idTokenOwner = (userId: string): string => `id token ${userId}`;

/** Logins at an OpenID Connect provider: authorization code with PKCE (OpenID Connect Core 1.0, 3.1; RFC 9700). */
@Injectable()
export class OidcLoginService {
  /** Each start asks the provider, and stores a document. */
  private readonly starts = new RateLimit(60, 1);

  constructor(
    private readonly provider: OidcProvider,
    private readonly logins: OidcLogins,
    private readonly users: OidcUsers,
    private readonly opening: SessionOpening,
    private readonly secrets: SealedSecrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async options(): Promise<LoginOptions> {
    if (!this.provider.isConfigured) return { oidc: null };
    return { oidc: { label: this.config.oidcLabel, available: await this.provider.isAvailable() } };
  }

  async start(request: WeftRequest, reply: FastifyReply): Promise<{ url: string }> {
    const wait = this.starts.take(limitedBy(addressOf(request)));
    if (wait > 0) throw new RateLimited('too-many-failed-logins', { retryAfterSeconds: wait });
    const { configuration, redirectUri } = await this.provider.client();
    // Several tabs of a browser share the cookie.
    const token = oidcTokenOf(this.config, request.headers.cookie) ?? newToken();
    const { state, nonce, verifier } = await this.logins.start(token);
    reply.header('set-cookie', oidcCookie(this.config, token));
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.config.oidcScopes.join(' '),
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href };
  }

  async finish({ parameters }: Body<typeof endpoints.finishOidcLogin>, request: WeftRequest, reply: FastifyReply): Promise<Session> {
    const token = oidcTokenOf(this.config, request.headers.cookie);
    const state = new URLSearchParams(parameters).get('state');
    const login = token === undefined || state === null ? null : await this.logins.take(token, state);
    if (!login) throw new DomainError('oidc-login-ended', {});
    const client = await this.provider.client();
    const { claims, idToken } = await this.claimsOf(client, parameters, login);
    const name = nameOfClaim(claims[this.config.oidcUsernameClaim]);
    if (name === null) throw new DomainError('oidc-claim-missing', { claim: this.config.oidcUsernameClaim });
    request.weftLoginName = name;
    const role = roleOfGroups(claims[this.config.oidcGroupsClaim], this.config.oidcRoles);
    const user = await this.users.loggedIn({ issuer: client.issuer, subject: claims.sub, name, role });
    request.weftLoginName = user.name;
    const sealed = this.secrets.hasKey ? this.secrets.seal(idToken, idTokenOwner(user._id)) : undefined;
    return this.opening.open(user, request, reply, sealed);
  }

  /** Checks the ID token. Claims that it lacks come from the userinfo page of the provider. */
  private async claimsOf(client: OidcClient, parameters: string, login: OidcLogin): Promise<{ claims: Claims; idToken: string }> {
    const { configuration, redirectUri } = client;
    const url = new URL(redirectUri);
    url.search = parameters;
    const checks = { pkceCodeVerifier: login.verifier, expectedState: login.state, expectedNonce: login.nonce, idTokenExpected: true };
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, url, checks);
      const claims = tokens.claims() as Claims;
      const wanted = [this.config.oidcUsernameClaim, this.config.oidcGroupsClaim];
      const isComplete = wanted.every((name) => claims[name] !== undefined) || !configuration.serverMetadata().userinfo_endpoint;
      const more = isComplete ? {} : await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { claims: { ...more, ...claims }, idToken: tokens.id_token ?? '' };
    } catch (cause) {
      throw refusalOf(cause);
    }
  }
}

/** Errors of the connection are not those of the login. */
function refusalOf(cause: unknown): DomainError {
  if (cause instanceof oidc.AuthorizationResponseError || cause instanceof oidc.ResponseBodyError)
    return new DomainError('oidc-refused', { failure: String(cause.error).slice(0, 100) }, { cause });
  const { code = '' } = cause as { code?: string };
  if (code.startsWith('OAUTH_')) return new DomainError('oidc-token-invalid', { failure: failureOf(cause) }, { cause });
  return new DomainError('oidc-unavailable', { failure: failureOf(cause) }, { cause });
}
