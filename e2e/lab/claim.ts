import { mkdir, rm } from 'node:fs/promises';
import { lockFolder } from '../../scripts/local/folder-lock.mjs';
import { portProblem } from '../../scripts/local/ports.mjs';

/**
 * Recreates the lab's folder, for this process alone until it ends.
 * @throws Error naming the process that has the port or the folder; nothing changes then
 */
export async function claimLab(directory: string, port: number): Promise<void> {
  await lockFolder(directory, '`npm run lab`');
  const problem = await portProblem(port, 'npm run lab -- --port N');
  if (problem) throw new Error(problem);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
}
