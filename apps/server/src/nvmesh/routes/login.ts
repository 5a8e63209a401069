import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.schema.js';
import type { Authenticator } from '../../core/auth/authenticator.js';
import { addressOf } from '../../core/http/limits/client-address.js';
import { clientTokenCookie, clientTokenOf, noClientTokenCookie, noSessionCookie } from '../../core/secrets/session-cookie.js';
import { refused, succeeded, textOf } from '../dialect/answer.js';
import { isDocument } from '../dialect/document.js';
import { badField, Refusal } from '../dialect/reasons.js';
import { ApiRefusal, type OnBehalfOf, WeftApi } from './weft-api.js';

/** How API tokens begin. */
const TOKEN = /^weft_[\w-]{20,}$/;

/** Headers that the API needs of a request: who sends it, and from where. A token in a cookie becomes a bearer token. */
export function behalfOf(request: FastifyRequest, config: Config): OnBehalfOf {
  const { cookie, authorization, 'user-agent': userAgent, 'x-forwarded-for': forwarded } = request.headers;
  const token = clientTokenOf(config, cookie);
  const bearer = authorization ?? (token === undefined ? undefined : `Bearer ${token}`);
  return {
    headers: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(bearer === undefined ? {} : { authorization: bearer }),
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': [forwarded].flat().join(', ') }),
    },
    remoteAddress: request.socket.remoteAddress ?? addressOf(request),
  };
}

/** NVMesh's users are e-mail addresses, Weft's are names: only the part before the @ counts. */
const userName = (username: string): string => username.split('@')[0]?.toLowerCase() ?? '';

/** From a form or JSON. NVMesh takes them from the URL, too, where proxies would log the password. */
function credentialsIn({ body }: FastifyRequest): { username: string; password: string } {
  const { username, password } = (isDocument(body) ? body : {}) as { username?: unknown; password?: unknown };
  if (typeof username !== 'string' || typeof password !== 'string')
    throw badField('The login', 'needs username and password, as a form or JSON');
  return { username, password };
}

type LoggedIn = { set: string[] } | { error: ApiRefusal | Refusal };

/** Logs clients in with a Weft user, by Weft's own login and under its limits, or with an API token in place of the password. */
export class Login {
  constructor(
    private readonly weft: FastifyInstance,
    private readonly authenticator: Authenticator,
    private readonly config: Config,
  ) {}

  async login(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { username, password } = credentialsIn(request);
    const loggedIn = TOKEN.test(password) ? await this.byToken(username, password) : await this.byPassword(request, username, password);
    if ('error' in loggedIn) await send(reply.code(401), refused(username.slice(0, 256), loggedIn.error));
    else await send(reply.header('set-cookie', loggedIn.set), succeeded(username, null, 'Logged in'));
  }

  async logout(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const behalf = behalfOf(request, this.config);
    const { caller } = await this.authenticator.identify(behalf.headers);
    if (caller.kind === 'user' && !caller.token) await new WeftApi(this.weft, behalf).call(endpoints.logout);
    reply.header('set-cookie', [noSessionCookie(this.config), noClientTokenCookie(this.config)]);
    await send(reply, succeeded(caller.kind === 'user' ? caller.name : null, null));
  }

  private async byPassword(request: FastifyRequest, username: string, password: string): Promise<LoggedIn> {
    // A session or token of before has no say in a login.
    const { headers, remoteAddress } = behalfOf(request, this.config);
    const { cookie: _cookie, authorization: _authorization, ...rest } = headers;
    const api = new WeftApi(this.weft, { headers: rest, remoteAddress });
    try {
      const { cookies } = await api.send(endpoints.login, { body: { name: userName(username), password } });
      return { set: [...cookies, noClientTokenCookie(this.config)] };
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      return { error: error.code === 'second-factor-required' ? new Refusal('second-factor') : error };
    }
  }

  private async byToken(username: string, token: string): Promise<LoggedIn> {
    const { caller } = await this.authenticator.identify({ authorization: `Bearer ${token}` });
    if (caller.kind !== 'user' || caller.name !== userName(username)) return { error: new Refusal('bad-token') };
    return { set: [clientTokenCookie(this.config, token), noSessionCookie(this.config)] };
  }
}

export async function send(reply: FastifyReply, answer: unknown): Promise<void> {
  await reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(textOf(answer));
}
