import { spawn } from 'node:child_process';
import type { LinkListener } from '../../link-listener.js';
import { environment } from '../run/command.js';

/** A line for each change of a network link, written at once (ip-monitor(8); rtnetlink(7), RTM_NEWLINK). */
const MONITOR = ['ip', '-o', 'monitor', 'link'] as const;

/**
 * Reports changes of network links, through a process that sleeps in between. What it prints is not read: the listener reads the links itself.
 * @returns ends the process, without a call of `onEnd`.
 */
export function watchLinks({ onChange, onEnd }: LinkListener, [program, ...rest]: readonly [string, ...string[]] = MONITOR): () => void {
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'ignore'], env: environment() });
  let isOver = false;
  const over = (why: string) => {
    if (isOver) return;
    isOver = true;
    onEnd(why);
  };
  child.stdout.on('data', () => {
    if (!isOver) onChange();
  });
  child.on('error', (error) => over(error.message));
  child.on('exit', (code, signal) => over(`${program} ended with ${signal ?? `exit code ${code}`}`));
  return () => {
    isOver = true;
    child.kill('SIGTERM');
  };
}
