import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../api-client.js';

const run = promisify(execFile);

/** A Docker daemon of its own, with images and containers in a folder of its own. It dies with the process that started it. Needs root. */
export class DockerEngine {
  private constructor(
    private readonly child: ChildProcess,
    readonly folder: string,
  ) {}

  static async start(): Promise<DockerEngine> {
    const folder = await mkdtemp(join(tmpdir(), 'weft-docker-'));
    const logPath = join(folder, 'dockerd.log');
    const log = openSync(logPath, 'a');
    const places = ['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'run'), '--pidfile', join(folder, 'pid')];
    // Without a bridge of its own: another daemon of this machine may have docker0. Its limits may be lower than Docker's.
    const limits = ['--default-ulimit', 'nofile=4096:4096', '--default-ulimit', 'nproc=4096:4096'];
    const args = ['--bridge=none', ...places, ...limits, '--host', `unix://${join(folder, 'docker.sock')}`];
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', 'dockerd', ...args], { stdio: ['ignore', log, log] });
    closeSync(log);
    await once(child, 'spawn');
    const engine = new DockerEngine(child, folder);
    await until('the Docker daemon', 60, async () => {
      if (child.exitCode !== null) throw new Error(`dockerd ended; its log ends:\n${readFileSync(logPath, 'utf8').slice(-3000)}`);
      // It does not listen at once; its log is in the error above.
      return (await engine.docker('version').catch(() => undefined)) === undefined ? undefined : true;
    });
    return engine;
  }

  get environment(): NodeJS.ProcessEnv {
    return { ...process.env, DOCKER_HOST: `unix://${join(this.folder, 'docker.sock')}` };
  }

  /** @returns what the command printed. @throws Error with its output */
  async docker(...args: string[]): Promise<string> {
    return (await run('docker', args, { env: this.environment, maxBuffer: 2 ** 26 })).stdout;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await gone;
    }
    // The daemon leaves the mount of a network namespace behind; without one there is nothing to do.
    await run('umount', [join(this.folder, 'run/netns/default')]).catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }
}
