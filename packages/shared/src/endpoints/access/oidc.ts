import {
  deviceLoginPollSchema,
  deviceLoginSchema,
  deviceLoginStartedSchema,
  loginOptionsSchema,
  oidcLoginStartedSchema,
  oidcLogoutPageSchema,
  oidcReturnSchema,
} from '../../kinds/access/oidc.js';
import { sessionSchema } from '../../kinds/access/session.js';
import { emptySchema } from '../../kinds/common.js';
import { endpoint } from '../definition/endpoint.js';
import { read, v1, write } from '../definition/parts.js';

const base = { tag: 'sessions', access: 'public', volumeScope: 'none' } as const;

export const oidcEndpoints = {
  loginOptions: endpoint({
    ...base,
    id: 'loginOptions',
    method: 'GET',
    path: `${v1}/login/options`,
    summary: 'Get the ways to log in',
    status: 200,
    response: loginOptionsSchema,
    errors: read,
  }),
  startOidcLogin: endpoint({
    ...base,
    id: 'startOidcLogin',
    method: 'POST',
    readOnly: true,
    path: `${v1}/login/oidc`,
    summary: 'Begin a login at the OpenID Connect provider; sets the cookie that binds it to this browser',
    status: 200,
    body: emptySchema.optional(),
    response: oidcLoginStartedSchema,
    errors: [...write, 'not-possible'],
  }),
  finishOidcLogin: endpoint({
    ...base,
    id: 'finishOidcLogin',
    method: 'POST',
    path: `${v1}/login/oidc/return`,
    summary: 'Finish a login at the OpenID Connect provider; sets the session cookie',
    status: 200,
    body: oidcReturnSchema,
    response: sessionSchema,
    errors: [...write, 'not-possible', 'name-taken'],
  }),
  startOidcDeviceLogin: endpoint({
    ...base,
    id: 'startOidcDeviceLogin',
    method: 'POST',
    readOnly: true,
    path: `${v1}/login/oidc/device`,
    summary: 'Begin a login of a program at the OpenID Connect provider (device authorization, RFC 8628)',
    status: 200,
    body: emptySchema.optional(),
    response: deviceLoginStartedSchema,
    errors: [...write, 'not-possible'],
  }),
  finishOidcDeviceLogin: endpoint({
    ...base,
    id: 'finishOidcDeviceLogin',
    method: 'POST',
    path: `${v1}/login/oidc/device/session`,
    summary: 'Poll a login of a program at the OpenID Connect provider; sets the session cookie once the user has approved it',
    status: 200,
    body: deviceLoginPollSchema,
    response: deviceLoginSchema,
    errors: [...write, 'not-possible', 'name-taken'],
  }),
  oidcLogoutPage: endpoint({
    id: 'oidcLogoutPage',
    method: 'GET',
    path: `${v1}/session/oidc-logout`,
    summary: 'Get the page of the OpenID Connect provider that ends the session there; call it before the logout',
    tag: 'sessions',
    access: 'user',
    volumeScope: 'none',
    sessionOnly: true,
    status: 200,
    response: oidcLogoutPageSchema,
    errors: read,
  }),
} as const;
