import type { Response as Answer, Body, Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import type { Problem } from '@weft/shared/errors/errors';

export interface HttpAnswer<T = unknown> {
  status: number;
  headers: Headers;
  body: T;
}

interface CallOptions<E extends Endpoint> {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: Body<E> | Record<string, unknown>;
  ifMatch?: number;
  headers?: Record<string, string>;
}

/** fetch with a session cookie, for tests. */
export class HttpClient {
  private cookie: string | undefined;

  constructor(readonly url: string) {}

  get sessionCookie(): string | undefined {
    return this.cookie;
  }

  async login(name: string, password: string): Promise<HttpAnswer> {
    const answer = await this.request('POST', '/api/v1/login', { body: { name, password } });
    if (answer.status !== 200) throw new Error(`login as ${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0];
    return answer;
  }

  async request(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<HttpAnswer> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
  }

  /** Calls an endpoint of the contract; accepts any answer. */
  try<E extends Endpoint>(endpoint: E, { params = {}, query = {}, body, ifMatch, headers = {} }: CallOptions<E> = {}): Promise<HttpAnswer> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString();
    const allHeaders = { ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }), ...headers };
    return this.request(endpoint.method, search ? `${path}?${search}` : path, { body, headers: allHeaders });
  }

  /** Calls an endpoint. @throws Error with the problem document when the status is not the endpoint's. */
  async call<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<Answer<E>> {
    const answer = await this.try(endpoint, options);
    if (answer.status !== endpoint.status) throw new Error(`${endpoint.id}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Answer<E>;
  }

  /** Calls an endpoint that must refuse. @returns its problem document. */
  async refused<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<Problem> {
    const answer = await this.try(endpoint, options);
    if (answer.status < 400) throw new Error(`${endpoint.id} was not refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Problem;
  }
}
