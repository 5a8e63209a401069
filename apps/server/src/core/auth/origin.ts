import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config/config.schema.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/** Origins whose pages may change things: the address of this request, `publicUrl`, `trustedOrigins`. */
function isTrusted(origin: string, host: string | undefined, config: Config): boolean {
  const own = `${config.tlsCertificate ? 'https' : 'http'}://${host}`;
  const others = [...(config.publicUrl ? [config.publicUrl] : []), ...config.trustedOrigins];
  return origin === own || others.some((url) => new URL(url).origin === origin);
}

/**
 * Cross-site request forgery: a browser says where a request comes from (Fetch Metadata, RFC 6454), a command line says nothing.
 * @returns why the request is refused, or null.
 */
export function foreignOrigin(headers: IncomingHttpHeaders, config: Config): string | null {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  if (origin !== undefined)
    return isTrusted(origin, headers.host, config)
      ? null
      : `pages of ${origin} may not use it: add the address to trustedOrigins if they should`;
  if (site === undefined || site === 'same-origin' || site === 'none') return null;
  return `pages of another site may not use it (Sec-Fetch-Site: ${String(site)})`;
}

export const isStateChanging = (method: string): boolean => !SAFE_METHODS.includes(method);
