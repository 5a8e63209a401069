import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Config } from '../../config/config.schema.js';
import { servesTls } from '../../config/serves-tls.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/** Origins whose pages may send state-changing requests: the host of this request, `publicUrl`, `trustedOrigins`. */
function isTrusted(origin: string, host: string | undefined, config: Config): boolean {
  const own = `${servesTls(config) ? 'https' : 'http'}://${host}`;
  const others = [...(config.publicUrl ? [config.publicUrl] : []), ...config.trustedOrigins];
  return origin === own || others.some((url) => new URL(url).origin === origin);
}

/**
 * Protects against cross-site request forgery: a browser sends the origin of a request (Fetch Metadata, RFC 6454), a command-line client sends none.
 * @returns the refusal, or null.
 */
export function foreignOrigin(headers: IncomingHttpHeaders, config: Config): DomainError | null {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  if (origin !== undefined) return isTrusted(origin, headers.host, config) ? null : new DomainError('foreign-origin', { origin });
  if (site === undefined || site === 'same-origin' || site === 'none') return null;
  return new DomainError('foreign-site', { site: String(site) });
}

export const isStateChanging = (method: string): boolean => !SAFE_METHODS.includes(method);
