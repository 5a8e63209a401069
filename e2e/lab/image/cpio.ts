/** Writes cpio archives of the kernel's "newc" form (Documentation/driver-api/early-userspace/buffer-format.rst). */

export interface CpioEntry {
  /** Absolute path in the guest. */
  readonly path: string;
  readonly kind: 'directory' | 'file' | 'link';
  /** Permission bits. */
  readonly mode: number;
  /** A file's bytes, or a link's target. */
  readonly content: Buffer;
}

const kindBits = { directory: 0o040000, file: 0o100000, link: 0o120000 } as const;

/** The archive, padded to a multiple of four so that another can follow it. */
export function cpio(entries: readonly CpioEntry[]): Buffer {
  const parts = entries.map((entry, index) => record(index + 1, entry.path.slice(1), kindBits[entry.kind] | entry.mode, entry.content));
  return Buffer.concat([...parts, record(0, 'TRAILER!!!', 0, Buffer.alloc(0))]);
}

/** The directory entries that must precede `paths`, so that the kernel can unpack them. */
export function parentDirectories(paths: readonly string[]): CpioEntry[] {
  const directories = new Set<string>();
  for (const path of paths) {
    const names = path.split('/').slice(1, -1);
    names.forEach((_, index) => {
      directories.add(`/${names.slice(0, index + 1).join('/')}`);
    });
  }
  return [...directories].sort().map((path) => ({ path, kind: 'directory', mode: 0o755, content: Buffer.alloc(0) }));
}

function record(inode: number, name: string, mode: number, content: Buffer): Buffer {
  const nameBytes = Buffer.from(`${name}\0`);
  const fields = [inode, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, nameBytes.length, 0];
  const header = Buffer.from(`070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`);
  return Buffer.concat([padded(Buffer.concat([header, nameBytes])), padded(content)]);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}
