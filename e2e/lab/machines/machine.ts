/**
 * One virtual machine.
 *   new Machine(spec, image)            nothing runs yet
 *   start(files?)                       boots; resolves when commands run and the machine's boot has finished
 *   exec(command, options?)             runs an argument list or a shell script in the guest; any exit code resolves
 *   run(command, options?)              the same, resolves with stdout, rejects unless the exit code is 0
 *   readFile(path), writeFile(path, content, mode?)
 *   reboot()                            the guest restarts itself; resolves when commands run again
 *   powerOff()                          orderly; resolves when QEMU has ended
 *   kill()                              SIGKILL of QEMU: power loss; start() boots the machine with its disks as they were
 *   setLink(network, up)                pulls or plugs the cable of a storage network
 *   unplugDrive(serial), plugDrive(serial, {failingSectors?})
 *   qmp(command, args?), monitor(line)  QEMU's monitor
 *   consoleLog()                        all output of the guest's console
 * A guest command gets SIGKILL at its timeout. The disks live in spec.directory and on the drives' paths.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostCommand } from '../image/host-command.js';
import { type MachineFiles, writeMachineInitramfs } from '../image/initramfs.js';
import { ChannelLost, type CommandResult, shellQuoted } from './channel.js';
import { runOrEnd } from './guest-command.js';
import { panicIn, recordPanic } from './guest-panic.js';
import { type DriveSpec, identityFiles, type MachineImage, type MachineSpec } from './machine-spec.js';
import { driveBlockdev, driveDevice, machinePaths, qemuArguments } from './qemu-arguments.js';
import { Qmp } from './qmp.js';

export interface ExecOptions {
  /** Default 60. */
  readonly timeoutSeconds?: number;
  /** The command's standard input; empty by default. */
  readonly input?: string | Buffer;
}

/** An argument list, or a POSIX shell script. */
export type GuestCommand = string | readonly string[];

interface Running {
  readonly qemu: ChildProcess;
  readonly monitor: Qmp;
  readonly port: number;
  /** Replaced at every reset of the guest. */
  life: AbortController;
  /** Offset in the console log where this boot begins, in bytes. */
  consoleStart: number;
}

export class Machine {
  readonly paths: ReturnType<typeof machinePaths>;
  private running: Running | undefined;
  private panic: string | undefined;
  private files: MachineFiles = {};

  constructor(
    readonly spec: MachineSpec,
    readonly image: MachineImage,
  ) {
    this.paths = machinePaths(spec.directory);
  }

  get name(): string {
    return this.spec.name;
  }

  /** Port of the command channel on this host's loopback, for programs that speak it themselves. It changes with each start. */
  get channelPort(): number {
    return this.alive().port;
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** `files` replace those of the last start; without them the last ones stay. */
  async start(files: MachineFiles = this.files): Promise<void> {
    if (this.running !== undefined) throw new Error(`${this.name} runs already`);
    this.files = files;
    await this.prepareDisks();
    await writeMachineInitramfs(this.paths.initramfs, this.image.initramfs, { ...identityFiles(this.spec), ...files });
    this.running = await this.launch();
    await this.waitForShell();
  }

  async exec(command: GuestCommand, options: ExecOptions = {}): Promise<CommandResult> {
    const { code, stdout, stderr } = await this.execute(command, options);
    return { code, stdout, stderr };
  }

  async run(command: GuestCommand, options: ExecOptions = {}): Promise<string> {
    const { code, stdout, stderr } = await this.execute(command, options);
    if (code !== 0)
      throw new Error(`${this.name}: ${described(command)} ended with exit code ${code}\nstdout: ${stdout}\nstderr: ${stderr}`);
    return stdout;
  }

  async readFile(path: string): Promise<Buffer> {
    const { code, output, stderr } = await this.execute(['cat', path], {});
    if (code !== 0) throw new Error(`${this.name}: ${path} cannot be read: ${stderr}`);
    return output;
  }

  /** Makes the parent directories and writes the file atomically. */
  async writeFile(path: string, content: string | Buffer, mode = 0o644): Promise<void> {
    const [quoted, temporary] = [shellQuoted([path]), shellQuoted([`${path}.weft-lab`])];
    const script = `set -e; mkdir -p "$(dirname ${quoted})"; cat > ${temporary}; chmod ${mode.toString(8)} ${temporary}; mv ${temporary} ${quoted}`;
    await this.run(script, { input: content, timeoutSeconds: 300 });
  }

  async reboot(): Promise<void> {
    const { monitor } = this.alive();
    const reset = once(monitor, 'RESET', { signal: AbortSignal.timeout(120_000) });
    await Promise.all([reset, this.exec('nohup sh -c "sleep 0.2; reboot" > /dev/null 2>&1 &')]);
    await this.waitForShell();
  }

  async powerOff(): Promise<void> {
    const { qemu } = this.alive();
    await this.exec('nohup sh -c "sleep 0.2; poweroff" > /dev/null 2>&1 &');
    await this.ended(qemu, 120);
  }

  async kill(): Promise<void> {
    const qemu = this.running?.qemu;
    if (qemu === undefined) return;
    qemu.kill('SIGKILL');
    await this.ended(qemu, 10);
  }

  /** `network` counts from 1. */
  async setLink(network: number, up: boolean): Promise<void> {
    const index = this.spec.nics.findIndex((nic) => nic.network === network);
    if (index < 0) throw new Error(`${this.name} has no NIC on storage network ${network}`);
    await this.qmp('set_link', { name: `nic${index + 1}`, up });
  }

  async unplugDrive(serial: string): Promise<void> {
    const { monitor } = this.alive();
    const drive = this.drive(serial);
    const deleted = once(monitor, 'DEVICE_DELETED', { signal: AbortSignal.timeout(30_000) });
    await Promise.all([deleted, monitor.execute('device_del', { id: drive.serial })]);
    await monitor.execute('blockdev-del', { 'node-name': `blk-${drive.serial}` });
  }

  /** `failingSectors`: while the drive is plugged in, plain writes to these sectors of 512 bytes fail with EIO; zeroing them does not. */
  async plugDrive(serial: string, { failingSectors = [] }: { failingSectors?: readonly number[] } = {}): Promise<void> {
    const drive = this.drive(serial);
    await this.qmp('blockdev-add', driveBlockdev(drive, failingSectors));
    await this.qmp('device_add', driveDevice(drive));
  }

  qmp(command: string, args: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return this.alive().monitor.execute(command, args);
  }

  monitor(commandLine: string): Promise<string> {
    return this.alive().monitor.human(commandLine);
  }

  async consoleLog(): Promise<Buffer> {
    return existsSync(this.paths.console) ? readFile(this.paths.console) : Buffer.alloc(0);
  }

  /** Resolves when the guest runs commands and its console shows that the boot has finished. */
  async waitForShell(timeoutSeconds = this.image.bootTimeoutSeconds): Promise<void> {
    const deadline = Date.now() + timeoutSeconds * 1000;
    const sign = `weft-lab: ${this.name} is up`;
    while (Date.now() < deadline && this.running !== undefined) {
      if ((await this.consoleLog()).subarray(this.running.consoleStart).includes(sign)) {
        await this.run('true', { timeoutSeconds: 30 });
        return;
      }
      await sleep(200);
    }
    const tail = (await this.consoleLog()).toString().slice(-3000);
    const state = this.running === undefined ? 'stopped while booting' : `gave no shell within ${timeoutSeconds} s`;
    throw new Error(`${this.name} ${state}. The end of ${this.paths.console}:\n${tail}\n${await this.qemuLog()}`);
  }

  private async execute(command: GuestCommand, options: ExecOptions) {
    const { port, life } = this.alive();
    const script = typeof command === 'string' ? command : `exec ${shellQuoted(command)}`;
    const timeoutSeconds = options.timeoutSeconds ?? 60;
    const request = { port, signal: life.signal, input: Buffer.from(options.input ?? ''), timeoutSeconds, script };
    try {
      return await runOrEnd(request, `${this.name}: ${described(command)}`);
    } catch (error) {
      if (!(error instanceof ChannelLost)) throw error;
      // The console tells why a guest crashed.
      const tail = (await this.consoleLog()).toString().trim().slice(-3000);
      throw tail ? new ChannelLost(`${error.message}. The end of its console:\n${tail}`, { cause: error }) : error;
    }
  }

  private alive(): Running {
    if (this.running && this.panic === undefined) return this.running;
    throw new Error(`${this.name} does not run: ${this.panic ? `its kernel crashed: ${this.panic}` : 'call start() first'}`);
  }

  private drive(serial: string): DriveSpec {
    const drive = this.spec.drives.find((candidate) => candidate.serial === serial);
    if (drive === undefined)
      throw new Error(`${this.name} has no drive ${serial}, only ${this.spec.drives.map((each) => each.serial).join(', ')}`);
    return drive;
  }

  private async prepareDisks(): Promise<void> {
    await mkdir(this.spec.directory, { recursive: true });
    if (this.paths.monitor.length > 100)
      throw new Error(`${this.paths.monitor} is too long for a socket: choose a work directory with a shorter path`);
    if (!existsSync(this.paths.root)) {
      const copying = `${this.paths.root}.copying`;
      await hostCommand(['cp', '--sparse=always', '--reflink=auto', this.image.root, copying]);
      await rename(copying, this.paths.root);
    }
    for (const drive of this.spec.drives) {
      const file = await open(drive.path, 'a');
      await file.truncate(drive.bytes).finally(() => file.close());
    }
  }

  /** QEMU ends with this process, however this process ends (setpriv --pdeathsig). */
  private async launch(): Promise<Running> {
    this.panic = undefined;
    const consoleStart = this.consoleBytes();
    for (const path of [this.paths.monitor, this.paths.shell]) await rm(path, { force: true });
    const log = openSync(this.paths.qemuLog, 'a');
    const qemu = spawn('setpriv', ['--pdeathsig', 'KILL', 'qemu-system-x86_64', ...qemuArguments(this.spec, this.image)], {
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    const failed = new Promise<never>((_, reject) => qemu.once('error', reject));
    await Promise.race([failed, once(qemu, 'spawn')]);
    await writeFile(this.paths.pid, `${qemu.pid}\n`);
    const monitor = await this.openMonitor(qemu);
    const port = /TCP\[HOST_FORWARD\]\s+\d+\s+127\.0\.0\.1\s+(\d+)/.exec(await monitor.human('info usernet'))?.[1];
    if (port === undefined) throw new Error(`${this.name}: QEMU forwards no port to the guest`);
    const running: Running = { qemu, monitor, port: Number(port), life: new AbortController(), consoleStart };
    monitor.on('RESET', () => {
      this.panic = panicIn(readFileSync(this.paths.console).subarray(running.consoleStart).toString());
      // Otherwise the next step of a test would meet a machine that restarted by itself: end it at once.
      if (this.panic !== undefined) {
        recordPanic(this.name, this.panic);
        qemu.kill('SIGKILL');
      }
      running.life.abort();
      running.life = new AbortController();
      running.consoleStart = this.consoleBytes();
    });
    qemu.once('exit', () => {
      running.life.abort();
      monitor.close();
      if (this.running === running) this.running = undefined;
    });
    return running;
  }

  private async openMonitor(qemu: ChildProcess): Promise<Qmp> {
    for (let tries = 0; tries < 300 && qemu.exitCode === null; tries++) {
      if (existsSync(this.paths.monitor)) {
        const monitor = await Qmp.open(this.paths.monitor).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT') throw error;
        });
        if (monitor) return monitor;
      }
      await sleep(50);
    }
    qemu.kill('SIGKILL');
    throw new Error(`QEMU of ${this.name} did not start: ${await this.qemuLog()}`);
  }

  private async qemuLog(): Promise<string> {
    return existsSync(this.paths.qemuLog) ? `qemu: ${(await readFile(this.paths.qemuLog, 'utf8')).slice(-2000)}` : '';
  }

  private consoleBytes(): number {
    return statSync(this.paths.console, { throwIfNoEntry: false })?.size ?? 0;
  }

  private async ended(qemu: ChildProcess, timeoutSeconds: number): Promise<void> {
    if (qemu.exitCode === null && qemu.signalCode === null)
      await once(qemu, 'exit', { signal: AbortSignal.timeout(timeoutSeconds * 1000) });
    this.running = undefined;
    await rm(this.paths.pid, { force: true });
  }
}

function described(command: GuestCommand): string {
  const text = typeof command === 'string' ? command : command.join(' ');
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
