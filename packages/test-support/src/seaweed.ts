import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from './free-ports.js';

const fetched = fileURLToPath(new URL('../../../.cache/seaweedfs/bin/weed', import.meta.url));

/** `WEFT_SEAWEED`, else `weed` on PATH, else the one that `npm run setup -- medium` put under `.cache`. */
function findWeed(): string {
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'weed'));
  const found = [process.env.WEFT_SEAWEED ?? '', ...onPath, fetched].find((path) => path !== '' && existsSync(path));
  if (!found) throw new Error('No SeaweedFS found. Run `npm run setup -- medium`, install weed on PATH, or name it in WEFT_SEAWEED.');
  return found;
}

/** Each server of SeaweedFS in one process has a port of its own, and most have a second one for gRPC. */
const portOptions = [
  ...['s3.port', 's3.port.grpc', 's3.port.iceberg', 's3.port.lance', 'filer.port', 'filer.port.grpc', 'master.port', 'master.port.grpc'],
  ...['volume.port', 'volume.port.grpc', 'admin.port', 'admin.port.grpc', 's3.metricsPort'],
];

/** A store with the S3 API on a loopback port, with one bucket and one access key. It dies with the process that started it. */
export class Seaweed {
  readonly bucket = 'weft';
  readonly accessKeyId = 'weft';
  readonly secretAccessKey = randomBytes(16).toString('hex');
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly ports: readonly number[],
  ) {}

  static async start(): Promise<Seaweed> {
    const seaweed = new Seaweed(await mkdtemp(join(tmpdir(), 'weft-seaweed-')), await freePorts(portOptions.length));
    await seaweed.resume();
    return seaweed;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.ports[0]}`;
  }

  /** Starts it again, with its objects. */
  async resume(): Promise<void> {
    const logPath = join(this.folder, 'log');
    const log = openSync(logPath, 'a');
    const addresses = ['-ip=127.0.0.1', '-ip.bind=127.0.0.1', ...portOptions.map((option, index) => `-${option}=${this.ports[index]}`)];
    const args = ['mini', `-dir=${this.folder}`, `-bucket=${this.bucket}`, '-webdav=false', '-admin.ui=false', ...addresses];
    const env = { ...process.env, AWS_ACCESS_KEY_ID: this.accessKeyId, AWS_SECRET_ACCESS_KEY: this.secretAccessKey };
    // setpriv(1): the kernel kills it when its parent ends, however that happens (prctl(2), PR_SET_PDEATHSIG).
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', findWeed(), ...args], { stdio: ['ignore', log, log], cwd: this.folder, env });
    closeSync(log);
    this.child = child;
    await once(child, 'spawn');
    for (let tries = 0; !(await this.isReady()); tries++) {
      if (child.exitCode !== null || tries === 300)
        throw new Error(`SeaweedFS is not ready; its log ends:\n${readFileSync(logPath, 'utf8').slice(-3000)}`);
      await sleep(100);
    }
  }

  /** SIGKILL. Its objects stay. */
  async kill(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The bucket exists, and refuses a request without a signature. */
  private async isReady(): Promise<boolean> {
    // Nothing listens at first: the caller retries, and reports the log in the end.
    const response = await fetch(`${this.endpoint}/${this.bucket}`).catch(() => undefined);
    return response?.status === 403;
  }
}
