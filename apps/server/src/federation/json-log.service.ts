import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { Config } from '../config/config.schema.js';
import { redact } from '../core/logging/logging.js';

/** The log of a program without Nest's application: one line of JSON for each event, as that of the server. */
export function jsonLog({ logLevel }: Pick<Config, 'logLevel'>): LoggerService {
  const logger = pino({ level: logLevel, redact });
  /** Nest's calls end with the name of their context; an object of data comes before the text. */
  const write =
    (level: 'info' | 'warn' | 'error' | 'debug') =>
    (first: unknown, ...rest: unknown[]): void => {
      const context = rest.at(-1);
      if (typeof first === 'object' && first !== null) logger[level]({ ...first, context }, String(rest[0]));
      else logger[level]({ context }, String(first));
    };
  return { log: write('info'), warn: write('warn'), error: write('error'), debug: write('debug') };
}
