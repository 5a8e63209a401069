import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { usage } from '../core/failure.js';

/** One cluster and one login. */
export interface Context {
  server: string;
  /** PEM of the authority that a person accepted, or that --ca-file named: the only one that counts. */
  ca?: string;
  /** Its SHA-256, for people. */
  fingerprint?: string;
  user?: string;
  /** Cookie of a session. */
  session?: string;
  token?: string;
}

export interface Config {
  current?: string;
  contexts: Record<string, Context>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const configPath = (env: Environment): string =>
  env.WEFT_CLI_CONFIG ?? join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'weft', 'config.json');

/** @throws Failure for a file that others can read, or that is no configuration */
export function readConfig(path: string): Config {
  let text: string;
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) throw usage(`${path} has logins, and other users can read it.`, `chmod 600 ${path}`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { contexts: {} };
    throw error;
  }
  try {
    const config = JSON.parse(text) as Partial<Config> | null;
    if (typeof config?.contexts === 'object') return { ...config, contexts: config.contexts };
  } catch {
    // The error below names the remedy.
  }
  throw usage(`${path} is not a configuration of weft.`, `Move it away, and log in again.`);
}

/** Replaces the file in one step, with mode 0600 from its first byte on. */
export function writeConfig(path: string, config: Config): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, path);
}
