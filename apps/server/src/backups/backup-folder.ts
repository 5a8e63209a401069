import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Said } from '@weft/shared/text/rendering/render';
import { BackupError } from './format/backup-errors.js';
import { headerOfFile, verifyBackup } from './format/backup-file.js';
import { type BackupHeader, fileNameOf, isFileName, PARTIAL, partsOfName } from './format/backup-header.js';
import { encrypted } from './format/encryption.js';

/** A backup in the folder. */
export interface StoredBackup extends BackupHeader {
  name: string;
  sizeBytes: number;
}

/** A file with the name of a backup. */
export interface InspectedFile {
  name: string;
  sizeBytes: number;
  mtimeMs: number;
  header: BackupHeader | null;
  /** Why the header cannot be read. */
  fault: Said | null;
}

type KnownFile = (file: Pick<InspectedFile, 'name' | 'sizeBytes' | 'mtimeMs'>) => InspectedFile | undefined;

/** A partial file that nobody has changed for so long belongs to a process that ended. */
const ABANDONED_MS = 3_600_000;

/** A folder with backups. Other files may be there too: only files whose name and header show this cluster count. */
export class BackupFolder {
  constructor(
    readonly path: string,
    private readonly clusterId: string,
  ) {}

  /** Writes a backup: to a partial file, which is read back in full, and then gets its name. */
  async write(header: BackupHeader, key: Buffer, content: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<StoredBackup> {
    const name = fileNameOf(header);
    const partial = join(this.path, `.${name}${PARTIAL}`);
    try {
      await pipeline(
        Readable.from(content),
        createGzip(),
        (source: AsyncIterable<Buffer>) => encrypted(header, key, source),
        // flush: fsync(2) before the file is closed.
        createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
        signal ? { signal } : {},
      );
      await verifyBackup(partial, key, signal);
      signal?.throwIfAborted();
      await rename(partial, join(this.path, name));
      await this.sync();
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    return { ...header, name, sizeBytes: (await stat(join(this.path, name))).size };
  }

  /** Removes a file of this cluster; checks its header once more. */
  async remove({ name }: Pick<StoredBackup, 'name'>): Promise<void> {
    if (await this.ours(name, name)) await rm(join(this.path, name));
  }

  /** Removes partial files of this cluster that a killed process left. */
  async removeAbandoned(now: number, signal: AbortSignal): Promise<void> {
    for (const file of await readdir(this.path)) {
      signal.throwIfAborted();
      const name = file.slice(1, -PARTIAL.length);
      if (!file.startsWith('.') || !file.endsWith(PARTIAL) || !isFileName(name)) continue;
      const { mtimeMs } = await stat(join(this.path, file));
      if (now - mtimeMs > ABANDONED_MS && (await this.ours(file, name))) await rm(join(this.path, file));
    }
  }

  /**
   * Every file of this cluster, and files with the name of a backup whose header cannot be read. One after another: a network folder that does not
   * answer then holds one thread of libuv's pool, not all four, on which every file access and compression of the process depends.
   * @param known what an earlier call found in a file of this name, size and time; its header is not read again
   * @throws errors of the file system
   */
  async inspect(known: KnownFile = () => undefined): Promise<InspectedFile[]> {
    const found: InspectedFile[] = [];
    for (const name of await readdir(this.path)) {
      const file = await this.inspected(name, known);
      if (file) found.push(file);
    }
    return found;
  }

  private async inspected(name: string, known: KnownFile): Promise<InspectedFile | undefined> {
    if (partsOfName(name) === undefined) return undefined;
    const path = join(this.path, name);
    try {
      const { size: sizeBytes, mtimeMs } = await stat(path);
      const file = { name, sizeBytes, mtimeMs };
      const before = known(file);
      if (before) return before;
      try {
        const header = await headerOfFile(path);
        return this.isOwn(header, name) ? { ...file, header, fault: null } : undefined;
      } catch (error) {
        if (error instanceof BackupError) return { ...file, header: null, fault: error.said };
        throw error;
      }
    } catch (error) {
      // Another process has just removed it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  private isOwn(header: BackupHeader, name: string): boolean {
    return header.clusterId === this.clusterId && fileNameOf(header) === name;
  }

  /** @param name of the file once it is complete */
  private async ours(file: string, name: string): Promise<boolean> {
    try {
      return this.isOwn(await headerOfFile(join(this.path, file)), name);
    } catch (error) {
      // A foreign file with such a name, or one that another process has just removed.
      if (error instanceof BackupError || (error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  /** fsync(2): the new name is durable only after the folder is synchronised too. */
  private async sync(): Promise<void> {
    const folder = await open(this.path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}
