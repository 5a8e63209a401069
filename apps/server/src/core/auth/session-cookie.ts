import { fastifyCookie } from '@fastify/cookie';
import type { Config } from '../../config/config.schema.js';

const NAME = 'weft_session';

/** The session token in a Cookie header. */
export const sessionTokenOf = (cookieHeader: string | undefined): string | undefined =>
  cookieHeader === undefined ? undefined : fastifyCookie.parse(cookieHeader)[NAME];

/** Value of Set-Cookie. Scripts cannot read it, other sites cannot send it (RFC 6265bis). */
export function sessionCookie(config: Config, token: string, expiresAt: Date): string {
  const secure = config.tlsCertificate !== null || (config.publicUrl?.startsWith('https:') ?? false);
  return fastifyCookie.serialize(NAME, token, { path: '/', httpOnly: true, sameSite: 'strict', secure, expires: expiresAt });
}
