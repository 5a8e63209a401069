/** A connection to one QEMU's monitor (QMP: qemu's docs/interop/qmp-intro.rst). */
import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';

interface Reply {
  readonly id?: number;
  readonly return?: unknown;
  readonly error?: { readonly desc: string };
  readonly event?: string;
  readonly data?: unknown;
}

/** Emits every QMP event by its name (`RESET`, `DEVICE_DELETED`, …) with its data. */
export class Qmp extends EventEmitter {
  private nextId = 1;
  private buffered = '';
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void; command: string }>();

  private constructor(private readonly socket: Socket) {
    super();
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      this.receive(text);
    });
    socket.on('close', () => {
      this.fail(new Error('QEMU closed its monitor'));
    });
    socket.on('error', (error) => {
      this.fail(error);
    });
  }

  static async open(path: string): Promise<Qmp> {
    const socket = connect(path);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    const qmp = new Qmp(socket);
    await qmp.execute('qmp_capabilities');
    return qmp;
  }

  execute(command: string, args: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) {
        reject(new Error(`${command}: QEMU's monitor is closed, is the machine running?`));
        return;
      }
      this.waiting.set(id, { resolve, reject, command });
      this.socket.write(`${JSON.stringify({ execute: command, arguments: args, id })}\n`);
    });
  }

  /** Runs a command line of the human monitor and returns its output. */
  async human(commandLine: string): Promise<string> {
    return String(await this.execute('human-monitor-command', { 'command-line': commandLine }));
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(text: string): void {
    const lines = (this.buffered + text).split('\n');
    this.buffered = lines.pop() ?? '';
    for (const line of lines) {
      const reply = JSON.parse(line) as Reply;
      if (reply.event !== undefined) this.emit(reply.event, reply.data);
      const request = reply.id === undefined ? undefined : this.waiting.get(reply.id);
      if (reply.id === undefined || request === undefined) continue;
      this.waiting.delete(reply.id);
      if (reply.error === undefined) request.resolve(reply.return);
      else request.reject(new Error(`QEMU refused ${request.command}: ${reply.error.desc}`));
    }
  }

  private fail(error: Error): void {
    for (const { reject, command } of this.waiting.values()) reject(new Error(`${command}: ${error.message}`, { cause: error }));
    this.waiting.clear();
  }
}
