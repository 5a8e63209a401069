import { Logger } from '@nestjs/common';
import { ConfigError } from '../config/load-config.js';
import { newReader, readFederationConfig, startFederation } from '../federation/federation.service.js';
import { jsonLog } from '../federation/json-log.service.js';
import type { Arguments } from './arguments.js';

/** `weft-server federate`: serves until the first signal, without a database. */
export async function federateCommand({ config: file }: Arguments): Promise<number> {
  if (file === undefined) throw new ConfigError('federate needs --config FILE: the zones are in it (docs/zones.md).');
  const config = readFederationConfig(file);
  Logger.overrideLogger(jsonLog(config));
  const federation = await startFederation(config);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await federation.stop();
  return 0;
}

/** `weft-server federate-token`: prints a new token of a reader, and the entry for the file of readers. It stores nothing. */
export function federateTokenCommand({ reader = '', days, zones }: Arguments, print: (line: string) => void): number {
  const { token, reader: entry } = newReader(reader, days ?? 365, zones);
  print(`token, for the reader alone: ${token}`);
  print(`entry for the list "readers" in readersFile: ${JSON.stringify(entry)}`);
  return 0;
}
