import type { Open } from '../format/open.js';

/** A file with the name of a backup. */
export interface ListedFile {
  name: string;
  sizeBytes: number;
  mtimeMs: number;
}

/** The file is not there, or not any more: another process may have removed it. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** Where the files of backups are: a folder, or a part of an S3 bucket. Other files may be there too. */
export interface FileStore {
  /** Shown to people: the path of the folder, or `s3://bucket/prefix`. */
  readonly place: string;

  /** Files that may be read at the same time. */
  readonly readsAtOnce: number;

  /** @throws errors of the store */
  list(): Promise<ListedFile[]>;

  open(name: string): Open;

  /** Checks, without reading all of it, that a file still has the bytes that were written. @throws BackupError, FileGone, and errors of the store */
  checkEnd(name: string): Promise<void>;

  /**
   * A file gets its name when all its bytes are durable. If `check` refuses it, or the signal aborts, no file stays.
   * @returns its size in bytes
   */
  write(name: string, content: AsyncIterable<Buffer>, check: (open: Open) => Promise<unknown>, signal?: AbortSignal): Promise<number>;

  remove(name: string): Promise<void>;

  /** Removes what writes of killed processes left more than an hour ago. @param isOwn whether the file that was being written is one of this cluster */
  removeAbandoned(isOwn: (name: string, open: Open) => Promise<boolean>, now: number, signal: AbortSignal): Promise<void>;
}

/** What nobody has changed for so long belongs to a process that ended. */
export const ABANDONED_MS = 3_600_000;
