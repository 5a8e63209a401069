import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';

export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    uid?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    deletionTimestamp?: string;
  };
}

/** A request that the API of Kubernetes refused. */
export class KubeError extends Error {
  constructor(
    readonly status: number,
    what: string,
    body: string,
  ) {
    super(`${what}: ${status}: ${body.slice(0, 1000)}`);
  }
}

const TIMEOUT_MS = 60_000;
/** Format of the changes in a PATCH request (RFC 7386). */
const MERGE_PATCH = 'application/merge-patch+json';

/** Requests to a kube-apiserver. The tests need five verbs, and no client of every kind. */
export class KubeApi {
  constructor(
    readonly port: number,
    readonly ca: string,
    readonly token: string,
  ) {}

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  get<T = KubeObject>(path: string): Promise<T> {
    return this.send<T>('GET', path);
  }

  /** Whether the server and everything that it does at its start are ready. */
  async isReady(): Promise<boolean> {
    try {
      return (await this.sendText('GET', '/readyz')) === 'ok';
    } catch (error) {
      const starting = error instanceof KubeError || (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
      if (!starting) throw error;
      return false;
    }
  }

  /** @returns undefined when there is no such object */
  async find<T = KubeObject>(path: string): Promise<T | undefined> {
    try {
      return await this.get<T>(path);
    } catch (error) {
      if (error instanceof KubeError && error.status === 404) return undefined;
      throw error;
    }
  }

  async list<T = KubeObject>(path: string): Promise<T[]> {
    return (await this.get<{ items: T[] }>(path)).items;
  }

  create<T = KubeObject>(path: string, body: object): Promise<T> {
    return this.send<T>('POST', path, body);
  }

  patch<T = KubeObject>(path: string, body: object): Promise<T> {
    return this.send<T>('PATCH', path, body, MERGE_PATCH);
  }

  /** @param graceSeconds time that a pod has to end */
  delete(path: string, graceSeconds?: number): Promise<unknown> {
    return this.send('DELETE', path, graceSeconds === undefined ? undefined : { gracePeriodSeconds: graceSeconds });
  }

  private async send<T>(method: string, path: string, body?: object, type?: string): Promise<T> {
    return JSON.parse(await this.sendText(method, path, body, type)) as T;
  }

  private async sendText(method: string, path: string, body?: object, type = 'application/json'): Promise<string> {
    const json = body && JSON.stringify(body);
    const options: RequestOptions = {
      ...{ host: '127.0.0.1', port: this.port, ca: this.ca, method, path, timeout: TIMEOUT_MS },
      headers: {
        authorization: `Bearer ${this.token}`,
        // Node gives no length to the body of a DELETE by itself.
        ...(json ? { 'content-type': type, 'content-length': Buffer.byteLength(json) } : {}),
      },
    };
    const sent = request(options);
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer within ${TIMEOUT_MS / 1000} s`)));
    sent.end(json);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const [answered, status = 0] = [await text(answer), answer.statusCode];
    if (status >= 300) throw new KubeError(status, `${method} ${path}`, answered);
    return answered;
  }
}
