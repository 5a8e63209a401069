import { LoggerModule } from 'nestjs-pino';
import type { Config } from '../../config/config.schema.js';

const SECRETS = [
  'password',
  'newPassword',
  'currentPassword',
  'passwordHash',
  'token',
  'tokenHash',
  'credential',
  'credentialHash',
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

/** One line a request and one an event, JSON on standard output. */
export const logging = (config: Config) =>
  LoggerModule.forRoot({
    pinoHttp: {
      level: config.logLevel,
      redact,
      autoLogging: { ignore: (request) => QUIET.includes((request as { originalUrl?: string }).originalUrl ?? request.url ?? '') },
      serializers: {
        req: ({ id, method, url, remoteAddress }: { id: unknown; method: string; url: string; remoteAddress: string }) => ({
          id,
          method,
          url,
          remoteAddress,
        }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      },
      customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    },
  });
