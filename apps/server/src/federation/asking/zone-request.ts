import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import { createGunzip } from 'node:zlib';

/** Why a request to a server of a zone has no answer. */
export type RequestFault =
  | { fault: 'late' }
  | { fault: 'too-large' }
  | { fault: 'certificate'; explanation: string }
  | { fault: 'unreachable'; explanation: string };

export class ZoneRequestError extends Error {
  override readonly name = 'ZoneRequestError';
  constructor(
    readonly of: RequestFault,
    cause?: unknown,
  ) {
    super(of.fault, { cause });
  }
}

export interface ZoneAnswer {
  status: number;
  isJson: boolean;
  body: Buffer;
}

export interface RequestBounds {
  limitMs: number;
  limitBytes: number;
}

/** Connections to one address: the round, the topology and a search have one each. */
const MOST_SOCKETS = 4;
/** Node's codes of certificates that cannot be verified (Node.js, TLS, "X509 certificate error codes"). */
const CERTIFICATE = /^(ERR_TLS_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(GET_ISSUER|VERIFY|GET_CRL)|HOSTNAME_MISMATCH|ERR_SSL_)/;
const MOST_EXPLANATION = 200;

function faultOf(error: unknown): RequestFault {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  const explanation = (message || code || 'the connection ended').slice(0, MOST_EXPLANATION);
  return CERTIFICATE.test(code) ? { fault: 'certificate', explanation } : { fault: 'unreachable', explanation };
}

/** One address of a zone, with connections of its own: what one zone does holds up no other. */
export class ZoneAddress {
  private readonly agent: HttpAgent;

  /** @param authority PEM; null: the authorities of the system */
  constructor(
    readonly url: string,
    authority: string | null,
  ) {
    const options = { keepAlive: true, keepAliveMsecs: 10_000, maxSockets: MOST_SOCKETS, maxFreeSockets: 2 };
    this.agent = url.startsWith('https:')
      ? new HttpsAgent({
          ...options,
          minVersion: 'TLSv1.2',
          rejectUnauthorized: true,
          ...(authority === null ? {} : { ca: [authority, ...rootCertificates] }),
        })
      : new HttpAgent(options);
  }

  /** One GET without redirects, bounded in time (connection and body included) and in bytes (as sent and after decompression). @throws ZoneRequestError */
  get(path: string, token: string, { limitMs, limitBytes }: RequestBounds): Promise<ZoneAnswer> {
    return new Promise((resolve, reject) => {
      const request = (this.url.startsWith('https:') ? requestHttps : requestHttp)(new URL(path, this.url), {
        agent: this.agent,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'accept-encoding': 'gzip' },
      });
      const fail = (of: RequestFault, cause?: unknown) => {
        clearTimeout(timer);
        reject(new ZoneRequestError(of, cause));
        request.destroy();
      };
      const timer = setTimeout(() => fail({ fault: 'late' }), limitMs);
      request.on('error', (error) => fail(faultOf(error), error));
      request.on('response', (answer) => {
        readBody(answer, limitBytes, (body) => {
          clearTimeout(timer);
          resolve({ status: answer.statusCode ?? 0, isJson: /[/+]json\b/.test(answer.headers['content-type'] ?? ''), body });
        }).catch((error: unknown) => (error instanceof ZoneRequestError ? fail(error.of) : fail(faultOf(error), error)));
      });
      request.end();
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

async function readBody(answer: IncomingMessage, limitBytes: number, done: (body: Buffer) => void): Promise<void> {
  const tooLarge = () => new ZoneRequestError({ fault: 'too-large' });
  if (Number(answer.headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  const isCompressed = answer.headers['content-encoding'] === 'gzip';
  const plain = isCompressed ? answer.pipe(createGunzip()) : answer;
  // `pipe` passes no errors on: without this, a connection that ends early would leave the decompression waiting.
  if (isCompressed) answer.once('error', (error) => plain.destroy(error));
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of plain as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limitBytes) throw tooLarge();
    chunks.push(chunk);
  }
  done(Buffer.concat(chunks));
}
