import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** For tests: creates a file tree recorded on a real machine (path → content or link; a path that ends in "/" is a directory). */
export async function layOut(recorded: Record<string, string | { link: string }>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'weft-tree-'));
  for (const [path, entry] of Object.entries(recorded)) {
    const full = join(root, path);
    await mkdir(path.endsWith('/') ? full : dirname(full), { recursive: true });
    if (path.endsWith('/')) continue;
    if (typeof entry === 'string') await writeFile(full, entry);
    else await symlink(entry.link, full);
  }
  return root;
}

export const fixture = (name: string): Promise<string> => readFile(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
