import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface NvmeshAnswer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: documents of NVMesh have no types here.
  json: any;
  headers: Record<string, string | string[] | undefined>;
}

/** Speaks NVMesh's dialect as NVMeshSDK 2.3.0 does: keeps cookies, follows redirections, and logs in when an answer has the text `/login`. */
export class NvmeshClient {
  private readonly cookies = new Map<string, string>();
  logins = 0;

  constructor(
    readonly url: string,
    private readonly user: { username: string; password: string },
    /** Address that it connects from. */
    private readonly localAddress = '127.0.0.1',
  ) {}

  get = (path: string, query: Record<string, unknown> = {}): Promise<NvmeshAnswer> => this.asSdk('GET', withQuery(path, query));
  post = (path: string, body?: unknown): Promise<NvmeshAnswer> => this.asSdk('POST', path, body);

  /** A list, with filter, sort and projection as JSON. @throws Error when it is none */
  // biome-ignore lint/suspicious/noExplicitAny: documents of NVMesh have no types here.
  async list(noun: string, query: Record<string, unknown> = {}, page = 0, count = 0): Promise<any[]> {
    const { json, text } = await this.get(`/${noun}/all/${page}/${count}`, query);
    if (!Array.isArray(json)) throw new Error(`${noun}: ${text}`);
    return json;
  }

  /** The answer about the only object of a change. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async one(path: string, body: unknown): Promise<any> {
    const { json, text } = await this.post(path, body);
    if (!Array.isArray(json) || json.length !== 1) throw new Error(`${path}: ${text}`);
    return json[0];
  }

  async login(user = this.user): Promise<NvmeshAnswer> {
    this.logins++;
    const form = new URLSearchParams(user).toString();
    return this.send('POST', '/login', { 'content-type': 'application/x-www-form-urlencoded' }, form);
  }

  /** One request, without a redirection or a login. */
  send(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<NvmeshAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = this.url.startsWith('https:') ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.url}${path}`,
        {
          method,
          // NVMeshSDK does not verify the server.
          rejectUnauthorized: false,
          localAddress: this.localAddress,
          headers: { 'user-agent': 'python-requests/2.32', accept: '*/*', ...(cookie ? { cookie } : {}), ...headers },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('error', reject);
          response.on('end', () => {
            this.keep(response.headers['set-cookie'] ?? []);
            resolve({ status: response.statusCode ?? 0, text, json: jsonOf(text), headers: response.headers });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  private async asSdk(method: string, path: string, body?: unknown): Promise<NvmeshAnswer> {
    const first = await this.once(method, path, body);
    if (!first.text.includes('/login')) return first;
    const login = await this.login();
    return login.json?.success === true ? this.once(method, path, body) : login;
  }

  private async once(method: string, path: string, body: unknown): Promise<NvmeshAnswer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await this.send(method, path, text === undefined ? {} : { 'content-type': 'application/json' }, text);
    return answer.status === 302 ? this.send('GET', String(answer.headers.location)) : answer;
  }

  private keep(setCookies: string[]): void {
    for (const each of setCookies) {
      const [pair = '', ...attributes] = each.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.some((attribute) => attribute.trim().startsWith('Expires=Thu, 01 Jan 1970'))) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const withQuery = (path: string, query: Record<string, unknown>): string => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, JSON.stringify(value)]));
  return search.size > 0 ? `${path}?${search}` : path;
};
