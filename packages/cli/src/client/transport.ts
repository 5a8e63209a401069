import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Failure } from '../core/failure.js';

/** A server and how to trust it. */
export interface Target {
  url: URL;
  /** PEM of the only authority that counts. Absent: those of the system. */
  ca?: string;
}

export interface Sent {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  signal?: AbortSignal;
}

const agents = new Map<string, HttpAgent | HttpsAgent>();

/** One connection serves many requests of a command. */
function agentOf({ url, ca }: Target): HttpAgent | HttpsAgent {
  const key = url.origin;
  const agent =
    agents.get(key) ??
    (url.protocol === 'https:' ? new HttpsAgent({ keepAlive: true, ...(ca ? { ca } : {}) }) : new HttpAgent({ keepAlive: true }));
  agents.set(key, agent);
  return agent;
}

/** Ends idle connections, so that the program can end. */
export function closeConnections(): void {
  for (const agent of agents.values()) agent.destroy();
  agents.clear();
}

/** Sends one request. @returns the answer, whose body is not read yet. @throws Failure when there is none */
export function send(target: Target, { method, path, headers, body, timeoutMs, signal }: Sent): Promise<IncomingMessage> {
  const request = target.url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, target.url), { method, headers, agent: agentOf(target), ...(signal ? { signal } : {}) }, resolve);
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    sent.on('error', (error) => reject(signal?.aborted ? error : connectionFailure(target.url, error)));
    sent.end(body);
  });
}

/** Reasons in words, of the errors that people meet most. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused (ECONNREFUSED)',
  ENOTFOUND: 'the name of the host is unknown (ENOTFOUND)',
};

export function connectionFailure({ origin }: URL, error: NodeJS.ErrnoException): Failure {
  const code = error.code ?? '';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return new Failure(
      'certificate',
      `The certificate of ${origin} is for other names: ${error.message}.`,
      'Use an address of the certificate, or add this one to publicUrl of the server.',
      { cause: error },
    );
  if (/SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_(HAS_EXPIRED|SIGNATURE|UNTRUSTED)|ISSUER/.test(code))
    return new Failure(
      'certificate',
      `The certificate of ${origin} cannot be verified: ${error.message} (${code}).`,
      'Log in again with `weft login` to pin its authority, or give --ca-file.',
      { cause: error },
    );
  if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return new Failure('unreachable', `${origin} does not speak TLS.`, 'Does its address begin with http://?', { cause: error });
  return new Failure(
    'unreachable',
    `No answer from ${origin}: ${REASONS[code] ?? (error.message || code)}.`,
    'Check the address (--server, WEFT_SERVER or the context), and that weft-server runs there.',
    { cause: error },
  );
}
