import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The mongod to start: `WEFT_MONGOD`, else one on PATH, else the one that `npm run setup -- medium` put under `.cache`. */
export function findMongod(): string {
  if (process.env.WEFT_MONGOD) return process.env.WEFT_MONGOD;
  const candidates = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'mongod'));
  candidates.push(join(repository, '.cache/mongod/fiftyone/db/bin/mongod'));
  const found = candidates.find(isExecutable);
  if (!found)
    throw new Error('No mongod found. Run `npm run setup -- medium`, install one on PATH, or set WEFT_MONGOD to the path of one.');
  return found;
}

/** Small by default: tests run many of them. */
export interface MongodSizes {
  cacheGB: number;
  oplogMB: number;
}

/** One mongod process on a loopback port, with its own data folder. It dies with the process that started it. */
export class Mongod {
  private child: ChildProcess | undefined;
  readonly log: string;

  constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly replicaSet?: string,
    /** With it members and users have to authenticate (`security.keyFile`). */
    private readonly keyFile?: string,
    private readonly sizes: MongodSizes = { cacheGB: 0.25, oplogMB: 128 },
  ) {
    this.log = join(folder, 'mongod.log');
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Spawns the process; the caller waits until it answers. */
  async start(): Promise<void> {
    if (this.child) throw new Error(`mongod on port ${this.port} runs already`);
    const data = join(this.folder, 'data');
    await mkdir(data, { recursive: true });
    const args = [
      '--dbpath',
      data,
      '--port',
      String(this.port),
      '--bind_ip',
      '127.0.0.1',
      '--nounixsocket',
      '--logpath',
      this.log,
      '--logappend',
    ];
    args.push('--wiredTigerCacheSizeGB', String(this.sizes.cacheGB), '--networkMessageCompressors', 'snappy,zstd');
    if (this.replicaSet) args.push('--replSet', this.replicaSet, '--oplogSize', String(this.sizes.oplogMB));
    // As `weft-server mongodb init` sets them.
    for (const parameter of ['oplogNetworkTimeoutBufferSeconds=1', 'oplogFetcherSteadyStateMaxFetcherRestarts=0'])
      args.push('--setParameter', parameter);
    // Tests make and drop databases of hundreds of files each. By default mongod keeps dropped ones for 300 s, and its threads that look over all
    // files, the diagnostic data collection among them, then took one processor of two.
    for (const parameter of ['minSnapshotHistoryWindowInSeconds=60', 'diagnosticDataCollectionEnabled=false'])
      args.push('--setParameter', parameter);
    if (this.keyFile) args.push('--keyFile', this.keyFile);
    // setpriv(1) of util-linux: the kernel kills mongod when its parent ends, however that happens (prctl(2), PR_SET_PDEATHSIG).
    // A group of its own: Ctrl-C in a terminal reaches the process that started it, and mongod has to outlive its users.
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', findMongod(), ...args], { stdio: 'ignore', detached: true });
    await once(child, 'spawn');
    this.child = child;
  }

  /** Rejects when the process ends by itself, with the end of its log; never resolves. For a race against a wait for a state. */
  async failure(): Promise<never> {
    const child = this.child;
    if (!child) throw new Error(`mongod on port ${this.port} is not running`);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    throw new Error(`mongod on port ${this.port} ended (${child.exitCode ?? child.signalCode}); its log ends:\n${this.logTail()}`);
  }

  /** Ends the process, if it runs, and returns once it has exited; one that ignores SIGTERM is killed, which its journal survives. */
  async end(signal: 'SIGKILL' | 'SIGTERM', killAfterMs = 30_000): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    const impatient = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    await gone;
    clearTimeout(impatient);
  }

  /** Stops the process as a machine without power looks to others: it answers nothing, and ends no connection. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }
  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** mongod logs the reason of its end as an error, followed by dozens of lines about ending. */
  private logTail(): string {
    const lines = readFileSync(this.log, 'utf8').trimEnd().split('\n').slice(-200);
    const errors = lines.filter((line) => /"s":"[EF]"/.test(line));
    return (errors.length > 0 ? errors : lines).slice(-15).join('\n');
  }
}
