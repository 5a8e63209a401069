import { spawn } from 'node:child_process';

/**
 * Locks the open file `fd` exclusively by flock(2), without waiting. The kernel holds the lock for the open file, which the child shares with this process:
 * the lock stays when the child ends, until this process ends or closes `fd`. No other child gets the descriptor (close-on-exec).
 * @returns false when another process holds the lock.
 * @throws Error when flock(1) of util-linux cannot be run or fails; the message says what to do.
 */
export function lockFile(fd: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn('flock', ['--exclusive', '--nonblock', '3'], { stdio: ['ignore', 'ignore', 'pipe', fd] });
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
    });
    child.on('error', (error) => reject(new Error(`cannot start flock (${error.message}): install the package util-linux`)));
    child.on('close', (code) => {
      // flock(1): 1 when another process holds the lock.
      if (code === 0 || code === 1) resolve(code === 0);
      else reject(new Error(`flock of the run lock failed with exit code ${code}: ${stderr.trim()}`));
    });
  });
}
