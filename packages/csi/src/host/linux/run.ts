import { execFile } from 'node:child_process';
import { RpcError } from '../../rpc/rpc-error.js';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Longest time of a command: mkfs of a large volume over a slow network. */
const TIMEOUT_MS = 300_000;

/**
 * Runs a command, without a shell. Resolves when the process has ended: one that waits for I/O of a stalled volume cannot be killed, and its
 * volume stays locked as long.
 * @throws RpcError INTERNAL when it cannot be started or was killed at the time limit
 */
export function run(program: string, args: readonly string[], timeoutMs = TIMEOUT_MS): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const options = { timeout: timeoutMs, killSignal: 'SIGKILL' as const, maxBuffer: 4 * 2 ** 20, env: { ...process.env, LC_ALL: 'C' } };
    execFile(program, [...args], options, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number')
        reject(
          new RpcError('INTERNAL', `${shown(program, args)} ${error.killed ? 'was killed at its time limit' : `failed: ${error.message}`}`),
        );
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

/** @throws RpcError INTERNAL with the command, its exit code and its output, unless it ends with 0 */
export async function runOk(program: string, args: readonly string[], timeoutMs?: number): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, timeoutMs);
  if (code !== 0) throw new RpcError('INTERNAL', `${shown(program, args)} ended with ${code}: ${(stderr || stdout).trim().slice(0, 1000)}`);
  return stdout;
}

const shown = (program: string, args: readonly string[]): string => [program, ...args].join(' ');
