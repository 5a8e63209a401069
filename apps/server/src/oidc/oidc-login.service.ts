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
import { newToken } from '../core/secrets/secrets.js';
import { oidcCookie, oidcTokenOf } from '../core/secrets/session-cookie.js';
import { OidcLogins } from './oidc-logins.js';
import { OidcProvider } from './oidc-provider.service.js';
import { OidcSessionOpening, refusalOf } from './oidc-session-opening.service.js';

/** Logins at an OpenID Connect provider: authorization code with PKCE (OpenID Connect Core 1.0, 3.1; RFC 9700). */
@Injectable()
export class OidcLoginService {
  /** Each start asks the provider, and stores a document. */
  private readonly starts = new RateLimit(60, 1);

  constructor(
    private readonly provider: OidcProvider,
    private readonly logins: OidcLogins,
    private readonly opening: OidcSessionOpening,
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
    const url = new URL(client.redirectUri);
    url.search = parameters;
    const checks = { pkceCodeVerifier: login.verifier, expectedState: login.state, expectedNonce: login.nonce, idTokenExpected: true };
    const tokens = await oidc.authorizationCodeGrant(client.configuration, url, checks).catch((cause: unknown) => {
      throw refusalOf(cause);
    });
    return this.opening.open(client, tokens, request, reply);
  }
}
