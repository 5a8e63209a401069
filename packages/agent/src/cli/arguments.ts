import { type ParseArgsConfig, parseArgs } from 'node:util';
import { DEFAULT_CONFIG, DEFAULT_STATE_DIR, UsageError } from '../config/config.js';
import { errorText } from '../log/log.js';

export const HELP = `weft-agent: runs on every node of a Weft cluster

  weft-agent enroll --server URL[,URL] --token TOKEN [--name NAME] [--ca-fingerprint SHA256 | --ca FILE] [--insecure-http]
                              make this machine a node of the cluster; --insecure-http: over plain HTTP, which others can read and modify
  weft-agent enroll --renew --token TOKEN [--server URL[,URL]] [--ca-fingerprint SHA256]
                              get a new credential for this node after a revocation
  weft-agent run              apply the assignment until stopped; a stop interrupts no I/O
  weft-agent plan             print what "run" would do now, without doing it
  weft-agent describe         print what this node knows, as JSON, for "weft-server rebuild" after the loss of the database
  weft-agent status [--json]  print the assignment and the state of its objects
  weft-agent unwind [--now]   remove devices and exports, at shutdown only (or --now)
  weft-agent new-machine      assign the ledger of this node to this machine, after a repair or a new installation
  weft-agent uninstall [--check]
                              remove Weft's files; refused while legs or attachments exist
  weft-agent --version | --help

  --config FILE               default ${DEFAULT_CONFIG}
  --state-dir DIR             default ${DEFAULT_STATE_DIR}
`;

export const COMMANDS = ['enroll', 'run', 'plan', 'describe', 'status', 'new-machine', 'unwind', 'uninstall'] as const;
export type Command = (typeof COMMANDS)[number];

const OPTIONS = {
  config: { type: 'string', default: DEFAULT_CONFIG },
  'state-dir': { type: 'string', default: DEFAULT_STATE_DIR },
  server: { type: 'string' },
  token: { type: 'string' },
  name: { type: 'string' },
  ca: { type: 'string' },
  'ca-fingerprint': { type: 'string' },
  renew: { type: 'boolean', default: false },
  'insecure-http': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  now: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies ParseArgsConfig['options'];

const GLOBAL = ['config', 'state-dir', 'version', 'help'];
const OWN: Record<Command, string[]> = {
  enroll: ['server', 'token', 'name', 'ca', 'ca-fingerprint', 'renew', 'insecure-http'],
  run: [],
  plan: [],
  describe: [],
  status: ['json'],
  'new-machine': [],
  unwind: ['now'],
  uninstall: ['check'],
};

export interface Arguments {
  command: Command | 'help' | 'version';
  configPath: string;
  stateDir: string;
  server: string | undefined;
  token: string | undefined;
  name: string | undefined;
  ca: string | undefined;
  caFingerprint: string | undefined;
  renew: boolean;
  insecureHttp: boolean;
  json: boolean;
  now: boolean;
  check: boolean;
}

export function parseArguments(argv: string[]): Arguments {
  const { values, positionals } = parse(argv);
  const [command, ...rest] = positionals;
  const base = {
    configPath: values.config,
    stateDir: values['state-dir'],
    server: values.server,
    token: values.token,
    name: values.name,
    ca: values.ca,
    caFingerprint: values['ca-fingerprint'],
    renew: values.renew,
    insecureHttp: values['insecure-http'],
    json: values.json,
    now: values.now,
    check: values.check,
  };
  if (values.version) return { ...base, command: 'version' };
  if (values.help || command === 'help') return { ...base, command: 'help' };
  const known = COMMANDS.find((each) => each === command);
  if (!known)
    throw new UsageError(
      command ? `there is no command "${command}": use one of ${COMMANDS.join(', ')}` : `name a command: one of ${COMMANDS.join(', ')}`,
    );
  if (rest.length > 0) throw new UsageError(`unexpected "${rest.join(' ')}" after "${known}"`);
  const stray = argv
    .flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? [])
    .find((option) => !GLOBAL.includes(option) && !OWN[known].includes(option));
  if (stray) throw new UsageError(`"${known}" has no option --${stray}`);
  return { ...base, command: known };
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true, strict: true });
  } catch (cause) {
    throw new UsageError(errorText(cause), { cause });
  }
}
