import createFetchClient from 'openapi-fetch';
import type { paths } from './schema.js';

/** A request as passed to the client. The sent request and the shown command come from the same value. */
export interface ApiRequest<I = unknown> {
  method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  path: keyof paths;
  init: I;
}

export const apiRequest = <I>(method: ApiRequest['method'], path: keyof paths, init: I): ApiRequest<I> => ({ method, path, init });

/** Comma-separated lists in queries (contract of the API). */
const querySerializer = { array: { style: 'form', explode: false } } as const;

/** The exact request that the client builds, captured before it is sent. */
async function requestOf({ method, path, init }: ApiRequest, baseUrl: string): Promise<Request> {
  let made: Request | null = null;
  const client = createFetchClient<Record<string, Record<string, never>>>({
    baseUrl,
    querySerializer,
    fetch: (request) => {
      made = request;
      return Promise.resolve(new Response(null, { status: 204 }));
    },
  });
  await (client.request as (method: string, path: string, init: unknown) => Promise<unknown>)(method, path, init);
  if (!made) throw new Error(`The client made no request ${method} ${path}.`);
  return made;
}

/** Unescapes characters that a query may contain as they are (RFC 3986, 3.4), so that lists and kinds stay readable. */
const readable = (url: string): string => url.replaceAll('%3A', ':').replaceAll('%2C', ',');

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a shell command. It names the session but never prints it: commands end up in histories and tickets. */
export async function curlOf(of: ApiRequest, baseUrl: string = location.origin): Promise<string> {
  const request = await requestOf(of, baseUrl);
  const body = await request.text();
  const headers = [...request.headers].filter(([name]) => name !== 'content-length' && name !== 'cookie');
  return [
    `curl --fail-with-body -X ${request.method} ${quoted(readable(request.url))}`,
    '--cookie "weft_session=$WEFT_SESSION"',
    ...headers.map(([name, value]) => `-H ${quoted(`${HEADER_WORDS[name] ?? name}: ${value}`)}`),
    ...(body === '' ? [] : [`--data ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** Headers arrive in lower case; this is their spelling in the documents. */
const HEADER_WORDS: Record<string, string> = {
  'if-match': 'If-Match',
  'idempotency-key': 'Idempotency-Key',
  'content-type': 'Content-Type',
};
