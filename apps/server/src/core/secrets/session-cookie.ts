import { fastifyCookie } from '@fastify/cookie';
import type { Config } from '../../config/config.schema.js';
import { servesTls } from '../../config/serves-tls.js';

const NAME = 'weft_session';
const DEVICE = 'weft_device';
const OIDC = 'weft_oidc';
const CLIENT_TOKEN = 'weft_client_token';
/** Browsers accept it only over HTTPS, for this host only and all of its paths: no other host of the domain can set it (RFC 6265bis, 4.1.3.2). */
const SECURE_NAME = `__Host-${NAME}`;

const isSecure = (config: Config): boolean => servesTls(config) || (config.publicUrl?.startsWith('https:') ?? false);
const nameFor = (config: Config): string => (isSecure(config) ? SECURE_NAME : NAME);
const deviceNameFor = (config: Config): string => (isSecure(config) ? `__Host-${DEVICE}` : DEVICE);
const oidcNameFor = (config: Config): string => (isSecure(config) ? `__Host-${OIDC}` : OIDC);
const clientTokenNameFor = (config: Config): string => (isSecure(config) ? `__Host-${CLIENT_TOKEN}` : CLIENT_TOKEN);
const OIDC_SECONDS = 600;
const DEVICE_SECONDS = 365 * 86_400;

/** The session token in a Cookie header. Over HTTPS the plain name does not count: another host of the domain can set it, to log a browser in as another user. */
export function sessionTokenOf(config: Config, cookieHeader: string | undefined): string | undefined {
  return cookieHeader === undefined ? undefined : fastifyCookie.parse(cookieHeader)[nameFor(config)];
}

/**
 * Value of Set-Cookie. Scripts cannot read the cookie, and other sites cannot send it (RFC 6265bis). The cookie lasts until the browser closes: only the
 * server knows when the session ends, because every use extends it.
 */
export function sessionCookie(config: Config, token: string): string {
  return fastifyCookie.serialize(nameFor(config), token, attributes(config));
}

/** The device token in a Cookie header. It opens nothing: a browser that has one shares its limit of wrong passwords with nobody. */
export function deviceTokenOf(config: Config, cookieHeader: string | undefined): string | undefined {
  return cookieHeader === undefined ? undefined : fastifyCookie.parse(cookieHeader)[deviceNameFor(config)];
}

/** Value of Set-Cookie with the token of a browser that has logged in. */
export const deviceCookie = (config: Config, token: string): string =>
  fastifyCookie.serialize(deviceNameFor(config), token, { ...attributes(config), maxAge: DEVICE_SECONDS });

/** Token of a browser that began a login at the OpenID Connect provider. */
export const oidcTokenOf = (config: Config, cookieHeader: string | undefined): string | undefined =>
  cookieHeader === undefined ? undefined : fastifyCookie.parse(cookieHeader)[oidcNameFor(config)];

export const oidcCookie = (config: Config, token: string): string =>
  fastifyCookie.serialize(oidcNameFor(config), token, { ...attributes(config), maxAge: OIDC_SECONDS });

/** Value of Set-Cookie that removes the cookie. */
export const noSessionCookie = (config: Config): string =>
  fastifyCookie.serialize(nameFor(config), '', { ...attributes(config), expires: new Date(0) });

/** API token of a program that keeps only cookies, as clients of NVMesh do. */
export const clientTokenOf = (config: Config, cookieHeader: string | undefined): string | undefined =>
  cookieHeader === undefined ? undefined : fastifyCookie.parse(cookieHeader)[clientTokenNameFor(config)];

export const clientTokenCookie = (config: Config, token: string): string =>
  fastifyCookie.serialize(clientTokenNameFor(config), token, attributes(config));

export const noClientTokenCookie = (config: Config): string =>
  fastifyCookie.serialize(clientTokenNameFor(config), '', { ...attributes(config), expires: new Date(0) });

const attributes = (config: Config) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: isSecure(config),
});
