import { join } from 'node:path';
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
  /** Results of `checkEnd` by file. A file is not written again. */
  private ends = new Map<string, Said | null>();

  constructor(private readonly folders: BackupFolders) {}

  /** Requests that arrive together share a read. */
  read(): Promise<BackupState> {
    return this.reads.get('state', () => this.now());
  }

  private async now(): Promise<BackupState> {
    const configured = await this.folders.configured();
    if (!configured) return { state: 'off', problem: null, files: [] };
    const { server } = this.folders;
    try {
      const files = await this.checked(configured);
      const headers = files.flatMap(({ header }) => (header ? [header] : []));
      const rotations = lateKinds(headers, this.folders.keep, Date.now(), this.startedAt);
      if (rotations.length === 0) return { state: 'current', problem: null, files };
      return { state: 'late', problem: said('backups-late', { server, rotations, newestAt: newestOf(files)?.takenAt }), files };
    } catch (error) {
      this.logger.warn({ err: error, folder: configured.path }, 'the folder of backups could not be read');
      const problem = said('backups-unreadable', { server, folder: configured.path, error: (error as Error).message });
      return { state: 'unreadable', problem, files: [] };
    }
  }

  private async checked({ folder, path, key }: ConfiguredFolder): Promise<InspectedFile[]> {
    const keyId = keyIdOf(key);
    const before = this.ends;
    const ends: typeof this.ends = new Map();
    const files: InspectedFile[] = [];
    for (const file of await folder.inspect()) {
      const known = `${file.name} ${file.sizeBytes} ${file.mtimeMs}`;
      if (file.header === null) files.push(file);
      else {
        const end = before.get(known);
        const fault = end === undefined ? await faultAtEnd(join(path, file.name)) : end;
        ends.set(known, fault);
        files.push({ ...file, fault: fault ?? (file.header.keyId === keyId ? null : otherKey(file.header, keyId).said) });
      }
    }
    this.ends = ends;
    return files;
  }
}

async function faultAtEnd(path: string): Promise<Said | null> {
  try {
    await checkEnd(path);
    return null;
  } catch (error) {
    if (error instanceof BackupError) return error.said;
    throw error;
  }
}
