import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { BackupScheduleState } from '@weft/shared/kinds/views/backup';
import { type Said, said } from '@weft/shared/text/rendering/render';
import { SharedReads } from '../core/load/shared-reads.js';
import type { InspectedFile } from './backup-folder.js';
import { BackupFolders, type ConfiguredFolder } from './backup-folders.js';
import { FolderAccess, FolderUnreadable } from './folder-access.js';
import { BackupError } from './format/backup-errors.js';
import type { BackupHeader } from './format/backup-header.js';
import { keyIdOf } from './format/backup-key.js';
import { otherKey } from './format/encryption.js';
import { checkEnd } from './format/file-end.js';
import { lateKinds } from './schedule.js';

export interface BackupState {
  state: BackupScheduleState;
  problem: Said | null;
  /** When the last read of the folder that succeeded ended; null: none has. */
  readAt: Date | null;
  /** When a read failed for the first time after that. */
  unreadableSince: Date | null;
  /** With the reason why a file is not complete. None while the folder is unreadable. */
  files: InspectedFile[];
}

const READ_EVERY_MS = 5000;
/** MongoDB keeps a snapshot for 5 minutes, and the file is read back after it. */
const MOST_WORK_MS = 900_000;

/** The newest backup with a readable header. */
export function newestOf(files: readonly InspectedFile[]): { takenAt: string; sizeBytes: number } | undefined {
  const found = files.flatMap(({ header, sizeBytes }) => (header ? [{ takenAt: header.takenAt, sizeBytes }] : []));
  return found.sort((a, b) => b.takenAt.localeCompare(a.takenAt))[0];
}

/**
 * The only reader of the folder of this server. It reads in the background, and list, overview, metrics and schedule use what it found last: they agree,
 * and none of them waits for the folder.
 */
@Injectable()
export class BackupStateService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(BackupStateService.name);
  private readonly startedAt = Date.now();
  private readonly stopping = new AbortController();
  private readonly reads = new SharedReads<InspectedFile[]>();
  private readonly reading: FolderAccess;
  private readonly changing: FolderAccess;
  /** Aborts, and is replaced, when the folder does not answer. */
  private unanswered = new AbortController();
  private files: InspectedFile[] = [];
  private readAt: Date | null = null;
  private trouble: { since: Date; error: FolderUnreadable } | null = null;
  /** Milliseconds after which a read that has not returned makes the folder unreadable. */
  answersWithinMs = 15_000;

  constructor(private readonly folders: BackupFolders) {
    const { server, path } = folders;
    this.reading = new FolderAccess(server, path ?? '');
    this.changing = new FolderAccess(server, path ?? '');
  }

  /** The first read ends, or fails, before the server serves: its state is known from the start. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.folders.path === null) return;
    await this.readInBackground();
    void this.keepReading();
  }

  /** Waits for no read. */
  onApplicationShutdown(): void {
    this.stopping.abort(new Error('the server stops'));
  }

  /** From then on reads fail, and no failure is one of the folder. */
  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** What the last read found. Late rotations are those of this moment. */
  read(): BackupState {
    const { server, path, keep } = this.folders;
    const { files, readAt, trouble } = this;
    if (path === null) return { state: 'off', problem: null, readAt, unreadableSince: null, files };
    if (trouble) return { state: 'unreadable', problem: trouble.error.said, readAt, unreadableSince: trouble.since, files: [] };
    const rotations = lateKinds(headersOf(files), keep, Date.now(), this.startedAt);
    const problem = rotations.length === 0 ? null : said('backups-late', { server, rotations, newestAt: newestOf(files)?.takenAt });
    return { state: problem ? 'late' : 'current', problem, readAt, unreadableSince: null, files };
  }

  /** Headers that the last read found. @throws FolderUnreadable if it failed */
  headers(): BackupHeader[] {
    if (this.trouble) throw this.trouble.error;
    return headersOf(this.files);
  }

  /** Reads the folder once more, so that the state is not older than this call. @throws FolderUnreadable, and errors of the database */
  refresh(): Promise<InspectedFile[]> {
    return this.reads.get('files', () => this.readInTime());
  }

  /**
   * Work that changes the folder or reads whole files. It ends early when the background reads get no answer.
   * @throws FolderUnreadable, the reason of `signal`, and errors of `work`
   */
  change<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.changing.run({ mostMs: MOST_WORK_MS, ends: [signal, this.unanswered.signal] }, work);
  }

  private async keepReading(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      // The abort of the wait ends the loop.
      await delay(READ_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.readInBackground();
    }
  }

  private async readInBackground(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      // The state has a folder that cannot be read, and its first failure is in the log.
      if (!(error instanceof FolderUnreadable) && !this.isStopping) this.logger.warn({ err: error }, 'the folder of backups was not read');
    }
  }

  private async readInTime(): Promise<InspectedFile[]> {
    const configured = await this.folders.configured();
    if (!configured) return [];
    try {
      return await this.reading.run({ mostMs: this.answersWithinMs, ends: [this.stopping.signal] }, () => this.readNow(configured));
    } catch (error) {
      if (this.isStopping) throw error;
      throw this.unreadable(error, configured.path);
    }
  }

  /** A read that returns after its limit counts too. */
  private async readNow(configured: ConfiguredFolder): Promise<InspectedFile[]> {
    this.files = await this.checked(configured);
    this.readAt = new Date();
    this.trouble = null;
    return this.files;
  }

  private unreadable(cause: unknown, folder: string): FolderUnreadable {
    const { server } = this.folders;
    const answers = !(cause instanceof FolderUnreadable);
    const error = answers
      ? new FolderUnreadable(said('backups-unreadable', { server, folder, error: (cause as Error).message }), { cause })
      : cause;
    if (this.trouble?.error.message !== error.message) this.logger.warn({ err: error, folder }, error.message);
    this.trouble = { since: this.trouble?.since ?? new Date(), error };
    if (!answers) {
      this.unanswered.abort(error);
      this.unanswered = new AbortController();
    }
    return error;
  }

  private async checked({ folder, path, key }: ConfiguredFolder): Promise<InspectedFile[]> {
    const keyId = keyIdOf(key);
    const known = new Map(this.files.flatMap((file) => (file.header ? [[keyOf(file), file]] : [])));
    const found = await folder.inspect((file) => known.get(keyOf(file)));
    const files: InspectedFile[] = [];
    for (const file of found) {
      // A file with a fault in its header is read again: its problem may have been one of the file system.
      const { header } = file;
      if (header === null || known.has(keyOf(file))) files.push(file);
      else files.push({ ...file, fault: (await faultAtEnd(join(path, file.name))) ?? faultOfKey(header, keyId) });
    }
    return files;
  }
}

const keyOf = ({ name, sizeBytes, mtimeMs }: Pick<InspectedFile, 'name' | 'sizeBytes' | 'mtimeMs'>) => `${name} ${sizeBytes} ${mtimeMs}`;
const headersOf = (files: readonly InspectedFile[]): BackupHeader[] => files.flatMap(({ header }) => (header ? [header] : []));

/** The key is configuration: it never changes while the server runs. */
const faultOfKey = (header: BackupHeader, keyId: string): Said | null => (header.keyId === keyId ? null : otherKey(header, keyId).said);

async function faultAtEnd(path: string): Promise<Said | null> {
  try {
    await checkEnd(path);
    return null;
  } catch (error) {
    if (error instanceof BackupError) return error.said;
    throw error;
  }
}
