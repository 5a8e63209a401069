import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import { explained, SendError } from './sender.js';

export interface PostOptions {
  headers?: Record<string, string>;
  /** PEM of a further certificate authority. */
  authority: string | null;
  signal: AbortSignal;
}

const MOST_ANSWER_BYTES = 4096;
/** Too early, too many requests, request timeout: the same message may succeed later. */
const PASSING = [408, 425, 429];

/** An authority that was given counts beside those of the system. */
export const authorities = (authority: string | null): { ca?: string[] } =>
  authority === null ? {} : { ca: [authority, ...rootCertificates] };

/**
 * POSTs JSON. Redirects are not followed: the receiver is the one that an administrator named.
 * @throws SendError, with the receiver's status and the start of its answer
 */
export async function post(url: string, body: string, { headers, authority, signal }: PostOptions): Promise<void> {
  const { status, text } = await answerOf(url, body, { headers: headers ?? {}, authority, signal }).catch((cause: unknown) => {
    throw new SendError(explained(cause), false, { cause });
  });
  if (status >= 200 && status < 300) return;
  const refused = status >= 300 && status < 500 && !PASSING.includes(status);
  throw new SendError(`The receiver answered ${status}: ${text.trim().slice(0, 200)}`, refused);
}

function answerOf(
  url: string,
  body: string,
  { headers, authority, signal }: Required<PostOptions>,
): Promise<{ status: number; text: string }> {
  const options: RequestOptions = {
    ...{ method: 'POST', signal, ...authorities(authority), minVersion: 'TLSv1.2' },
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'weft-server',
      ...headers,
    },
  };
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
        // The status is known: nobody reads the rest of a long answer.
        if (text.length > MOST_ANSWER_BYTES) answer.destroy();
      });
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', (error) => (text.length > MOST_ANSWER_BYTES ? undefined : reject(error)));
    });
    request.on('error', reject);
    request.end(body);
  });
}
