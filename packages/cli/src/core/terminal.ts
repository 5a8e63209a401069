import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { safeText } from '../text/safe.js';
import { Failure } from './failure.js';

/** Where the program reads and writes. Data goes to `out`, everything for people to `err`. */
export interface Terminal {
  out: Writable & { isTTY?: boolean; columns?: number; rows?: number };
  err: Writable & { isTTY?: boolean; columns?: number };
  in: Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown };
  env: Readonly<Record<string, string | undefined>>;
}

/** Whether a person can be asked. */
export const isInteractive = ({ in: input, err }: Terminal): boolean => input.isTTY === true && err.isTTY === true;

/** Colours only on a terminal, and not with NO_COLOR (no-color.org) or TERM=dumb. */
export const hasColour = (stream: { isTTY?: boolean }, env: Terminal['env']): boolean =>
  stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';

/** A message for people. */
export function say({ err }: Terminal, text: string): void {
  err.write(`${safeText(text)}\n`);
}

/** Asks for one line. */
export async function ask(terminal: Terminal, question: string): Promise<string> {
  const lines = createInterface({ input: terminal.in, output: terminal.err, terminal: terminal.in.isTTY === true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('close', () => reject(new Failure('unconfirmed', 'No answer. Nothing was done.')));
      lines.once('SIGINT', () => lines.close());
      lines.question(safeText(question), resolve);
    });
  } finally {
    lines.removeAllListeners('close');
    lines.close();
  }
}

/** Asks for a line without showing it. */
export async function askSecret(terminal: Terminal, question: string): Promise<string> {
  const { in: input, err } = terminal;
  if (!isInteractive(terminal) || !input.setRawMode)
    throw new Failure('usage', 'There is no terminal to ask for a password on.', 'Give it as a file; - is standard input.');
  err.write(question);
  input.setRawMode(true);
  input.resume();
  try {
    return await new Promise<string>((resolve, reject) => {
      let typed = '';
      input.on('data', (chunk: Buffer) => {
        for (const character of chunk.toString('utf8')) {
          if (character === '\r' || character === '\n') return resolve(typed);
          if (character === '\u0003' || character === '\u0004') return reject(new Failure('interrupted', 'Interrupted. Nothing was done.'));
          typed = character === '\u007f' || character === '\b' ? typed.slice(0, -1) : typed + character;
        }
      });
    });
  } finally {
    input.removeAllListeners('data');
    input.setRawMode(false);
    input.pause();
    err.write('\n');
  }
}

export async function confirmed(terminal: Terminal, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(terminal, `${question} [y/N] `)).trim());
}
