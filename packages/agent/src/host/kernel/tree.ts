import { readdirSync, readFileSync, type Stats } from 'node:fs';
import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Codes that mean "went away while we looked": kernel objects come and go between two reads. */
const GONE = new Set(['ENOENT', 'ENODEV', 'ENXIO', 'ENOTDIR']);
export const isGone = (error: unknown): boolean => GONE.has((error as NodeJS.ErrnoException | null)?.code ?? '');

/** Open files at a time: a thousand exports have ten thousand attributes, and a process may have 1,024 files open. */
const MAX_OPEN = 64;
let open = 0;
const waiting: (() => void)[] = [];

async function orElse<T>(read: () => Promise<T>, fallback: T, codes: ReadonlySet<string> = GONE): Promise<T> {
  if (open >= MAX_OPEN) await new Promise<void>((resolve) => waiting.push(resolve));
  else open += 1;
  try {
    return await read();
  } catch (error) {
    if (codes.has((error as NodeJS.ErrnoException).code ?? '')) return fallback;
    throw error;
  } finally {
    // The place goes to the next in line, or is given up.
    const next = waiting.shift();
    if (next) next();
    else open -= 1;
  }
}

/** Some attributes exist and cannot be read just now: no carrier (`speed`), or no such notion for this device. */
const UNREADABLE = new Set([...GONE, 'EINVAL', 'EIO', 'EOPNOTSUPP', 'ENODATA', 'EPERM', 'EBUSY']);

/** sysfs, configfs and proc under a root, so that tests read a recorded tree. Absent is undefined or empty; any other failure throws. */
export class Tree {
  constructor(readonly root = '/') {}

  path(path: string): string {
    return this.root === '/' ? path : join(this.root, path);
  }
  /** Trimmed content. */
  async text(path: string): Promise<string | undefined> {
    return orElse<string | undefined>(async () => (await readFile(this.path(path), 'utf8')).trim(), undefined);
  }
  /** As `text`, for attributes that some devices refuse to answer. */
  async optional(path: string): Promise<string | undefined> {
    return orElse<string | undefined>(async () => (await readFile(this.path(path), 'utf8')).trim(), undefined, UNREADABLE);
  }
  async number(path: string): Promise<number | undefined> {
    const content = await this.optional(path);
    const value = content === undefined || content === '' ? Number.NaN : Number(content);
    return Number.isFinite(value) ? value : undefined;
  }
  /**
   * As `optional`, at once: for counters that the kernel answers from memory, of which there are a hundred a second. Asynchronous reads of them would cost
   * ten times the CPU (docs/decisions/collecting-counters.md).
   */
  now(path: string): string | undefined {
    try {
      return readFileSync(this.path(path), 'utf8').trim();
    } catch (error) {
      if (UNREADABLE.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    }
  }
  listNow(path: string): string[] {
    try {
      return readdirSync(this.path(path));
    } catch (error) {
      if (isGone(error)) return [];
      throw error;
    }
  }
  /** Sorted, so that equal states compare equal; numbers by value. */
  async list(path: string): Promise<string[]> {
    const names = await orElse(() => readdir(this.path(path)), [] as string[]);
    return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  }
  async link(path: string): Promise<string | undefined> {
    return orElse<string | undefined>(() => readlink(this.path(path)), undefined, new Set([...GONE, 'EINVAL']));
  }
  /** Every link resolved; with the root taken off again. */
  async real(path: string): Promise<string | undefined> {
    const resolved = await orElse<string | undefined>(() => realpath(this.path(path)), undefined);
    return resolved !== undefined && this.root !== '/' && resolved.startsWith(this.root) ? resolved.slice(this.root.length) : resolved;
  }
  async exists(path: string): Promise<boolean> {
    return (await orElse<Stats | undefined>(() => stat(this.path(path)), undefined)) !== undefined;
  }
  /** Device number of a block device node, as `major:minor`; undefined for anything else. */
  async deviceNumber(path: string): Promise<string | undefined> {
    const found = await orElse<Stats | undefined>(() => stat(this.path(path)), undefined);
    return found?.isBlockDevice() ? majorMinor(found.rdev) : undefined;
  }
}

/** gnu_dev_major and gnu_dev_minor (makedev(3)), for numbers below 2^32. */
export const majorMinor = (rdev: number): string => `${(rdev >>> 8) & 0xfff}:${(rdev & 0xff) | ((rdev >>> 12) & 0xfff00)}`;

/** Kernel name of a block device: its sysfs directory is /sys/dev/block/<major:minor>. */
export async function kernelName(tree: Tree, path: string): Promise<string | undefined> {
  const number = await tree.deviceNumber(path);
  return number === undefined ? undefined : (await tree.real(`/sys/dev/block/${number}`))?.split('/').at(-1);
}
