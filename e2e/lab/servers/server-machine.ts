/**
 * A machine for a server: a whole Debian with systemd as init in a container of systemd-nspawn, with a network, processes and files of its own, on the host's
 * kernel. It needs no emulation, and so runs at the host's speed.
 *   start()                          boots; `run` works from then on
 *   powerOff(), setLink(up)          as a cut power cable does it, and a pulled network cable
 *   pause(), resume()                every process of the machine stops, and goes on
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../support/api-client.js';
import { hostCommand } from '../image/host-command.js';
import { shellQuoted } from '../machines/channel.js';
import { ControlGroup } from './control-group.js';
import type { ServerNetwork } from './server-network.js';

export interface ServerMachineOptions {
  /** `s1` */
  readonly name: string;
  /** Unique on this host, at most 12 bytes: the name of the port on the bridge is `vb-` and this. */
  readonly id: string;
  readonly address: string;
  /** Holds `root`, an installed Debian, and the log. */
  readonly directory: string;
}

const BOOT_SECONDS = 120;

export class ServerMachine {
  private container: ChildProcess | undefined;
  private group: ControlGroup | undefined;

  constructor(
    private readonly options: ServerMachineOptions,
    private readonly network: ServerNetwork,
  ) {}

  get name(): string {
    return this.options.name;
  }
  get address(): string {
    return this.options.address;
  }
  get runs(): boolean {
    return this.container !== undefined;
  }
  /** Path on this host of a file of the machine. */
  path(path: string): string {
    return join(this.options.directory, 'root', path);
  }
  /** Console output of all boots. */
  get log(): string {
    return join(this.options.directory, 'console.log');
  }

  /** Resolves when systemd has started everything that is enabled. @throws Error naming the units that failed */
  async start(): Promise<void> {
    const { id, name, directory } = this.options;
    this.group = await ControlGroup.make(id);
    const nspawn = [
      ...['systemd-nspawn', '--boot', `--directory=${join(directory, 'root')}`, `--machine=${id}`, `--hostname=${name}`],
      // This host needs no systemd: nothing registers the machine, or makes a unit for it.
      ...['--register=no', '--keep-unit', '--settings=no', '--link-journal=no', '--resolv-conf=off', '--timezone=off'],
      ...[`--network-bridge=${this.network.bridge}`, '--console=pipe', '--quiet'],
      // A program of a machine may lock memory, as mongod does its keys.
      '--system-call-filter=@memlock',
    ];
    const log = openSync(this.log, 'a');
    // The kernel ends the machine when the test's process ends, however that happens. Emulated machines use every processor that they get: without a higher
    // priority heartbeats of the servers fail without a fault.
    const container = spawn(
      'nice',
      ['-n', '-10', 'setpriv', '--pdeathsig', 'KILL', 'sh', '-c', `${this.group.enter} && exec ${shellQuoted(nspawn)}`],
      {
        stdio: ['ignore', log, log],
        env: { PATH: process.env.PATH, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
      },
    );
    closeSync(log);
    await once(container, 'spawn');
    this.container = container;
    const state = await until(`the end of ${name}'s boot (see ${this.log})`, BOOT_SECONDS, async () => {
      if (container.exitCode !== null)
        throw new Error(`systemd-nspawn ended with exit code ${container.exitCode}:\n${(await readFile(this.log, 'utf8')).slice(-3000)}`);
      // systemd answers after a while, with `starting` first; an exit code other than 0 is an answer too.
      const answer = await this.run('systemctl is-system-running || true').catch(() => '');
      return /^(running|degraded)$/m.exec(answer)?.[0];
    });
    if (state !== 'running') throw new Error(`units of ${name} failed:\n${await this.run('systemctl --failed --no-legend --plain')}`);
  }

  /** Runs a script on the machine as root. @returns its output. @throws Error with standard error */
  async run(script: string, { timeoutSeconds = 60 }: { timeoutSeconds?: number } = {}): Promise<string> {
    const init = await this.init();
    const environment = ['env', '-i', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin', 'HOME=/root', 'LC_ALL=C.UTF-8'];
    return hostCommand(['nsenter', '--target', init, '--all', '--', ...environment, 'sh', '-ec', `cd /root\n${script}`], {
      timeoutSeconds,
    });
  }

  /** Neither the machine's processes nor its kernel tell anybody that they end. */
  async powerOff(): Promise<void> {
    if (!this.container || !this.group) return;
    await this.setLink(false);
    const gone = this.container.exitCode === null && this.container.signalCode === null ? once(this.container, 'exit') : undefined;
    await this.group.remove();
    await gone;
    this.container = undefined;
    this.group = undefined;
    // Sockets that still wait for answers would keep its network for minutes.
    await this.network.removePort(this.port);
  }

  setLink(up: boolean): Promise<void> {
    return this.network.setLink(this.port, up);
  }

  async pause(): Promise<void> {
    await this.group?.freeze();
  }
  /** Does nothing for a machine without power. */
  async resume(): Promise<void> {
    await this.group?.thaw();
  }

  async writeFile(path: string, content: string): Promise<void> {
    await writeFile(this.path(path), content);
  }

  private get port(): string {
    return `vb-${this.options.id}`;
  }

  /** Process id of the machine's init on this host: the child of systemd-nspawn. */
  private async init(): Promise<string> {
    const parent = this.container?.pid;
    if (parent === undefined) throw new Error(`${this.name} does not run`);
    const [child] = (await hostCommand(['pgrep', '--parent', String(parent)])).trim().split('\n');
    if (!child) throw new Error(`${this.name} has no init`);
    return child;
  }
}
