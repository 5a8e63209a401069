import createFetchClient, { type Middleware } from 'openapi-fetch';
import createQueryHooks from 'openapi-react-query';
import { ProblemError, UnreachableError } from './problem.js';
import type { paths } from './schema.js';
import { noteServerTime } from './server-clock.js';
import { noteHeaders } from './server-facts.js';
import type { Problem } from './types.js';

const answers: Middleware = {
  async onResponse({ response }) {
    noteHeaders(response.headers);
    noteServerTime(response.headers);
    if (response.ok) return;
    if (response.headers.get('content-type')?.startsWith('application/problem+json'))
      throw new ProblemError((await response.json()) as Problem);
    throw new UnreachableError(`The answer was ${response.status} ${response.statusText}, and not from a Weft server: is there a proxy?`);
  },
  onError({ error }) {
    return new UnreachableError('The server does not answer.', { cause: error });
  },
};

/** For what hooks cannot say: a query whose time moves on. */
export const client = createFetchClient<paths>({ baseUrl: '/' });
client.use(answers);

/** The API as hooks; paths, parameters, bodies and answers are typed by the server's document. */
export const api = createQueryHooks(client);

/** Value of If-Match: the change is for the object as it is shown. */
export const ifMatch = ({ version }: { version: number }) => ({ 'If-Match': `"${version}"` });
