import { closeSync, open as openFile, readdirSync, readFileSync, read as readFrom, type Stats } from 'node:fs';
import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Codes that mean "disappeared during the read": kernel objects come and go between reads. ESRCH: a process that ended after its proc file was opened. */
const GONE = new Set(['ENOENT', 'ENODEV', 'ENXIO', 'ENOTDIR', 'ESRCH']);
export const isGone = (error: unknown): boolean => GONE.has((error as NodeJS.ErrnoException | null)?.code ?? '');

/** Limit of open files: a thousand exports have ten thousand attributes, and a process may have 1,024 files open. */
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
    // The slot goes to the next in line, or becomes free.
    const next = waiting.shift();
    if (next) next();
    else open -= 1;
  }
}

function nowOrElse<T>(read: () => T, fallback: T, codes: ReadonlySet<string> = GONE): T {
  try {
    return read();
  } catch (error) {
    if (codes.has((error as NodeJS.ErrnoException).code ?? '')) return fallback;
    throw error;
  }
}

function asNumber(content: string | undefined): number | undefined {
  const value = content === undefined || content === '' ? Number.NaN : Number(content);
  return Number.isFinite(value) ? value : undefined;
}

/** Some attributes exist but cannot be read now: no carrier (`speed`), or the device has no such property. */
const UNREADABLE = new Set([...GONE, 'EINVAL', 'EIO', 'EOPNOTSUPP', 'ENODATA', 'EPERM', 'EBUSY']);

/**
 * The kernel prints an attribute whole into one page (sysfs.rst, configfs.rst): one read returns all of it. It takes two visits to libuv's threads,
 * `readFile` takes five: waking a thread costs more than the kernel's answer. Closing never blocks.
 */
const PAGE_BYTES = 4096;
const pages: Buffer[] = [];
const readAttribute = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    openFile(path, 'r', (notOpened, fd) => {
      if (notOpened) return reject(notOpened);
      const page = pages.pop() ?? Buffer.allocUnsafeSlow(PAGE_BYTES);
      readFrom(fd, page, 0, PAGE_BYTES, null, (notRead, bytes) => {
        const text = page.toString('utf8', 0, bytes);
        pages.push(page);
        closeSync(fd);
        if (notRead) reject(notRead);
        // This machine has larger pages.
        else if (bytes === PAGE_BYTES) readFile(path, 'utf8').then(resolve, reject);
        else resolve(text);
      });
    });
  });

/** `localeCompare` with options creates a collator for every comparison. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** sysfs, configfs and proc below a root, so that tests read a recorded tree. Absent is undefined or empty; any other failure throws. */
export class Tree {
  constructor(readonly root = '/') {}

  path(path: string): string {
    return this.root === '/' ? path : join(this.root, path);
  }
  /** Trimmed content. */
  async text(path: string): Promise<string | undefined> {
    return orElse<string | undefined>(async () => (await this.read(path)).trim(), undefined);
  }
  /** As `text`, for attributes that cannot be read on some devices. */
  async optional(path: string): Promise<string | undefined> {
    return orElse<string | undefined>(async () => (await this.read(path)).trim(), undefined, UNREADABLE);
  }
  async number(path: string): Promise<number | undefined> {
    return asNumber(await this.optional(path));
  }
  /** Sorted, so that equal states compare equal; numbers by value. */
  async list(path: string): Promise<string[]> {
    const names = await orElse(() => readdir(this.path(path)), [] as string[]);
    return names.sort(compare);
  }
  async link(path: string): Promise<string | undefined> {
    return orElse<string | undefined>(() => readlink(this.path(path)), undefined, new Set([...GONE, 'EINVAL']));
  }
  /** Resolves every link and removes the root prefix again. */
  async real(path: string): Promise<string | undefined> {
    const resolved = await orElse<string | undefined>(() => realpath(this.path(path)), undefined);
    return resolved !== undefined && this.root !== '/' && resolved.startsWith(this.root) ? resolved.slice(this.root.length) : resolved;
  }
  async exists(path: string): Promise<boolean> {
    return (await orElse<Stats | undefined>(() => stat(this.path(path)), undefined)) !== undefined;
  }
  /*
   * Synchronous, without a thread: only for values that the kernel prints from its memory without waiting. These are names in sysfs, the sysfs
   * attributes of block devices, dm, nvme and RDMA that the agent reads here, and proc's counters. Not configfs (mkdir, rmdir and a write that waits for
   * a drive hold its locks), nor `carrier` and `speed` (the network's lock), nor an nvme controller's `address` (the lock of a queue being taken down).
   */
  attributeNow(path: string): string | undefined {
    return nowOrElse<string | undefined>(() => readFileSync(this.path(path), 'utf8').trim(), undefined, UNREADABLE);
  }
  numberNow(path: string): number | undefined {
    return asNumber(this.attributeNow(path));
  }
  listNow(path: string): string[] {
    return nowOrElse(() => readdirSync(this.path(path)), []).sort(compare);
  }

  private read(path: string): Promise<string> {
    return path.startsWith('/sys/') ? readAttribute(this.path(path)) : readFile(this.path(path), 'utf8');
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
