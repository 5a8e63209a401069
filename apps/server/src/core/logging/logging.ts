import { OIDC_RETURN_PATH } from '@weft/shared/kinds/access/oidc';
import { LoggerModule } from 'nestjs-pino';
import type { Options } from 'pino-http';
import type { Config } from '../../config/config.schema.js';
import { callerName, tokenOf } from '../http/caller.js';
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
  'keyHex',
];
const HEADERS = ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'];

/** Secrets that are never logged, up to two levels deep in a logged object: more levels would slow down every line. */
export const redact = {
  paths: [...HEADERS, ...SECRETS, ...SECRETS.map((name) => `*.${name}`), ...SECRETS.map((name) => `*.*.${name}`)],
  censor: '***',
};

/** Paths of requests that are not worth logging. */
const QUIET = ['/healthz', '/readyz', '/metrics'];

/** Options of the request log. A line contains the client's address (`trustProxy`) and, once the response is sent, the user. */
export const requestLogging = (config: Pick<Config, 'logLevel'>) =>
  ({
    level: config.logLevel,
    redact,
    autoLogging: { ignore: (request) => QUIET.includes((request as { originalUrl?: string }).originalUrl ?? request.url ?? '') },
    serializers: {
      req: ({ id, method, url, remoteAddress, raw }: SerializedRequest) => ({
        id,
        method,
        url: url.startsWith(`${OIDC_RETURN_PATH}?`) ? `${OIDC_RETURN_PATH}?***` : url,
        remoteAddress: raw?.weftAddress ?? remoteAddress,
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
    customProps: (request) => {
      const { weftCaller } = request as LoggedRequest;
      const token = weftCaller && tokenOf(weftCaller);
      return weftCaller ? { user: callerName(weftCaller), ...(token ? { apiToken: token.name } : {}) } : {};
    },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
  }) satisfies Options;

interface SerializedRequest {
  id: unknown;
  method: string;
  url: string;
  remoteAddress: string;
  raw?: LoggedRequest;
}

/** One line per request and one per event, as JSON on standard output. */
export const logging = (config: Config) => LoggerModule.forRoot({ pinoHttp: requestLogging(config) });
