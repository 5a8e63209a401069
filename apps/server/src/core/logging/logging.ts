import { LoggerModule } from 'nestjs-pino';
import type { Options } from 'pino-http';
import type { Config } from '../../config/config.schema.js';
import { callerName } from '../http/caller.js';
import type { LoggedRequest } from '../http/request.js';

const SECRETS = [
  'password',
  'newPassword',
  'currentPassword',
  'passwordHash',
  'token',
  'tokenHash',
  'credential',
  'credentialHash',
  'nextHash',
  'mongodbUri',
  'scrapeToken',
];
const HEADERS = ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'];

/** Never written, wherever it is in what is logged (to two levels: more would cost every line). */
export const redact = {
  paths: [...HEADERS, ...SECRETS, ...SECRETS.map((name) => `*.${name}`), ...SECRETS.map((name) => `*.*.${name}`)],
  censor: '***',
};

/** Requests that say nothing worth keeping. */
const QUIET = ['/healthz', '/readyz', '/metrics'];

/** How requests are logged: with the address of the client (`trustProxy`), and with the user when the answer is sent. */
export const requestLogging = (config: Pick<Config, 'logLevel'>) =>
  ({
    level: config.logLevel,
    redact,
    autoLogging: { ignore: (request) => QUIET.includes((request as { originalUrl?: string }).originalUrl ?? request.url ?? '') },
    serializers: {
      req: ({ id, method, url, remoteAddress, raw }: SerializedRequest) => ({ id, method, url, remoteAddress: raw?.ip ?? remoteAddress }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
    customProps: (request) => {
      const { weftCaller } = request as LoggedRequest;
      return weftCaller ? { user: callerName(weftCaller) } : {};
    },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
  }) satisfies Options;

interface SerializedRequest {
  id: unknown;
  method: string;
  url: string;
  remoteAddress: string;
  /** Node's request; Fastify adds the address of the client to it. */
  raw?: { ip?: string };
}

/** One line a request and one an event, JSON on standard output. */
export const logging = (config: Config) => LoggerModule.forRoot({ pinoHttp: requestLogging(config) });
