import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response as Answer, Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import type { EndpointId, endpoints } from '@weft/shared/endpoints/endpoints';
import { WEFT_VERSION } from '@weft/shared/version';
import type { z } from 'zod';
import { problemFailure } from './problem.js';
import { REQUEST_ATTEMPTS, retryAfterMs } from './retries.js';
import { closeConnections, send, type Target } from './transport.js';

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

export interface CallOptions<E extends Endpoint> {
  params?: InputOf<E['params']>;
  query?: InputOf<E['query']>;
  body?: InputOf<E['body']>;
  /** Version that the change is based on. */
  ifMatch?: number;
  /** Of a create: a repetition with the same key makes nothing twice. Absent: a new key for each call. */
  idempotencyKey?: string;
}

export interface RequestOptions {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  ifMatch?: number;
  idempotencyKey?: string;
  /** A repetition has no further effect: it may be sent again when the server is busy. */
  repeatable?: boolean;
  /** Never sent again: a login. */
  once?: true;
  signal?: AbortSignal;
}

export interface ClientOptions extends Target {
  /** API token. */
  token?: string;
  /** `name=value` of a session. */
  session?: string;
  /** A login began a session, or the server renewed it. */
  onSession?: (session: string) => void;
  /** Gets a message before each repetition. */
  onWait?: (message: string) => void;
  timeoutMs?: number;
  /** Waits between two attempts. Default: the clock. */
  pause?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  /** Ends every request. */
  signal?: AbortSignal;
  /** Finds the authority with the fingerprint that the caller knows, before the first request. */
  pin?: () => Promise<string | undefined>;
  routes: Record<string, readonly [method: string, path: string]>;
}

/** Calls the API. Types come from the contract. */
export class Client {
  constructor(private readonly options: ClientOptions) {}

  get url(): URL {
    return this.options.url;
  }

  /** Headers that prove who calls. */
  get credentials(): Record<string, string> {
    const { token, session } = this.options;
    if (token) return { authorization: `Bearer ${token}` };
    return session ? { cookie: session } : {};
  }

  get ca(): string | undefined {
    return this.options.ca;
  }

  /** Calls an operation. @throws ProblemFailure when the server refuses it */
  async call<Id extends EndpointId>(id: Id, options: CallOptions<(typeof endpoints)[Id]> = {}): Promise<Answer<(typeof endpoints)[Id]>> {
    const [method, path] = this.options.routes[id] ?? [];
    if (method === undefined || path === undefined) throw new Error(`The API has no operation ${id}`);
    return (await this.request(method, path, options as RequestOptions)) as Answer<(typeof endpoints)[Id]>;
  }

  /** Sends a request by method and path. @returns the body; undefined: the answer has none */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<unknown> {
    const text = await textOf(await this.answer(method, path, options));
    return text === '' ? undefined : JSON.parse(text);
  }

  /** The answer to a request, for the bytes of a file. @throws ProblemFailure */
  async answer(method: string, path: string, options: RequestOptions = {}): Promise<IncomingMessage> {
    const key = options.idempotencyKey;
    const repeatable = options.repeatable ?? (method === 'GET' || key !== undefined);
    for (let attempt = 1; ; attempt++) {
      const answer = await this.sendOnce(method, path, options);
      const status = answer.statusCode ?? 0;
      const wait =
        attempt < REQUEST_ATTEMPTS && !options.once ? retryAfterMs(status, answer.headers['retry-after'], repeatable) : undefined;
      if (wait === undefined) {
        if (status >= 400) throw problemFailure(status, await textOf(answer));
        this.keepSession(answer);
        return answer;
      }
      answer.resume();
      this.options.onWait?.(`The server is busy (${status}): the request is sent again in ${Math.ceil(wait / 1000)} s.`);
      const { pause = byClock } = this.options;
      await pause(wait, options.signal ?? this.options.signal);
    }
  }

  /** Trusts the authority from the first request on. */
  async trust(): Promise<void> {
    const { pin } = this.options;
    if (!pin || this.options.ca) return;
    const ca = await pin();
    if (ca) this.options.ca = ca;
  }

  private async sendOnce(
    method: string,
    path: string,
    { params = {}, query = {}, body, ifMatch, idempotencyKey, signal = this.options.signal }: RequestOptions,
  ): Promise<IncomingMessage> {
    await this.trust();
    const place = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]])),
    ).toString();
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      accept: 'application/json',
      'user-agent': `weft/${WEFT_VERSION}`,
      ...this.credentials,
      ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
      ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    };
    return send(this.options, {
      method,
      path: search === '' ? place : `${place}?${search}`,
      headers,
      timeoutMs: this.options.timeoutMs ?? 60_000,
      ...(text === undefined ? {} : { body: text }),
      ...(signal ? { signal } : {}),
    });
  }

  /** The session's cookie changes at a login, and when the server renews it. */
  private keepSession({ headers }: IncomingMessage): void {
    const cookie = headers['set-cookie']?.map((each) => each.split(';')[0] ?? '').find((each) => /^(__Host-)?weft_session=.+/.test(each));
    if (!cookie || cookie === this.options.session || this.options.token) return;
    this.options.session = cookie;
    this.options.onSession?.(cookie);
  }

  close(): void {
    closeConnections();
  }
}

const byClock = (ms: number, signal: AbortSignal | undefined): Promise<unknown> => sleep(ms, undefined, signal ? { signal } : {});

export const newIdempotencyKey = (): string => randomUUID();

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
