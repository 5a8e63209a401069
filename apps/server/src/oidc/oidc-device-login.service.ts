import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { DeviceLogin, DeviceLoginStarted } from '@weft/shared/kinds/access/oidc';
import type { FastifyReply } from 'fastify';
import * as oidc from 'openid-client';
import { CONFIG, type Config, isLoopback } from '../config/config.schema.js';
import { addressOf, limitedBy } from '../core/http/limits/client-address.js';
import { RateLimit, RateLimited } from '../core/http/limits/rate-limit.js';
import type { WeftRequest } from '../core/http/request.js';
import { OidcDeviceLogins } from './oidc-device-logins.js';
import { type OidcClient, OidcProvider } from './oidc-provider.service.js';
import { OidcSessionOpening, type OidcTokens, refusalOf } from './oidc-session-opening.service.js';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** RFC 8628, 3.2: without an interval. */
const DEFAULT_INTERVAL_SECONDS = 5;
/** Until an open login of others has ended, perhaps. */
const ROOM_SECONDS = 60;
/** What providers answer a client that may not use the grant: RFC 6749, 5.2, and oidc-provider. The request itself always has the same form. */
const NOT_GRANTED = ['unauthorized_client', 'invalid_request'];
const LONGEST_TEXT = { device_code: 4096, user_code: 64, verification_uri: 2048, verification_uri_complete: 2048 };

/** Logins of programs without a browser (OAuth 2.0 Device Authorization Grant, RFC 8628). The server asks the provider: it has the client secret. */
@Injectable()
export class OidcDeviceLoginService {
  /** Each start asks the provider, and stores a document. */
  private readonly starts = new RateLimit(20, 0.2);
  /** Polls with a handle that no login has. */
  private readonly strangers = new RateLimit(20, 0.2);

  constructor(
    private readonly provider: OidcProvider,
    private readonly logins: OidcDeviceLogins,
    private readonly opening: OidcSessionOpening,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async start(request: WeftRequest): Promise<DeviceLoginStarted> {
    const address = limitedBy(addressOf(request));
    const wait = this.starts.take(address);
    if (wait > 0) throw new RateLimited('too-many-failed-logins', { retryAfterSeconds: wait });
    if (!(await this.logins.hasRoom(address))) throw new RateLimited('oidc-device-logins-open', { retryAfterSeconds: ROOM_SECONDS });
    const client = await this.provider.client();
    const begun = await this.begin(client);
    const stored = await this.logins.start(
      {
        deviceCode: begun.device_code,
        intervalSeconds: begun.interval ?? DEFAULT_INTERVAL_SECONDS,
        expiresInSeconds: begun.expires_in,
      },
      address,
    );
    return {
      ...{ ...stored, userCode: begun.user_code, verificationUri: begun.verification_uri },
      verificationUriComplete: begun.verification_uri_complete ?? null,
    };
  }

  /** One poll of the program is at most one request for tokens at the provider. */
  async finish(handle: string, request: WeftRequest, reply: FastifyReply): Promise<DeviceLogin> {
    const address = limitedBy(addressOf(request));
    const wait = this.strangers.wait(address);
    if (wait > 0) throw new RateLimited('too-many-failed-logins', { retryAfterSeconds: wait });
    const poll = await this.logins.poll(handle);
    if (poll.state === 'unknown') {
      this.strangers.take(address);
      throw new DomainError('oidc-login-ended', {});
    }
    if (poll.state === 'expired') throw await this.ended(handle, new DomainError('oidc-device-expired', {}));
    if (poll.state === 'early') return undecided(request, 'slow-down', poll.intervalSeconds);
    const client = await this.provider.client();
    const tokens = await this.tokensOf(client, poll.deviceCode, handle);
    if (tokens === 'authorization_pending') return undecided(request, 'pending', poll.intervalSeconds);
    if (tokens === 'slow_down') return undecided(request, 'slow-down', (await this.logins.slowDown(handle)) ?? poll.intervalSeconds);
    if (!(await this.logins.end(handle))) throw new DomainError('oidc-login-ended', {});
    const session = await this.opening.open(client, tokens, request, reply);
    return { state: 'done', intervalSeconds: poll.intervalSeconds, session };
  }

  private async begin({ configuration }: OidcClient): Promise<oidc.DeviceAuthorizationResponse> {
    if (!configuration.serverMetadata().device_authorization_endpoint) throw new DomainError('oidc-device-off', {});
    let begun: oidc.DeviceAuthorizationResponse;
    try {
      begun = await oidc.initiateDeviceAuthorization(configuration, { scope: this.config.oidcScopes.join(' ') });
    } catch (cause) {
      if (cause instanceof oidc.ResponseBodyError && NOT_GRANTED.includes(cause.error))
        throw new DomainError('oidc-device-off', {}, { cause });
      throw refusalOf(cause);
    }
    for (const [name, longest] of Object.entries(LONGEST_TEXT))
      if (String(begun[name] ?? '').length > longest)
        throw new DomainError('oidc-unavailable', { failure: `${name} has more than ${longest} characters` });
    for (const page of [begun.verification_uri, begun.verification_uri_complete ?? begun.verification_uri])
      if (!isPage(page)) throw new DomainError('oidc-unavailable', { failure: 'verification_uri is no https address' });
    return begun;
  }

  /** The checked tokens, or why there are none yet. */
  private async tokensOf(
    { configuration }: OidcClient,
    deviceCode: string,
    handle: string,
  ): Promise<OidcTokens | 'authorization_pending' | 'slow_down'> {
    try {
      return await oidc.genericGrantRequest(configuration, GRANT, { device_code: deviceCode });
    } catch (cause) {
      const answer = cause instanceof oidc.ResponseBodyError ? cause.error : undefined;
      if (answer === 'authorization_pending' || answer === 'slow_down') return answer;
      if (answer === 'access_denied') throw await this.ended(handle, new DomainError('oidc-device-denied', {}, { cause }));
      if (answer === 'expired_token') throw await this.ended(handle, new DomainError('oidc-device-expired', {}, { cause }));
      const refusal = refusalOf(cause);
      // Without an answer of the provider, a later poll may get one.
      throw refusal.code === 'unavailable' ? refusal : await this.ended(handle, refusal);
    }
  }

  private async ended(handle: string, error: DomainError): Promise<DomainError> {
    await this.logins.end(handle);
    return error;
  }
}

/** People open it in a browser. */
function isPage(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(text));
}

function undecided(request: WeftRequest, state: 'pending' | 'slow-down', intervalSeconds: number): DeviceLogin {
  request.weftUndecided = true;
  return { state, intervalSeconds, session: null };
}
