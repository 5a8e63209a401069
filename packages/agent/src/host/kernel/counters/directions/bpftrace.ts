import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { DirectionsFailure } from '../../../host.js';
import { type DirectionLine, parseDirectionLine } from './direction-lines.js';
import { DIRECTION_PROGRAM, type DirectionCounts, MAX_KEYS } from './direction-program.js';

/** setpriv(1) ends it with the agent, however that ends. */
export const BPFTRACE = ['setpriv', '--pdeathsig', 'KILL', 'bpftrace', '-f', 'json', '-e', DIRECTION_PROGRAM] as const;

/** It reads kernel maps and prints them. */
const ANSWER_MS = 10_000;
/** It compiles the program first, which takes seconds. */
const START_MS = 120_000;
const LONGEST_FAILURE = 400;
/** setpriv(1): the program was not found. */
const NOT_FOUND = 127;

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** One process of bpftrace, from its start to its end. */
export class Bpftrace {
  ended: DirectionsFailure | null = null;
  readonly #child: Child;
  readonly #starting: NodeJS.Timeout;
  #attached = false;
  #text = '';
  #errors = '';
  /** Of the answer that is being read. */
  #counts: DirectionCounts = new Map();
  #waiting: { resolve: (counts: DirectionCounts | null) => void; limit: NodeJS.Timeout }[] = [];

  constructor([program = '', ...rest]: readonly string[] = BPFTRACE) {
    this.#child = spawn(program, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // The second name is that of versions before 0.21.
      env: { PATH: process.env['PATH'], LC_ALL: 'C', BPFTRACE_MAX_MAP_KEYS: String(MAX_KEYS), BPFTRACE_MAP_KEYS_MAX: String(MAX_KEYS) },
    });
    // It must not keep the agent from exiting.
    this.#child.unref();
    for (const stream of [this.#child.stdout, this.#child.stderr]) (stream as unknown as Socket).unref();
    this.#starting = setTimeout(() => this.end('no-answer'), START_MS).unref();
    this.#child.on('error', (error) => this.end('ended', error.message));
    this.#child.on('close', (code) => this.end(code === NOT_FOUND ? 'not-installed' : 'ended', this.#errors));
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#errors = `${this.#errors}${chunk.toString('utf8')}`.slice(-LONGEST_FAILURE);
    });
    this.#child.stdout.on('data', (chunk: Buffer) => this.#take(chunk.toString('utf8')));
  }

  get pid(): number | undefined {
    return this.ended ? undefined : this.#child.pid;
  }

  /** Null: it does not count yet, or has ended. */
  async counts(): Promise<DirectionCounts | null> {
    if (!this.#attached || this.ended) return null;
    return new Promise((resolve) => {
      const limit = setTimeout(() => this.end('no-answer'), ANSWER_MS).unref();
      this.#waiting.push({ resolve, limit });
      this.#child.kill('SIGUSR1');
    });
  }

  end(cause: DirectionsFailure['cause'], failure = ''): void {
    if (this.ended) return;
    const text = failure.trim();
    this.ended = { cause, ...(text ? { failure: text } : {}) };
    clearTimeout(this.#starting);
    this.#child.kill('SIGKILL');
    for (const { resolve, limit } of this.#waiting.splice(0)) {
      clearTimeout(limit);
      resolve(null);
    }
  }

  #take(text: string): void {
    const lines = `${this.#text}${text}`.split('\n');
    this.#text = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') this.#takeLine(line);
  }

  #takeLine(line: string): void {
    let parsed: DirectionLine;
    try {
      parsed = parseDirectionLine(line);
    } catch (error) {
      this.end('ended', `unknown answer: ${(error as Error).message}`);
      return;
    }
    if (parsed.line === 'attached') {
      this.#attached = true;
      clearTimeout(this.#starting);
    }
    if (parsed.line === 'counts') this.#counts = parsed.counts;
    if (parsed.line === 'end') this.#answer();
  }

  #answer(): void {
    const counts = this.#counts;
    this.#counts = new Map();
    const first = this.#waiting.shift();
    if (!first) return;
    clearTimeout(first.limit);
    first.resolve(counts);
  }
}
