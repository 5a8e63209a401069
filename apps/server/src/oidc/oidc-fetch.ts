import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import type { CustomFetchOptions } from 'openid-client';

const MOST_ANSWER_BYTES = 2 ** 20;
/** The whole exchange of one request. */
const ANSWER_MS = 5000;

/** Requests to the provider: bounded in time and size, without redirects, and with a further certificate authority (PEM), which `fetch` does not take. */
export const oidcFetch =
  (authority: string | null) =>
  (url: string, { method, headers, body }: CustomFetchOptions): Promise<Response> => {
    const options: RequestOptions = {
      method,
      headers,
      signal: AbortSignal.timeout(ANSWER_MS),
      minVersion: 'TLSv1.2',
      // Logins are rare: a kept connection would often be a dead one.
      agent: false,
      ...(authority === null ? {} : { ca: [authority, ...rootCertificates] }),
    } as RequestOptions;
    return new Promise((resolve, reject) => {
      const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, options, (answer) => {
        const chunks: Buffer[] = [];
        let length = 0;
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > MOST_ANSWER_BYTES) request.destroy(new Error(`the answer has more than ${MOST_ANSWER_BYTES} bytes`));
          else chunks.push(chunk);
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const status = answer.statusCode ?? 502;
          const hasBody = status !== 204 && status !== 304;
          const texts = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
          resolve(new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers: texts }));
        });
      });
      request.on('error', reject);
      request.end(body === null || body === undefined ? undefined : String(body));
    });
  };
