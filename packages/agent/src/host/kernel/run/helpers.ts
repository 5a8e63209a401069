import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { HELPER_PROGRAM, ROOT_GROUP } from './helper-program.js';

type Child = ChildProcessByStdio<Writable, Readable, null>;
/** `ended`: the process ended without an answer; before `isReady` it has done nothing. */
export type HelperAnswer = { ok: boolean; text: string } | 'ended';

/** Without work for this long, a helper ends: it is of use while something is built or taken apart. */
const IDLE_MS = 15_000;
const MOST_IDLE = 4;
const READY = 'ready';

/** One process of `HELPER_PROGRAM`, for one request at a time. */
export class Helper {
  /** It has started: from then on a request may have been carried out, whatever follows. */
  isReady = false;
  readonly ended: Promise<void>;
  #isEnded = false;
  #buffer: Buffer = Buffer.alloc(0);
  #resolve: ((answer: HelperAnswer) => void) | null = null;
  readonly #child: Child;

  constructor(control: string) {
    this.#child = spawn('perl', ['-e', HELPER_PROGRAM, control, ROOT_GROUP], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
    // It must not keep the agent from exiting.
    this.#child.unref();
    (this.#child.stdout as Socket).unref();
    (this.#child.stdin as Socket).unref();
    this.ended = new Promise((resolve) => {
      for (const event of ['error', 'close'] as const)
        this.#child.once(event, () => {
          this.#isEnded = true;
          this.#settle('ended');
          resolve();
        });
    });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#buffer = Buffer.concat([this.#buffer, chunk]);
      this.#take();
    });
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }
  get isEnded(): boolean {
    return this.#isEnded;
  }

  ask(words: readonly string[]): Promise<HelperAnswer> {
    if (this.#isEnded) return Promise.resolve('ended');
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#child.stdin.write(`${words.join('\t')}\n`);
    });
  }

  /** A process that is blocked in the kernel ends when the kernel lets it. */
  end(): void {
    this.#child.stdin.end();
    this.#child.kill('SIGKILL');
  }

  #take(): void {
    for (;;) {
      const end = this.#buffer.indexOf('\n');
      if (end < 0) return;
      const head = this.#buffer.toString('latin1', 0, end);
      const next = end + 1 + Number(head.slice(1));
      if (this.#buffer.length < next) return;
      const text = this.#buffer.toString('utf8', end + 1, next);
      this.#buffer = this.#buffer.subarray(next);
      if (!this.isReady && text === READY) this.isReady = true;
      else this.#settle({ ok: head.startsWith('+'), text });
    }
  }

  #settle(answer: HelperAnswer): void {
    const resolve = this.#resolve;
    this.#resolve = null;
    resolve?.(answer);
  }
}

/** Helpers that wait for work. A new one starts when all are busy: one that is blocked in the kernel holds nobody up. */
export class Helpers {
  readonly #idle: { helper: Helper; timer: NodeJS.Timeout }[] = [];

  constructor(private readonly control = '/dev/mapper/control') {}

  take(): Helper {
    for (let next = this.#idle.pop(); next; next = this.#idle.pop()) {
      clearTimeout(next.timer);
      if (!next.helper.isEnded) return next.helper;
    }
    return new Helper(this.control);
  }

  /** Starts one with its guard, for a watch that is about to come and cannot wait for them. */
  prepare(): void {
    const helper = this.take();
    void helper.ask(['guard']).then(() => this.giveBack(helper));
  }

  /** It has answered, and has nothing open. */
  giveBack(helper: Helper): void {
    if (helper.isEnded) return;
    if (this.#idle.length >= MOST_IDLE) {
      helper.end();
      return;
    }
    const timer = setTimeout(() => {
      const at = this.#idle.findIndex((each) => each.helper === helper);
      if (at >= 0) this.#idle.splice(at, 1);
      helper.end();
    }, IDLE_MS);
    timer.unref();
    this.#idle.push({ helper, timer });
  }
}
