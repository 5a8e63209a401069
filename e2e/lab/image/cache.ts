/**
 * The lab's cache of kernels and images: `$WEFT_CACHE`, otherwise `.cache/lab` of the checkout.
 * Each build has its own directory, which is renamed when the entry is complete: an interrupted build leaves no half entry, and two builders
 * at once both use the entry that was renamed first.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export function cacheDirectory(): string {
  const configured = process.env['WEFT_CACHE'];
  return configured ? resolve(configured) : join(repositoryRoot(), '.cache', 'lab');
}

function repositoryRoot(): string {
  for (let directory = process.cwd(); ; directory = dirname(directory)) {
    const manifest = join(directory, 'package.json');
    if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === 'weft') return directory;
    if (directory === dirname(directory)) {
      throw new Error('Run the lab from inside the Weft checkout, or set WEFT_CACHE to a directory for its kernels and images');
    }
  }
}

/** The first 16 hex digits of a hash over `inputs`, for the name of a cache entry. */
export function contentHash(inputs: unknown): string {
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 16);
}

/** The directory of cache entry `name`; `build(directory)` makes it when it is missing. */
export async function cached(name: string, build: (directory: string) => Promise<void>): Promise<string> {
  const root = cacheDirectory();
  const entry = join(root, name);
  if (existsSync(entry)) return entry;
  await mkdir(root, { recursive: true });
  await removeAbandonedBuilds(root);
  const building = join(root, `building-${process.pid}-${Date.now()}-${name}`);
  await mkdir(building);
  try {
    await build(building);
    await rename(building, entry).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  return entry;
}

/** Removes builds of processes that no longer run. */
async function removeAbandonedBuilds(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = /^building-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) await rm(join(root, name), { recursive: true, force: true });
  }
}
