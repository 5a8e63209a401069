import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nameOfPartial, partialNameOf, partsOfName } from '../format/backup-header.js';
import { checkEnd } from '../format/file-end.js';
import type { Open } from '../format/open.js';
import { ABANDONED_MS, FileGone, type FileStore, type ListedFile } from './file-store.js';

async function orGone<T>(file: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw new FileGone(`${file} does not exist`, { cause });
    throw cause;
  }
}

/** A file by its path. */
export const openFile =
  (file: string): Open =>
  async (mostBytes) => {
    const handle = await orGone(file, open(file, 'r'));
    return handle.createReadStream(mostBytes === undefined ? {} : { end: mostBytes - 1 });
  };

/** A folder, which several servers may see by a network file system. */
export class FolderFiles implements FileStore {
  /**
   * One file after another: a network folder that does not answer then holds one thread of libuv's pool, not all four, on which every file access and
   * compression of the process depends.
   */
  readonly readsAtOnce = 1;

  constructor(readonly place: string) {}

  async list(): Promise<ListedFile[]> {
    const found: ListedFile[] = [];
    for (const name of await readdir(this.place)) {
      if (partsOfName(name) === undefined) continue;
      try {
        const { size: sizeBytes, mtimeMs } = await stat(join(this.place, name));
        found.push({ name, sizeBytes, mtimeMs });
      } catch (error) {
        // Another process has just removed it.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return found;
  }

  open(name: string): Open {
    return openFile(join(this.place, name));
  }

  checkEnd(name: string): Promise<void> {
    const file = join(this.place, name);
    return orGone(file, checkEnd(file));
  }

  /** Writes to a partial file, which is read back, and then gets its name. */
  async write(
    name: string,
    content: AsyncIterable<Buffer>,
    check: (open: Open) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<number> {
    const partial = join(this.place, partialNameOf(name));
    const file = join(this.place, name);
    try {
      // flush: fsync(2) before the file is closed.
      const written = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(Readable.from(content), written, signal ? { signal } : {});
      await check(openFile(partial));
      signal?.throwIfAborted();
      await rename(partial, file);
      await this.sync();
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    return (await stat(file)).size;
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.place, name), { force: true });
  }

  async removeAbandoned(isOwn: (name: string, open: Open) => Promise<boolean>, now: number, signal: AbortSignal): Promise<void> {
    for (const file of await readdir(this.place)) {
      signal.throwIfAborted();
      const name = nameOfPartial(file);
      if (name === undefined) continue;
      const path = join(this.place, file);
      const { mtimeMs } = await stat(path);
      if (now - mtimeMs > ABANDONED_MS && (await isOwn(name, openFile(path)))) await rm(path, { force: true });
    }
  }

  /** fsync(2): the new name is durable only after the folder is synchronised too. */
  private async sync(): Promise<void> {
    const folder = await open(this.place, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}
