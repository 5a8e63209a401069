import { readFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { OIDC_RETURN_PATH } from '@weft/shared/kinds/access/oidc';
import * as oidc from 'openid-client';
import { CONFIG, type Config, isLoopback } from '../config/config.schema.js';
import { oidcFetch } from './oidc-fetch.js';

/** How long an answer to "is it there" counts. Many people may look at the login page. */
const KNOWN_MS = 10_000;
/** Clocks of provider and server may differ by so much. */
const CLOCK_SECONDS = 30;

export interface OidcClient {
  issuer: string;
  redirectUri: string;
  configuration: oidc.Configuration;
}

/** The provider of the configuration. */
@Injectable()
export class OidcProvider {
  /** What the newest discovery found, or is about to find. */
  private known: { until: number; available: Promise<boolean> } | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  get isConfigured(): boolean {
    return this.config.oidcIssuer !== null;
  }

  async isAvailable(): Promise<boolean> {
    const { known } = this;
    if (known && known.until > performance.now()) return known.available;
    return this.client().then(
      () => true,
      () => false,
    );
  }

  /**
   * Discovers the provider (OpenID Connect Discovery 1.0). Each login has its own: no key of the provider is kept, so a new one counts at once.
   * @throws DomainError `oidc-off`, `oidc-unavailable`
   */
  async client(): Promise<OidcClient> {
    const discovered = this.discover();
    const available = discovered.then(
      () => true,
      () => false,
    );
    this.known = { until: performance.now() + KNOWN_MS, available };
    return discovered;
  }

  private async discover(): Promise<OidcClient> {
    const { oidcIssuer, oidcClientId, oidcClientSecret, oidcCaFile, publicUrl } = this.config;
    if (oidcIssuer === null || oidcClientId === null || oidcClientSecret === null || publicUrl === null)
      throw new DomainError('oidc-off', {});
    const execute = [oidc.enableNonRepudiationChecks, ...(isLoopback(oidcIssuer) ? [oidc.allowInsecureRequests] : [])];
    const metadata = { client_secret: oidcClientSecret, [oidc.clockTolerance]: CLOCK_SECONDS };
    try {
      const authority = oidcCaFile === null ? null : readFileSync(oidcCaFile, 'utf8');
      const options = { execute, [oidc.customFetch]: oidcFetch(authority) };
      const configuration = await oidc.discovery(new URL(oidcIssuer), oidcClientId, metadata, authentication(oidcClientSecret), options);
      const { issuer } = configuration.serverMetadata();
      return { issuer, redirectUri: new URL(OIDC_RETURN_PATH, publicUrl).href, configuration };
    } catch (cause) {
      throw new DomainError('oidc-unavailable', { failure: failureOf(cause) }, { cause });
    }
  }
}

/** `client_secret_basic` is what a provider has that names none (OpenID Connect Discovery 1.0, 3). */
const authentication =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost)(secret)(server, ...rest);
  };

/** Text for people, without what the provider sent. */
export function failureOf(error: unknown): string {
  const { code, cause, message } = error as { code?: string; cause?: unknown; message?: string };
  const inner = cause instanceof Error ? cause : undefined;
  return ((inner as { code?: string } | undefined)?.code ?? inner?.message ?? message ?? code ?? 'unknown').slice(0, 200);
}
