import { parseArgs } from 'node:util';
import { nameSchema } from '@weft/shared/identity';

export const commands = [
  'run',
  'migrate',
  'check',
  'audit verify',
  'audit prune',
  'preflight-upgrade',
  'mongodb check',
  'mongodb init',
  'config',
  'new-history',
  'reset-admin',
  'backup',
  'list-backups',
  'verify-backup',
  'restore',
  'rebuild',
  'adopt',
  'support-bundle',
  'rewrap-keys',
  'federate',
  'federate-token',
] as const;
export type Command = (typeof commands)[number];
/** Commands that have no configuration of a server: they belong to no cluster. */
export type FederationCommand = 'federate' | 'federate-token';

export interface Arguments {
  command: Command;
  config: string | undefined;
  insecureHttp: boolean;
  /** For `reset-admin`. */
  name: string;
  /** For `reset-admin`: a file with the password to set. Undefined: the server generates one. */
  passwordFile: string | undefined;
  /** For `verify-backup`, `restore`, `rebuild` and `adopt` (folders), and `support-bundle`. */
  file?: string | undefined;
  /** For `mongodb init`. */
  members?: string | undefined;
  out?: string | undefined;
  replicaSet?: string | undefined;
  /** For the commands of `WITH_JSON`. */
  json?: boolean | undefined;
  /** For `audit verify`: a head that a server logged, SEQUENCE:HASH. */
  head?: string | undefined;
  /** For `check`. */
  repair?: boolean | undefined;
  /** For `adopt`: name or id. */
  volume?: string | undefined;
  /** For `rebuild` and `adopt`. */
  dryRun?: boolean | undefined;
  /** For `rebuild`. */
  acceptMissing?: boolean | undefined;
  /** For `federate-token`: name of the reader, and days until its token expires. */
  reader?: string | undefined;
  days?: number | undefined;
  /** Names of the zones that the reader sees. Absent: all. */
  zones?: string[] | undefined;
}

const WITH_FILE: readonly string[] = ['verify-backup', 'restore', 'rebuild', 'adopt', 'support-bundle'] satisfies Command[];

const ARGUMENTS: Readonly<Record<string, string>> = {
  'verify-backup': 'backup file',
  restore: 'backup file',
  rebuild: 'folder',
  adopt: 'folder',
};

const WITH_JSON: readonly string[] = ['check', 'audit verify', 'mongodb check', 'preflight-upgrade'] satisfies Command[];

/** An invalid command line: the message names the valid choices. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage = `weft-server: management of shared NVMe

  weft-server run           serve API, console and agents; migrates the database first
  weft-server migrate       migrate the database's schema to this version and exit
  weft-server check         compare the records of the database with each other and with the last reports of the nodes; print each
                            problem with its remedy. Exit code 0: all agrees; 1: problems; 3: no problem, but not all could be compared
  weft-server audit verify  compare the audit with its hash chain: print changed and removed entries; changes nothing
  weft-server audit prune   remove entries older than the setting auditKeptDays, as servers do once an hour if their database user may
  weft-server preflight-upgrade    with the new version, before its first server starts: print what would stop the upgrade; changes nothing
  weft-server mongodb check    ask every member of the replica set by itself: majority, versions, durability, clocks, access, space
  weft-server mongodb init     write the files of a replica set of three members with TLS and access control into a new folder
  weft-server config        print the effective configuration, secrets hidden
  weft-server new-history   start a new history after a restore, with all servers stopped: no node follows it before an administrator accepts it
  weft-server backup        take a backup of the database now; it stays until a person removes it
  weft-server list-backups  list the backups in backupDir, or in the bucket of backupS3Url, newest first; needs no database
  weft-server verify-backup FILE   check every byte of a backup with the key. FILE: a path, or the name of a backup in the bucket of backupS3Url
  weft-server restore FILE  restore a backup into an empty database, with all servers stopped, and start a new history
  weft-server rebuild FOLDER  without any backup: make the database again, into an empty one and with all servers stopped, from what the nodes
                            know. FOLDER: one file for each node, the output of "weft-agent describe"
  weft-server adopt FOLDER --volume NAME  take a volume that only the drives know (a restored database is older) into the database again,
                            detached; servers may run. FOLDER: as for rebuild
  weft-server support-bundle FILE  write the state of the cluster without secrets to a new file (.tar.gz), from the database alone
  weft-server rewrap-keys   wrap keys of volumes and encrypt other secrets again with the present key of the cluster; servers may run
  weft-server federate      serve many clusters seen as one, read-only; needs no database. Its --config names the zones (docs/zones.md)
  weft-server federate-token  print a new token for a reader of a federation, and its entry for readersFile; stores nothing
  weft-server reset-admin   set a new random password for an administrator, to be changed at the next login, and end its sessions

  --config FILE       JSON file with settings (or WEFT_CONFIG); the environment (WEFT_*) overrides it
  --insecure-http     allow plain HTTP on addresses other than loopback
  --name NAME         reset-admin: name of the administrator (default: admin), created if absent; federate-token: name of the reader
  --days N            federate-token: days until the token expires (default: 365)
  --zones A,B         federate-token: the only zones that the reader sees (default: all)
  --password-file FILE  reset-admin: set the password from this file instead, without a forced change
  --members A,B,C     mongodb init: host names of the three members, each with a port if it is not 27017
  --out FOLDER        mongodb init: the new folder
  --replica-set NAME  mongodb init: name of the set (default: weft)
  --json              check, audit verify, mongodb check, preflight-upgrade: print the findings as JSON
  --head SEQ:HASH     audit verify: the head that a server logged ("head of the audit"); without it, removed newest entries are not seen
  --repair            check: offer each mend with its plan, and carry out those answered with yes
  --volume NAME       adopt: name or id of the volume
  --dry-run           rebuild, adopt: print what would be made and what is not known, and write nothing
  --accept-missing    rebuild: go on without nodes that others name and no file describes
  --version, --help

Settings are described in docs/configuration.md.`;

/** @returns the arguments, or the requested text (help, version). @throws UsageError */
export function parseArguments(args: string[], version: string): Arguments | { print: string } {
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read(args);
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message}\n\n${usage}`, { cause });
  }
  const { values, positionals } = parsed;
  if (values.version) return { print: version };
  if (values.help) return { print: usage };
  const [first = '', ...rest] = positionals;
  const [command, ...more] = first === 'mongodb' || first === 'audit' ? [`${first} ${rest[0] ?? ''}`, ...rest.slice(1)] : [first, ...rest];
  const takesFile = WITH_FILE.includes(command);
  if (takesFile && more.length !== 1)
    throw new UsageError(
      `Name one ${ARGUMENTS[command] ?? 'file'}: weft-server ${command} ${ARGUMENTS[command] === 'folder' ? 'FOLDER' : 'FILE'}\n\n${usage}`,
    );
  if (!(commands as readonly string[]).includes(command) || (more.length > 0 && !takesFile))
    throw new UsageError(`${command ? `There is no command "${[command, ...more].join(' ')}".` : 'Name a command.'}\n\n${usage}`);
  refuseStrayOptions(values, command);
  return {
    command: command as Command,
    config: values.config,
    insecureHttp: values['insecure-http'] ?? false,
    name: values.name ?? 'admin',
    passwordFile: values['password-file'],
    file: takesFile ? more[0] : undefined,
    ...(command === 'mongodb init' ? { members: values.members, out: values.out, replicaSet: values['replica-set'] } : {}),
    json: values.json,
    ...(command === 'audit verify' ? { head: values.head } : {}),
    repair: values.repair,
    ...(command === 'rebuild' ? { dryRun: values['dry-run'], acceptMissing: values['accept-missing'] } : {}),
    ...(command === 'federate-token' ? readerOf(values) : {}),
    ...(command === 'adopt' ? { dryRun: values['dry-run'], volume: values.volume } : {}),
  };
}

const MOST_READER_DAYS = 3650;

/** @throws UsageError */
function readerOf({ name, days = '365', zones }: ReturnType<typeof read>['values']): Pick<Arguments, 'reader' | 'days' | 'zones'> {
  if (name === undefined || !nameSchema.safeParse(name).success)
    throw new UsageError(`federate-token takes --name NAME: lower-case letters, digits and "-", at most 32.\n\n${usage}`);
  if (!/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > MOST_READER_DAYS)
    throw new UsageError(`--days takes a whole number from 1 to ${MOST_READER_DAYS}.\n\n${usage}`);
  const names = zones?.split(',');
  if (names?.some((each) => !nameSchema.safeParse(each).success))
    throw new UsageError(`--zones takes names of zones with commas between them, without spaces.\n\n${usage}`);
  return { reader: name, days: Number(days), ...(names ? { zones: names } : {}) };
}

/** Options of other commands. */
function refuseStrayOptions(values: ReturnType<typeof read>['values'], command: string): void {
  if (values.json && !WITH_JSON.includes(command)) throw new UsageError(`--json is an option of ${WITH_JSON.join(', ')} only.\n\n${usage}`);
  if (values.head && command !== 'audit verify') throw new UsageError(`--head is an option of audit verify only.\n\n${usage}`);
  if (values.repair && (command !== 'check' || values.json))
    throw new UsageError(`--repair is an option of check only, and not with --json.\n\n${usage}`);
  if (values['dry-run'] && command !== 'rebuild' && command !== 'adopt')
    throw new UsageError(`--dry-run is an option of rebuild and adopt only.\n\n${usage}`);
  if (values.days !== undefined && command !== 'federate-token')
    throw new UsageError(`--days is an option of federate-token only.\n\n${usage}`);
  if (values.zones !== undefined && command !== 'federate-token')
    throw new UsageError(`--zones is an option of federate-token only.\n\n${usage}`);
  if (values['accept-missing'] && command !== 'rebuild') throw new UsageError(`--accept-missing is an option of rebuild only.\n\n${usage}`);
  if ((values.volume === undefined) === (command === 'adopt'))
    throw new UsageError(`adopt, and no other command, takes --volume NAME.\n\n${usage}`);
}

const read = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: {
      config: { type: 'string' },
      'insecure-http': { type: 'boolean' },
      name: { type: 'string' },
      days: { type: 'string' },
      zones: { type: 'string' },
      'password-file': { type: 'string' },
      members: { type: 'string' },
      out: { type: 'string' },
      'replica-set': { type: 'string' },
      json: { type: 'boolean' },
      head: { type: 'string' },
      repair: { type: 'boolean' },
      volume: { type: 'string' },
      'dry-run': { type: 'boolean' },
      'accept-missing': { type: 'boolean' },
      version: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
