import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Take a later one when its servers cannot be started again beside what newer servers and agents store. */
export const OLDER = '28002233';

/** Programs of an earlier commit of this repository. */
export interface OlderTree {
  server: string;
  simulation: string;
  agent: string;
  /** Builds the agent's Debian package: `node PROGRAM FOLDER` prints its path. */
  buildPackage: string;
}

/**
 * An earlier commit, built once into `.cache/older`. Needs the repository's history, and a registry of npm packages or npm's cache of them.
 * @throws Error when the commit is missing (a shallow clone), or does not build
 */
export async function olderTree(commit: string): Promise<OlderTree> {
  const folder = join(root, '.cache/older', commit);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    try {
      await run('sh', ['-c', 'git -C "$1" archive "$2" > "$3/tree.tar" && tar -xf "$3/tree.tar" -C "$3"', 'sh', root, commit, unfinished]);
    } catch (cause) {
      throw new Error(`Commit ${commit} is not in this clone. Run \`git fetch --unshallow\`.`, { cause });
    }
    const [options, env] = [
      { cwd: unfinished, maxBuffer: 2 ** 26 },
      { ...process.env, NODE_ENV: 'development' },
    ];
    await run('npm', ['ci', '--no-audit', '--no-fund'], { ...options, env });
    await run('npm', ['run', 'build'], { ...options, env });
    await rename(unfinished, folder);
  }
  return {
    server: join(folder, 'apps/server/bin/weft-server.js'),
    simulation: join(folder, 'packages/agent/dist/weft-simulation.mjs'),
    agent: join(folder, 'packages/agent/dist/weft-agent.mjs'),
    buildPackage: join(folder, 'packages/agent/packaging/build-deb.mjs'),
  };
}
