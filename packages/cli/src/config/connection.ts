import { usage } from '../core/failure.js';
import { readTextFile } from '../core/text-file.js';
import { type Config, type Context, configPath, readConfig, writeConfig } from './config-file.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Chosen {
  /** Name of the context. Absent: the server was given without one. */
  name?: string;
  context: Context;
}

export interface ConnectionOptions {
  server?: string;
  context?: string;
  caFile?: string;
}

/** Reads an address as people write it: `weft1`, `weft1:4000`, `http://127.0.0.1:4000`. @throws Failure */
export function serverUrl(text: string): URL {
  try {
    const url = new URL(/^https?:\/\//.test(text) ? text : `https://${text}`);
    if (url.pathname !== '/' || url.search || url.username) throw new TypeError();
    return url;
  } catch {
    throw usage(`"${text}" is not the address of a server.`, 'Write https://HOST:PORT, without a path.');
  }
}

/**
 * Which server to talk to, and how: the options, then the environment, then the current context. The address of another server than the
 * context's comes without its login: a token must not go to whoever has been named.
 * @throws Failure without any
 */
export function chooseContext(config: Config, options: ConnectionOptions, env: Environment): Chosen {
  const name = options.context ?? env.WEFT_CONTEXT ?? config.current;
  const context = name === undefined ? undefined : config.contexts[name];
  if ((options.context ?? env.WEFT_CONTEXT) && !context) throw usage(`There is no context "${name}".`, 'weft context list shows all.');
  const server = options.server ?? env.WEFT_SERVER ?? context?.server;
  if (server === undefined) throw usage('No server is given.', 'Log in: weft login https://HOST:PORT. Or give --server or WEFT_SERVER.');
  const origin = serverUrl(server).origin;
  const own = context && serverUrl(context.server).origin === origin ? context : undefined;
  const caFile = options.caFile ?? env.WEFT_CA_FILE;
  const ca = caFile === undefined ? own?.ca : readCa(caFile);
  const token = env.WEFT_TOKEN ?? own?.token;
  return {
    ...(own && name !== undefined ? { name } : {}),
    context: { ...own, server: origin, ...(ca ? { ca } : {}), ...(token ? { token } : {}) },
  };
}

export function readCa(path: string): string {
  const text = readTextFile(path);
  if (!text.includes('BEGIN CERTIFICATE')) throw usage(`${path} has no certificate (PEM).`);
  return text;
}

/** Changes one context in the file as it is now: another command may have written it meanwhile. */
export function changeConfig(env: Environment, change: (config: Config) => Config): void {
  const path = configPath(env);
  writeConfig(path, change(readConfig(path)));
}
