import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { BackupScheduleState } from '@weft/shared/kinds/views/backup';
import { type Said, said } from '@weft/shared/text/rendering/render';
import { SharedReads } from '../core/load/shared-reads.js';
import type { InspectedFile } from './backup-folder.js';
import { BackupFolders, type ConfiguredFolder } from './backup-folders.js';
import { BackupError } from './format/backup-errors.js';
import { keyIdOf } from './format/backup-key.js';
import { otherKey } from './format/encryption.js';
import { checkEnd } from './format/file-end.js';
import { lateKinds } from './schedule.js';

export interface BackupState {
  state: BackupScheduleState;
  problem: Said | null;
  /** With the reason why a file is not complete. */
  files: InspectedFile[];
}

/** The newest backup with a readable header. */
export function newestOf(files: readonly InspectedFile[]): { takenAt: string; sizeBytes: number } | undefined {
  const found = files.flatMap(({ header, sizeBytes }) => (header ? [{ takenAt: header.takenAt, sizeBytes }] : []));
  return found.sort((a, b) => b.takenAt.localeCompare(a.takenAt))[0];
}

/** What the folder of this server holds, and whether its backups are late. List, overview and metrics read it here, so they agree. */
@Injectable()
export class BackupStateService {
  private readonly logger = new Logger(BackupStateService.name);
  private readonly startedAt = Date.now();
  private readonly reads = new SharedReads<BackupState>();
  /** Files as last found, by name, size and time: a backup is not written again. */
  private known = new Map<string, InspectedFile>();
  private reading: { startedAt: number; files: Promise<InspectedFile[]> } | null = null;
  private loggedProblem: string | null = null;
  /** Milliseconds after which a folder that does not answer counts as unreadable. */
  answersWithinMs = 5000;

  constructor(private readonly folders: BackupFolders) {}

  /** Requests that arrive together share a read of at most `answersWithinMs`; one that arrives during a read waits for the next. */
  read(): Promise<BackupState> {
    return this.reads.get('state', () => this.now());
  }

  private async now(): Promise<BackupState> {
    const configured = await this.folders.configured();
    if (!configured) return { state: 'off', problem: null, files: [] };
    const { server } = this.folders;
    try {
      const files = await this.filesInTime(configured);
      this.loggedProblem = null;
      const headers = files.flatMap(({ header }) => (header ? [header] : []));
      const rotations = lateKinds(headers, this.folders.keep, Date.now(), this.startedAt);
      if (rotations.length === 0) return { state: 'current', problem: null, files };
      return { state: 'late', problem: said('backups-late', { server, rotations, newestAt: newestOf(files)?.takenAt }), files };
    } catch (error) {
      const { message } = error as Error;
      // Each scrape and each overview read the folder.
      if (this.loggedProblem !== message)
        this.logger.warn({ err: error, folder: configured.path }, 'the folder of backups could not be read');
      this.loggedProblem = message;
      return { state: 'unreadable', problem: said('backups-unreadable', { server, folder: configured.path, error: message }), files: [] };
    }
  }

  /**
   * A network folder whose server is away answers neither with files nor with an error, and a read of it cannot be cancelled. So nobody waits longer
   * than the limit, and no second read begins before the first has returned: each would hold a thread for good.
   * @throws Error when the limit is over, and errors of the file system
   */
  private async filesInTime(configured: ConfiguredFolder): Promise<InspectedFile[]> {
    this.reading ??= { startedAt: performance.now(), files: this.checked(configured).finally(() => (this.reading = null)) };
    const { startedAt, files } = this.reading;
    const timer = new AbortController();
    const late = sleep(Math.max(0, startedAt + this.answersWithinMs - performance.now()), null, { signal: timer.signal });
    try {
      const found = await Promise.race([files, late]);
      if (found === null) throw new Error(`it has not answered for ${this.answersWithinMs / 1000} s`);
      return found;
    } finally {
      timer.abort();
      await late.catch(() => undefined); // the abort of the line above
    }
  }

  private async checked({ folder, path, key }: ConfiguredFolder): Promise<InspectedFile[]> {
    const keyId = keyIdOf(key);
    const found = await folder.inspect((file) => this.known.get(keyOf(file)));
    const files: InspectedFile[] = [];
    for (const file of found) {
      const isKnown = file.header === null || this.known.has(keyOf(file));
      files.push(isKnown ? file : { ...file, fault: await faultAtEnd(join(path, file.name)) });
    }
    // A file with a fault in its header is read again: its problem may have been one of the file system.
    this.known = new Map(files.flatMap((file) => (file.header ? [[keyOf(file), file]] : [])));
    return files.map((file) =>
      file.header && !file.fault && file.header.keyId !== keyId ? { ...file, fault: otherKey(file.header, keyId).said } : file,
    );
  }
}

const keyOf = ({ name, sizeBytes, mtimeMs }: Pick<InspectedFile, 'name' | 'sizeBytes' | 'mtimeMs'>) => `${name} ${sizeBytes} ${mtimeMs}`;

async function faultAtEnd(path: string): Promise<Said | null> {
  try {
    await checkEnd(path);
    return null;
  } catch (error) {
    if (error instanceof BackupError) return error.said;
    throw error;
  }
}
