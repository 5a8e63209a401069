import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-ports.js';

const PROGRAM = 'prometheus-alertmanager';
const unpacked = fileURLToPath(new URL(`../../../../.cache/${PROGRAM}`, import.meta.url));
const fetched = join(unpacked, 'usr/bin');

/** From the folder `WEFT_ALERTMANAGER`, else PATH, else Debian's package that `npm run setup -- medium` put under `.cache`. */
function findAlertmanager(): string {
  const folders = [...(process.env.WEFT_ALERTMANAGER ?? process.env.PATH ?? '').split(':'), fetched];
  const found = folders.map((folder) => join(folder, PROGRAM)).find(existsSync);
  if (!found) throw new Error(`No ${PROGRAM} found. Run \`npm run setup -- medium\`, or set WEFT_ALERTMANAGER to its folder.`);
  return found;
}

export interface AlertmanagerAlert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  startsAt: string;
  endsAt: string;
  status: { state: string };
}

/**
 * Debian's Alertmanager reads its templates from a fixed path below /usr/share. An overlay in a mount namespace of its own shows the unpacked ones there
 * (unshare(1), mount(8)), so that nothing is installed.
 */
function command(program: string, args: readonly string[]): string[] {
  if (dirname(program) !== fetched) return [program, ...args];
  const mount = 'mount -t overlay overlay -o "lowerdir=$0/usr/share:/usr/share" /usr/share && exec "$@"';
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount, unpacked, program, ...args];
}

/** Debian's Alertmanager on a loopback port. It dies with the process that started it. */
export class Alertmanager {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(directory: string): Promise<Alertmanager> {
    const address = `127.0.0.1:${await freePort()}`;
    const [config, logPath] = [join(directory, 'alertmanager.yml'), join(directory, 'alertmanager.log')];
    writeFileSync(config, 'route: { receiver: nobody }\nreceivers: [{ name: nobody }]\n');
    const log = openSync(logPath, 'a');
    const args = [`--config.file=${config}`, `--storage.path=${join(directory, 'data')}`, `--web.listen-address=${address}`];
    const line = command(findAlertmanager(), [...args, '--cluster.listen-address=']);
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...line], { stdio: ['ignore', log, log] });
    closeSync(log);
    const alertmanager = new Alertmanager(child, `http://${address}`);
    for (let tries = 0; !(await alertmanager.isReady()); tries++) {
      if (child.exitCode !== null || tries === 300)
        throw new Error(`Alertmanager is not ready; its log:\n${readFileSync(logPath, 'utf8')}`);
      await sleep(100);
    }
    return alertmanager;
  }

  async alerts(): Promise<AlertmanagerAlert[]> {
    return (await (await fetch(`${this.url}/api/v2/alerts`)).json()) as AlertmanagerAlert[];
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
  }

  private async isReady(): Promise<boolean> {
    // Nothing listens at first: the caller retries, and reports the log in the end.
    return (await fetch(`${this.url}/-/ready`).catch(() => undefined))?.ok === true;
  }
}
