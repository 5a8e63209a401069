import { LoggerModule } from 'nestjs-pino';
import type { Config } from '../../config/config.schema.js';

/** Never logged, wherever they appear in what is logged. */
const SECRETS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'res.headers["set-cookie"]',
  '*.password',
  '*.newPassword',
  '*.currentPassword',
  '*.passwordHash',
  '*.token',
  '*.tokenHash',
  '*.credential',
  '*.credentialHash',
  '*.mongodbUri',
  '*.scrapeToken',
];

/** Requests that say nothing worth keeping. */
const QUIET = ['/healthz', '/readyz', '/metrics'];

/** One line a request and one an event, JSON on standard output. */
export const logging = (config: Config) =>
  LoggerModule.forRoot({
    pinoHttp: {
      level: config.logLevel,
      redact: { paths: SECRETS, censor: '***' },
      autoLogging: { ignore: (request) => QUIET.includes(request.url ?? '') },
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
