import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expect } from 'vitest';
import { HttpClient } from './http-client.js';
import { CLIENT_ID, CLIENT_SECRET } from './oidc-provider.js';

export const PUBLIC_URL = 'https://weft.example';

/** Settings of a server beside `oidcIssuer`. */
export const OIDC_CONFIG = {
  secretsKey: 'a5'.repeat(32),
  publicUrl: PUBLIC_URL,
  oidcClientId: CLIENT_ID,
  oidcClientSecret: CLIENT_SECRET,
  oidcScopes: ['openid', 'profile', 'groups'],
  oidcRoles: ['admins=administrator', 'dba=db-reader', 'ghosts=no-such-role', 'staff=viewer'],
  oidcLabel: 'Example ID',
};
/** One browser: the cookies of one host, whichever server answers. */
export class OidcBrowser {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly url: string) {}

  async post(path: string, body: object = {}, url = this.url) {
    const answer = await new HttpClient(url).request('POST', path, { body, headers: this.headers });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.cookies.set(name, value);
    }
    return answer as { status: number; body: Record<string, never> & { reason?: { code: string }; detail?: string }; headers: Headers };
  }

  get headers(): Record<string, string> {
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  /** @returns the address at the provider */
  async start(url = this.url): Promise<string> {
    const { status, body } = await this.post(endpoints.startOidcLogin.path, {}, url);
    expect(status, JSON.stringify(body)).toBe(200);
    return (body as unknown as { url: string }).url;
  }

  finish(parameters: string, url = this.url) {
    return this.post(endpoints.finishOidcLogin.path, { parameters }, url);
  }
}

export const reasonOf = ({ body }: { body: { reason?: { code: string } } }) => body.reason?.code;
