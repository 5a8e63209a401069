import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SERVICE_ACCOUNT } from '../kubernetes/out-of-service.js';
import { type LogLevel, logLevels } from '../log/log.js';

export const modes = ['controller', 'node', 'all'] as const;
export type Mode = (typeof modes)[number];

export interface Options {
  mode: Mode;
  /** Path. */
  socket: string;
  servers: URL[];
  ca?: string;
  /** Read with each request: a token that is renewed in its file needs no restart. */
  token: () => string;
  node: string;
  stateDir: string;
  /** Folder with the account of a pod. */
  serviceAccount: string;
  logLevel: LogLevel;
}

export class UsageError extends Error {}

export const HELP = `weft-csi [options]                          answers the calls of a container orchestrator
weft-csi call SERVICE/METHOD [JSON]         sends one call to --endpoint, and prints the answer
weft-csi call -                             the same for each line of standard input, up to the first refusal

  --mode controller|node|all   services to offer (all)
  --endpoint unix:///PATH      socket (CSI_ENDPOINT)
  --server URL[,URL...]        servers of Weft (WEFT_SERVER)
  --ca-file FILE               the only authority that counts for the servers (WEFT_CA_FILE)
  --token-file FILE            API token (WEFT_TOKEN_FILE; or the token itself in WEFT_TOKEN)
  --node NAME                  name of this machine's node in Weft, or its host name (WEFT_CSI_NODE)
  --state-dir FOLDER           keeps what must outlive this program (/var/lib/weft-csi)
  --service-account FOLDER     account of this pod in Kubernetes (${SERVICE_ACCOUNT})
  --log-level LEVEL            ${logLevels.join(', ')} (info)
  --version, --help
`;

const flags = {
  mode: { type: 'string' },
  endpoint: { type: 'string' },
  server: { type: 'string' },
  'ca-file': { type: 'string' },
  'token-file': { type: 'string' },
  node: { type: 'string' },
  'state-dir': { type: 'string' },
  'service-account': { type: 'string' },
  'log-level': { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;
export type Values = ReturnType<typeof readFlags>['values'];

/** @throws UsageError */
export function readFlags(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: flags, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

/** @returns path of the socket. @throws UsageError */
export function socketOf(values: Values, env: Environment): string {
  const endpoint = values.endpoint ?? env.CSI_ENDPOINT;
  if (!endpoint) throw new UsageError('No endpoint is given. Give --endpoint unix:///run/weft-csi/csi.sock, or CSI_ENDPOINT.');
  // Over a network, whoever reaches the port could mount and delete volumes.
  const [, path] = /^unix:(?:\/\/)?(\/.+)$/.exec(endpoint) ?? [];
  if (!path) throw new UsageError(`The endpoint "${endpoint}" is no socket: unix:///run/weft-csi/csi.sock.`);
  return path;
}

/** @throws UsageError */
export function readOptions(values: Values, env: Environment): Options {
  const mode = oneOf('mode', modes, values.mode ?? 'all');
  const logLevel = oneOf('log-level', logLevels, values['log-level'] ?? 'info');
  const node = values.node ?? env.WEFT_CSI_NODE ?? '';
  if (node === '' && mode !== 'controller')
    throw new UsageError('The node service needs the name of its node: --node NAME, or WEFT_CSI_NODE.');
  const caFile = values['ca-file'] ?? env.WEFT_CA_FILE;
  return {
    ...{ mode, logLevel, node, socket: socketOf(values, env), servers: serversOf(values.server ?? env.WEFT_SERVER) },
    ...(caFile ? { ca: readText(caFile) } : {}),
    token: tokenReader(values['token-file'] ?? env.WEFT_TOKEN_FILE, env.WEFT_TOKEN),
    stateDir: values['state-dir'] ?? '/var/lib/weft-csi',
    serviceAccount: values['service-account'] ?? SERVICE_ACCOUNT,
  };
}

function oneOf<const T extends string>(flag: string, values: readonly T[], given: string): T {
  const found = values.find((each) => each === given);
  if (!found) throw new UsageError(`--${flag} is ${values.join(', ')}, not "${given}".`);
  return found;
}

function serversOf(list: string | undefined): URL[] {
  if (!list) throw new UsageError('No server is given. Give --server https://HOST:PORT, or WEFT_SERVER; several are separated by commas.');
  return list.split(',').map((text) => {
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
      throw new UsageError(`"${text}" is no address of a server: https://HOST:PORT.`);
    return url;
  });
}

function tokenReader(file: string | undefined, token: string | undefined): () => string {
  if (file) {
    readText(file);
    return () => readText(file);
  }
  if (!token) throw new UsageError('No API token is given. Give --token-file, WEFT_TOKEN_FILE or WEFT_TOKEN (docs/kubernetes.md).');
  return () => token;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
