import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const git = (root, ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });

/**
 * The commit of a checkout.
 * @returns {{ commit: string, epoch: number }} its hash, and the committer's time in seconds since 1970
 * @throws Error if the checkout has changes or new files; `dirty` allows them
 */
export function commitOf(root, { dirty = false } = {}) {
  const changes = git(root, 'status', '--porcelain').trimEnd();
  if (changes !== '' && !dirty)
    throw new Error(`The checkout differs from its commit. Commit these files, remove them, or name them in .gitignore:\n${changes}`);
  const [commit, epoch] = git(root, 'log', '-1', '--format=%H %ct').trim().split(' ');
  return { commit, epoch: Number(epoch) };
}

/** Copies the files that git lists, and no other. In a clean checkout they are the files of the commit. */
export function copySources(root, target) {
  const listed = git(root, 'ls-files', '-z').split('\0').filter(Boolean);
  // A dirty checkout may have removed some.
  for (const file of listed.filter((each) => existsSync(join(root, each)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
}
