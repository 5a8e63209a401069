import createFetchClient, { type Middleware } from 'openapi-fetch';
import createQueryHooks from 'openapi-react-query';
import { ProblemError, UnreachableError } from './problem.js';
import type { paths } from './schema.js';
import { noteServerTime } from './server-clock.js';
import { noteHeaders } from './server-facts.js';
import type { Problem } from './types.js';

const answers: Middleware = {
  async onResponse({ response }) {
    noteServerTime(response.headers);
    noteHeaders(response);
    if (response.ok) return;
    if (response.headers.get('content-type')?.startsWith('application/problem+json'))
      throw new ProblemError((await response.json()) as Problem);
    throw new UnreachableError(`The answer ${response.status} ${response.statusText} is not from a Weft server. Check for a proxy.`);
  },
  onError({ error }) {
    return new UnreachableError('The server does not answer.', { cause: error });
  },
};

/** Direct client, for requests that the hooks cannot express: a query whose time range moves. */
export const client = createFetchClient<paths>({ baseUrl: '/' });
client.use(answers);

/** The API as hooks. The server's OpenAPI document types paths, parameters, bodies and responses. */
export const api = createQueryHooks(client);

/** Value of If-Match: the change applies to the version of the object on screen. */
export const ifMatch = ({ version }: { version: number }) => ({ 'If-Match': `"${version}"` });
