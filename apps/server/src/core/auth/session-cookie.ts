import { fastifyCookie } from '@fastify/cookie';
import type { Config } from '../../config/config.schema.js';

const NAME = 'weft_session';

/** The session token in a Cookie header. */
export const sessionTokenOf = (cookieHeader: string | undefined): string | undefined =>
  cookieHeader === undefined ? undefined : fastifyCookie.parse(cookieHeader)[NAME];

/**
 * Value of Set-Cookie. Scripts cannot read it, other sites cannot send it (RFC 6265bis). It lives as long as the browser: when a session
 * ends is for the server to say, as every use moves it.
 */
export function sessionCookie(config: Config, token: string): string {
  return fastifyCookie.serialize(NAME, token, attributes(config));
}

/** Takes the cookie away. */
export const noSessionCookie = (config: Config): string =>
  fastifyCookie.serialize(NAME, '', { ...attributes(config), expires: new Date(0) });

const attributes = (config: Config) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: config.tlsCertificate !== null || (config.publicUrl?.startsWith('https:') ?? false),
});
