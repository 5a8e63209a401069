import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ownBuild = fileURLToPath(new URL('../../../packages/agent/packaging/build-deb.mjs', import.meta.url));

/** Builds the agent's Debian package from the bundle of this tree, or of that of another `build-deb.mjs`. @returns its path. */
export async function buildPackage(directory: string, build = ownBuild): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [build, directory]);
  return stdout.trim();
}
