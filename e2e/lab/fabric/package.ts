import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const build = fileURLToPath(new URL('../../../packages/agent/packaging/build-deb.mjs', import.meta.url));

/** Builds the agent's Debian package from the bundle. @returns its path. */
export async function buildPackage(directory: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [build, directory]);
  return stdout.trim();
}
