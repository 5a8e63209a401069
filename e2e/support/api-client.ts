import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response as Answer, Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Problem } from '@weft/shared/errors/errors';
import type { Job } from '@weft/shared/kinds/job';
import type { z } from 'zod';

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

export interface CallOptions<E extends Endpoint> {
  params?: InputOf<E['params']>;
  query?: InputOf<E['query']>;
  body?: InputOf<E['body']>;
  /** Version for If-Match. */
  ifMatch?: number;
  headers?: Record<string, string>;
}

/** The API answered with a problem document. */
export class ProblemError extends Error {
  constructor(
    readonly endpointId: string,
    readonly problem: Problem,
  ) {
    super(`${endpointId}: ${problem.status} ${problem.code}: ${problem.detail}`);
  }
}

/** Calls the API as a person with a session does. Types come from the contract. */
export class ApiClient {
  private session: { cookie?: string } = {};

  constructor(
    readonly url: string,
    /** Time limit for one answer. */
    private readonly timeoutSeconds = 60,
  ) {}

  /** `name=value` after the login, for other programs that call the API. */
  get sessionCookie(): string | undefined {
    return this.session.cookie;
  }

  /** The same session at another server of the cluster, also when it begins later. */
  at(url: string): ApiClient {
    const client = new ApiClient(url, this.timeoutSeconds);
    client.session = this.session;
    return client;
  }

  /** A client in a session that another one began. */
  static inSession(url: string, sessionCookie: string | undefined, timeoutSeconds?: number): ApiClient {
    const client = new ApiClient(url, timeoutSeconds);
    if (sessionCookie) client.session.cookie = sessionCookie;
    return client;
  }

  async login(name: string, password: string): Promise<void> {
    await this.call(endpoints.login, { body: { name, password } });
  }

  /** Logs in as `admin` with the password that the server made, and changes it as a person has to. @returns the new one */
  async firstLogin(currentPassword: string): Promise<string> {
    const newPassword = randomBytes(16).toString('base64url');
    await this.login('admin', currentPassword);
    await this.call(endpoints.changePassword, { body: { currentPassword, newPassword } });
    return newPassword;
  }

  async call<const E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<Answer<E>> {
    const { params, query, body, ifMatch, headers } = options as CallOptions<Endpoint> & {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params?.[key])));
    const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]));
    const response = await fetch(`${this.url}${path}${search.size > 0 ? `?${search}` : ''}`, {
      method: endpoint.method,
      headers: {
        ...(this.session.cookie ? { cookie: this.session.cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(this.timeoutSeconds * 1000),
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie) this.session.cookie = cookie;
    const text = await response.text();
    if (response.status !== endpoint.status) throw new ProblemError(endpoint.id, JSON.parse(text) as Problem);
    return (text === '' ? undefined : JSON.parse(text)) as Answer<E>;
  }

  /**
   * Waits for a job to end.
   * @throws Error with the job, including its blockers, when the job does not end in time.
   */
  async finished(jobId: string, timeoutSeconds = 120): Promise<Job> {
    let job: Job | undefined;
    try {
      return await until(`job ${jobId}`, timeoutSeconds, async () => {
        job = await this.call(endpoints.getJob, { params: { id: jobId } });
        return job.state === 'done' || job.state === 'failed' ? job : undefined;
      });
    } catch (cause) {
      throw new Error(`${(cause as Error).message}: ${JSON.stringify(job, null, 1)}`, { cause });
    }
  }

  /** Waits until a job is done. @throws Error with the reason when it failed. */
  async done(jobId: string, timeoutSeconds = 120): Promise<Job> {
    const job = await this.finished(jobId, timeoutSeconds);
    if (job.state === 'failed') throw new Error(`${job.kind} of ${job.subject.name} failed: ${JSON.stringify(job.error)}`);
    return job;
  }
}

/** Pauses between two questions of `until`, in milliseconds: most states are there soon, and a later one is asked for less often. */
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 200;

/** Polls until `ask` returns a value other than undefined. The state ends the wait; the time is only its bound. */
export async function until<T>(what: string, timeoutSeconds: number, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + timeoutSeconds * 1000;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 1.5)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`${what}: not there after ${timeoutSeconds} s`);
    await sleep(pause);
  }
}
