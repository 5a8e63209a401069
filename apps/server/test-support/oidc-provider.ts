import { createServer, type IncomingMessage, request as requestHttp, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

export const CLIENT_ID = 'weft';
export const CLIENT_SECRET = 'client-secret-of-the-test';

interface Person {
  preferred_username: string;
  groups: string[];
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface Key {
  jwk: JWK;
  sign: (claims: JWTPayload) => Promise<string>;
}

async function newKey(kid: string): Promise<Key> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
  return { jwk, sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey) };
}

/** All in PEM. */
export interface ProviderTls {
  key: string;
  cert: string;
  ca: string;
}

const serverOf = (tls: ProviderTls | undefined): Server => (tls ? createTlsServer(tls) : createServer());

/** A real OpenID Connect provider on loopback, without pages: whoever comes is `person`. */
export class TestProvider {
  readonly people = new Map<string, Person>();
  /** Subject of who logs in next. */
  person = '';
  /** Answers of paths in place of the provider's. */
  readonly overrides = new Map<string, Handler>();
  /** Requests by path. */
  readonly asked: string[] = [];
  /** Device authorization, from the next `rotate` on. `other-clients`: only for other clients than Weft's. */
  device: boolean | 'other-clients' = true;
  /** How long a device code is valid. */
  deviceSeconds = 600;
  private handler: Handler = () => undefined;
  private keys = 0;

  private constructor(
    private server: Server,
    readonly issuer: string,
    private readonly publicUrl: string,
    /** Claims are in the ID token, and not only at the page of the user. */
    private readonly inToken: boolean,
    private readonly tls: ProviderTls | undefined,
  ) {}

  /** @param tls with a certificate for localhost */
  static async start(publicUrl: string, { inToken = true, tls }: { inToken?: boolean; tls?: ProviderTls } = {}): Promise<TestProvider> {
    const server = serverOf(tls);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const issuer = tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
    const provider = new TestProvider(server, issuer, publicUrl, inToken, tls);
    provider.listenOn(server);
    await provider.rotate();
    return provider;
  }

  private listenOn(server: Server): void {
    server.on('request', (request, response) => {
      const path = request.url?.split('?')[0] ?? '';
      this.asked.push(path);
      (this.overrides.get(path) ?? this.handler)(request, response);
    });
  }

  /** From now on tokens are signed with a new key, and the keys before are gone. @returns what signs with it */
  async rotate(): Promise<Key['sign']> {
    const key = await newKey(`key-${++this.keys}`);
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [`${this.publicUrl}/login/oidc`],
          post_logout_redirect_uris: [`${this.publicUrl}/`],
          grant_types: ['authorization_code', ...(this.device === true ? [DEVICE_GRANT] : [])],
        },
      ],
      jwks: { keys: [key.jwk] as never },
      pkce: { required: () => true },
      scopes: ['openid', 'profile', 'groups'],
      claims: { profile: ['preferred_username'], groups: ['groups'] },
      conformIdTokenClaims: !this.inToken,
      cookies: { keys: ['cookies-of-the-test'] },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: true },
        deviceFlow: { enabled: this.device !== false },
      },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        IdToken: 600,
        Interaction: 600,
        Session: 3600,
        Grant: 3600,
        DeviceCode: () => this.deviceSeconds,
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...this.people.get(sub) }) }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId: CLIENT_ID, accountId: oidc.session?.accountId ?? '' });
        grant.addOIDCScope('openid profile groups');
        await grant.save();
        return grant;
      },
    });
    const callback = provider.callback();
    this.handler = (request, response) =>
      request.url?.startsWith('/interaction/')
        ? provider.interactionFinished(request, response, { login: { accountId: this.person } })
        : callback(request, response);
    return key.sign;
  }

  /** What a browser without a session at the provider does with the address that it is sent to. @returns the query with which it comes back */
  async visit(url: string): Promise<string> {
    const browser = this.browser();
    let next = new URL(url);
    for (let step = 0; step < 10; step++) {
      const { location, status } = await browser(next);
      if (location === undefined) throw new Error(`${next.href}: ${status}`);
      next = new URL(location, next);
      if (next.href.startsWith(this.publicUrl)) return next.search;
    }
    throw new Error('the provider sends the browser round in circles');
  }

  /** What `person` does with the code of a program: opens the page for codes, sends the code, logs in, and approves or denies. @returns the last page */
  async decide(page: string, userCode: string, decision: 'confirm' | 'abort'): Promise<string> {
    const browser = this.browser();
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec((await browser(new URL(page))).text) ?? [];
    const asked = await browser(new URL(page), { xsrf, user_code: userCode });
    if (!asked.text.includes(userCode)) throw new Error(`no page asks about the code: ${asked.status} ${asked.text}`);
    let answer = await browser(new URL(page), { xsrf, user_code: userCode, [decision]: 'yes' });
    let next = new URL(page);
    for (let step = 0; step < 10 && answer.location !== undefined; step++) {
      next = new URL(answer.location, next);
      answer = await browser(next);
    }
    return answer.text;
  }

  /** A browser with cookies of its own. It follows no redirect. */
  private browser() {
    const cookies = new Map<string, string>();
    return async (url: URL, form?: Record<string, string>) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await this.send(url, cookie, form);
      for (const set of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      return { status: answer.statusCode, location: answer.headers.location, text: await textOf(answer) };
    };
  }

  private send(url: URL, cookie: string, form?: Record<string, string>): Promise<IncomingMessage> {
    const options = {
      method: form ? 'POST' : 'GET',
      headers: { cookie, ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
      ...(this.tls ? { ca: this.tls.ca } : {}),
    };
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, resolve);
      request.on('error', reject);
      request.end(form ? new URLSearchParams(form).toString() : undefined);
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async startAgain(): Promise<void> {
    this.server = serverOf(this.tls);
    this.listenOn(this.server);
    const { port } = new URL(this.issuer);
    await new Promise<void>((resolve) => this.server.listen(Number(port), '127.0.0.1', resolve));
  }
}
