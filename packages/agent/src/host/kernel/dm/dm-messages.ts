import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { retryDelayMs } from '@weft/shared/load/retry';
import { retries } from '../../../load/retries.js';
import { HostError } from '../../host.js';
import type { RunCommand } from '../run/command.js';
import { READER_PROGRAM } from './dm-reader.js';

export interface DmMessage {
  /** dm name of the device. */
  name: string;
  text: string;
}
/** Null: the kernel refused the message; the device, or what the message names, does not exist. */
export type DmAnswer = string | null;

/** The kernel answers from memory. */
const ANSWER_MS = 10_000;
/** A process that hangs in the kernel cannot be ended: the next one does not start at once. */
const COMMAND_SECONDS = 10;

/**
 * Sends messages to dm devices; answers are in order. Uses one long-lived process (dm-reader.ts); without Perl or the control device, it runs one
 * dmsetup per message, at fifty times the cost.
 */
export class DmMessages {
  #reader: Reader | null = null;
  #retryAtMs = 0;

  constructor(
    private readonly run: RunCommand,
    private readonly control = '/dev/mapper/control',
  ) {}

  /** Process id of the reader, whose CPU time counts as the agent's. */
  get pid(): number | undefined {
    return this.#reader?.ended ? undefined : this.#reader?.pid;
  }

  async send(messages: readonly DmMessage[]): Promise<DmAnswer[]> {
    if (messages.length === 0) return [];
    if ((this.#reader === null || this.#reader.ended) && performance.now() >= this.#retryAtMs) {
      this.#reader = new Reader(this.control);
      this.#retryAtMs = performance.now() + retryDelayMs(retries.counterReader, 1);
    }
    const answers = this.#reader && !this.#reader.ended ? await this.#reader.ask(messages) : null;
    return answers ?? this.#byCommand(messages);
  }

  async #byCommand(messages: readonly DmMessage[]): Promise<DmAnswer[]> {
    const answers: DmAnswer[] = [];
    for (const { name, text } of messages) {
      try {
        answers.push((await this.run(['dmsetup', 'message', name, '0', text], { seconds: COMMAND_SECONDS })).stdout);
      } catch (error) {
        // A device that disappeared meanwhile is no failure; a dmsetup that is missing or hangs is one.
        if (!(error instanceof HostError) || error.exitCode === null) throw error;
        answers.push(null);
      }
    }
    return answers;
  }
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

class Reader {
  ended = false;
  readonly #child: Child;
  #buffer: Buffer = Buffer.alloc(0);
  #waiting: { count: number; answers: DmAnswer[]; resolve: (answers: DmAnswer[] | null) => void }[] = [];

  constructor(control: string) {
    this.#child = spawn('perl', ['-e', READER_PROGRAM, control], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
    // It must not keep the agent from exiting.
    this.#child.unref();
    (this.#child.stdout as Socket).unref();
    (this.#child.stdin as Socket).unref();
    for (const event of ['error', 'close'] as const) this.#child.on(event, () => this.#end());
    this.#child.stdin.on('error', () => this.#end());
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
      this.#take();
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Null: the process ended before it had answered everything. */
  async ask(messages: readonly DmMessage[]): Promise<DmAnswer[] | null> {
    const limit = setTimeout(() => this.#end(), ANSWER_MS);
    try {
      return await new Promise<DmAnswer[] | null>((resolve) => {
        this.#waiting.push({ count: messages.length, answers: [], resolve });
        this.#child.stdin.write(messages.map(({ name, text }) => `${name}\t${text}\n`).join(''));
      });
    } finally {
      clearTimeout(limit);
    }
  }

  #take(): void {
    for (;;) {
      const end = this.#buffer.indexOf('\n');
      if (end < 0) return;
      const head = this.#buffer.toString('latin1', 0, end);
      const length = head.startsWith('+') ? Number(head.slice(1)) : 0;
      if (this.#buffer.length < end + 1 + length) return;
      const answer = head.startsWith('+') ? this.#buffer.toString('latin1', end + 1, end + 1 + length) : null;
      this.#buffer = this.#buffer.subarray(end + 1 + length);
      const first = this.#waiting[0];
      if (!first) {
        this.#end();
        return;
      }
      first.answers.push(answer);
      if (first.answers.length === first.count) this.#waiting.shift()?.resolve(first.answers);
    }
  }

  #end(): void {
    if (this.ended) return;
    this.ended = true;
    this.#child.kill('SIGKILL');
    for (const { resolve } of this.#waiting.splice(0)) resolve(null);
  }
}
