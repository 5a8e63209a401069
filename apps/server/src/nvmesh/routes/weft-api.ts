import type { Body, Endpoint, Params, Query, Response } from '@weft/shared/endpoints/definition/endpoint';
import { MAX_PAGE } from '@weft/shared/endpoints/definition/endpoint';
import type { Problem } from '@weft/shared/errors/errors';
import type { FastifyInstance } from 'fastify';

/** The caller of the adapter, as Weft's API sees it. */
export interface OnBehalfOf {
  /** Session cookie or API token, user agent, and what proxies add. */
  headers: Record<string, string>;
  remoteAddress: string;
}

/** Weft's API refused a request: its own code and sentence. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly code: string;
  readonly status: number;
  readonly field: string | undefined;

  constructor(problem: Problem) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status;
    this.field = problem.field;
  }
}

interface Input<E extends Endpoint> {
  params?: Params<E>;
  query?: Partial<Query<E>>;
  body?: Body<E>;
  /** Version for If-Match. */
  ifMatch?: number;
}

/** Bounds a listing that would never end. */
const MOST_PAGES = 1000;

/**
 * Requests to Weft's API within this process, in the name of one caller. They pass the same limits, authentication, permissions, volume scopes, checks and
 * audit as requests from the network do, so the adapter holds none of these rules itself.
 */
export class WeftApi {
  constructor(
    private readonly fastify: FastifyInstance,
    private readonly caller: OnBehalfOf,
  ) {}

  /** @throws ApiRefusal */
  async call<const E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<Response<E>> {
    return (await this.send(endpoint, input)).answer;
  }

  /** As `call`, with the cookies that the answer sets. @throws ApiRefusal */
  async send<const E extends Endpoint>(
    endpoint: E,
    { params, query, body, ifMatch }: Input<E> = {},
  ): Promise<{ answer: Response<E>; cookies: string[] }> {
    const named = (params ?? {}) as Record<string, string>;
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(named[name] ?? ''));
    const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]));
    const { headers, remoteAddress } = this.caller;
    const {
      statusCode,
      payload,
      headers: answered,
    } = await this.fastify.inject({
      method: endpoint.method,
      url: search.size > 0 ? `${path}?${search}` : path,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
      },
      remoteAddress,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    if (statusCode !== endpoint.status) throw new ApiRefusal(JSON.parse(payload) as Problem);
    const cookies = [answered['set-cookie'] ?? []].flat();
    return { answer: (payload === '' ? undefined : JSON.parse(payload)) as Response<E>, cookies };
  }

  /** All items of a list, page by page. @throws ApiRefusal */
  async all<T>(endpoint: Endpoint, query: Record<string, string> = {}): Promise<T[]> {
    const items: T[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < MOST_PAGES; page++) {
      const more: { items: T[]; nextCursor: string | null } = (await this.call(endpoint, {
        query: { ...query, limit: MAX_PAGE, ...(cursor === null ? {} : { cursor }) } as never,
      })) as never;
      items.push(...more.items);
      cursor = more.nextCursor;
      if (cursor === null) return items;
    }
    throw new Error(`${endpoint.id} has more than ${MOST_PAGES} pages`);
  }
}
