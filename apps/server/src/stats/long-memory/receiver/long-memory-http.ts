import { readFileSync } from 'node:fs';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { WEFT_VERSION } from '@weft/shared/version';
import { CONFIG, type Config } from '../../../config/config.schema.js';

export interface LongMemoryAnswer {
  status: number;
  /** Seconds of `Retry-After`; undefined: none, or a date that is over. */
  retryAfterSeconds: number | undefined;
  body: string;
}

export interface LongMemoryPost {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | string;
  /** A longer answer is an error. */
  mostBytes: number;
  /** Ends the request earlier than the time limit. */
  signal?: AbortSignal;
}

/** Requests to the long memory, with its credentials and authority, bounded in time and size, without redirects. */
@Injectable()
export class LongMemoryHttp implements OnApplicationShutdown {
  private readonly plain = new HttpAgent({ keepAlive: true });
  private readonly tls: HttpsAgent;
  private readonly credentials: Record<string, string>;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const { longMemoryCaFile: file } = config;
    const ca = file === null ? {} : { ca: [readFileSync(file, 'utf8'), ...rootCertificates] };
    this.tls = new HttpsAgent({ keepAlive: true, minVersion: 'TLSv1.2', ...ca });
    this.credentials = credentialsOf(config);
  }

  onApplicationShutdown(): void {
    this.plain.destroy();
    this.tls.destroy();
  }

  /** @throws Error whose message is fit for people: no connection, no answer in time, or a too large one */
  async post({ url, headers, body, mostBytes, signal }: LongMemoryPost): Promise<LongMemoryAnswer> {
    const seconds = this.config.longMemoryTimeoutSeconds;
    const timeout = AbortSignal.timeout(seconds * 1000);
    const options = {
      method: 'POST',
      headers: { 'user-agent': `weft-server/${WEFT_VERSION}`, ...this.credentials, ...headers, 'content-length': Buffer.byteLength(body) },
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      agent: url.startsWith('https:') ? this.tls : this.plain,
    };
    try {
      return await new Promise((resolve, reject) => {
        const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, options, (answer) => {
          readAnswer(answer, mostBytes).then(resolve, reject);
        });
        request.on('error', reject);
        request.end(body);
      });
    } catch (cause) {
      if (timeout.aborted) throw new Error(`no answer within ${seconds} s`, { cause });
      throw new Error((cause as { code?: string }).code ?? (cause as Error).message, { cause });
    }
  }
}

function credentialsOf(config: Config): Record<string, string> {
  const { longMemoryUser: user, longMemoryPassword: password, longMemoryToken: token, longMemoryTenant: tenant } = config;
  const authorization =
    token !== null ? `Bearer ${token}` : user !== null ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : undefined;
  return {
    ...(authorization === undefined ? {} : { authorization }),
    // Grafana Mimir ("HTTP API", Authentication) and Thanos ("Receiver", tenant header).
    ...(tenant === null ? {} : { 'x-scope-orgid': tenant, 'thanos-tenant': tenant }),
  };
}

async function readAnswer(answer: IncomingMessage, mostBytes: number): Promise<LongMemoryAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) throw new Error(`the answer has more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return {
    status: answer.statusCode ?? 0,
    retryAfterSeconds: retryAfterSeconds(answer.headers['retry-after'], Date.now()),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const seconds = (Date.parse(header) - now) / 1000;
  return seconds > 0 ? seconds : undefined;
}
