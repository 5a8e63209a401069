import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Said } from '@weft/shared/text/rendering/render';
import { BackupError } from '../format/backup-errors.js';
import { headerOf, verifyBackup } from '../format/backup-file.js';
import { type BackupHeader, fileNameOf } from '../format/backup-header.js';
import { encrypted } from '../format/encryption.js';
import type { Open } from '../format/open.js';
import { FileGone, type FileStore, type ListedFile } from './file-store.js';

/** A backup in the store. */
export interface StoredBackup extends BackupHeader {
  name: string;
  sizeBytes: number;
}

export interface InspectedFile extends ListedFile {
  header: BackupHeader | null;
  /** Why the header cannot be read. */
  fault: Said | null;
}

type KnownFile = (file: ListedFile) => InspectedFile | undefined;

/** The stream itself gives an error of the content to its reader. */
const gzipped = (content: AsyncIterable<Buffer>): AsyncIterable<Buffer> => pipeline(Readable.from(content), createGzip(), () => undefined);

/** Backups of one cluster. Other files may be beside them: only files whose name and header show this cluster count. */
export class BackupStore {
  /** @param clusterId null: backups of all clusters, to read them only */
  constructor(
    private readonly files: FileStore,
    private readonly clusterId: string | null,
  ) {}

  /** Shown to people: the path of the folder, or `s3://bucket/prefix`. */
  get place(): string {
    return this.files.place;
  }

  open(name: string): Open {
    return this.files.open(name);
  }

  checkEnd(name: string): Promise<void> {
    return this.files.checkEnd(name);
  }

  /** Writes a backup and reads it back in full. It gets its name only then. */
  async write(header: BackupHeader, key: Buffer, content: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<StoredBackup> {
    const name = fileNameOf(header);
    const bytes = encrypted(header, key, gzipped(content));
    const sizeBytes = await this.files.write(name, bytes, (open) => verifyBackup(open, key, signal), signal);
    return { ...header, name, sizeBytes };
  }

  /** Removes a file of this cluster; checks its header once more. */
  async remove({ name }: Pick<StoredBackup, 'name'>): Promise<void> {
    if (await this.isOwn(name, this.open(name))) await this.files.remove(name);
  }

  /** Removes what killed processes of this cluster left. */
  removeAbandoned(now: number, signal: AbortSignal): Promise<void> {
    return this.files.removeAbandoned((name, open) => this.isOwn(name, open), now, signal);
  }

  /**
   * Every file of this cluster, and files with the name of a backup whose header cannot be read.
   * @param known what an earlier call found in a file of this name, size and time; its header is not read again
   * @throws errors of the store
   */
  async inspect(known: KnownFile = () => undefined): Promise<InspectedFile[]> {
    const found: InspectedFile[] = [];
    const listed = await this.files.list();
    const { readsAtOnce } = this.files;
    for (let at = 0; at < listed.length; at += readsAtOnce) {
      const some = listed.slice(at, at + readsAtOnce).map(async (file) => known(file) ?? (await this.inspected(file)));
      found.push(...(await Promise.all(some)).filter((file) => file !== undefined));
    }
    return found;
  }

  private async inspected(file: ListedFile): Promise<InspectedFile | undefined> {
    try {
      const header = await headerOf(this.open(file.name));
      return this.isOf(header, file.name) ? { ...file, header, fault: null } : undefined;
    } catch (error) {
      if (error instanceof BackupError) return { ...file, header: null, fault: error.said };
      if (error instanceof FileGone) return undefined;
      throw error;
    }
  }

  private isOf(header: BackupHeader, name: string): boolean {
    return (this.clusterId === null || header.clusterId === this.clusterId) && fileNameOf(header) === name;
  }

  private async isOwn(name: string, open: Open): Promise<boolean> {
    try {
      return this.isOf(await headerOf(open), name);
    } catch (error) {
      // A foreign file with such a name, or one that another process has just removed.
      if (error instanceof BackupError || error instanceof FileGone) return false;
      throw error;
    }
  }
}
