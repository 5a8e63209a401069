import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../../../.cache/go/bin/victoria-metrics', import.meta.url));

/** One VictoriaMetrics process on a loopback port. It dies with the process that started it. */
export class VictoriaMetrics {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Resolves when it answers. `directory`: for data and log. */
  static async start({ directory, port }: { directory: string; port: number }): Promise<VictoriaMetrics> {
    if (!existsSync(built)) throw new Error('No VictoriaMetrics found. Run `npm run setup -- victoria-metrics`.');
    const address = `127.0.0.1:${port}`;
    const logPath = join(directory, 'victoria-metrics.log');
    const log = openSync(logPath, 'a');
    const args = [
      `-storageDataPath=${join(directory, 'vm')}`,
      `-httpListenAddr=${address}`,
      '-retentionPeriod=100y',
      '-search.latencyOffset=0s',
    ];
    // setpriv(1): the kernel kills it when its parent ends, however that happens (prctl(2), PR_SET_PDEATHSIG).
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', built, ...args], { stdio: ['ignore', log, log] });
    closeSync(log);
    await once(child, 'spawn');
    const started = new VictoriaMetrics(child, `http://${address}`);
    for (let tries = 0; !(await started.isReady()); tries++) {
      if (child.exitCode !== null || tries === 300)
        throw new Error(`VictoriaMetrics is not ready; its log ends:\n${readFileSync(logPath, 'utf8').slice(-3000)}`);
      await sleep(100);
    }
    return started;
  }

  /** SIGTERM: a SIGKILL would lose the samples of its last seconds. Its data stays. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
  }

  private async isReady(): Promise<boolean> {
    // Nothing listens at first: the caller retries, and reports the log in the end.
    const response = await fetch(`${this.url}/health`).catch(() => undefined);
    return response?.ok === true;
  }
}
