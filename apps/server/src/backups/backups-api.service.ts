import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Query, Response } from '@weft/shared/endpoints/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Said } from '@weft/shared/text/rendering/render';
import { AuditService } from '../audit/audit.service.js';
import { pageInMemory } from '../core/lists/page-in-memory.js';
import { auditStatement } from '../domain/audit-messages/audit-statement.js';
import type { InspectedFile } from './backup-folder.js';
import { BackupFolders } from './backup-folders.js';
import { BackupRequests } from './backup-requests.service.js';
import { type BackupState, BackupStateService } from './backup-state.service.js';
import { FolderAccess, FolderUnreadable } from './folder-access.js';
import { idOfFile, listedBackup, sent } from './listed-backup.js';

type List = typeof endpoints.listBackups;

/** Backups as users see and request them. The list is of the folder of this server: all servers are meant to have the same one. */
@Injectable()
export class BackupsApiService {
  constructor(
    private readonly folders: BackupFolders,
    private readonly backups: BackupStateService,
    private readonly requests: BackupRequests,
    private readonly audit: AuditService,
  ) {}

  async list(query: Query<List>): Promise<Response<List>> {
    const { state, problem, files, readAt, unreadableSince } = this.backups.read();
    const verifications = await this.requests.verifications();
    const items = files
      .flatMap((file) => listedBackup(file, verifications.get(idOfFile(file) ?? '')))
      .filter(({ kinds }) => query.kind === undefined || kinds.includes(query.kind));
    return {
      ...pageInMemory(items, query, (backup, field) => backup[field as 'takenAt' | 'sizeBytes']),
      folder: {
        ...{ server: this.folders.server, path: this.folders.path, state, problem: problem && sent(problem) },
        ...{ readAt: readAt?.toISOString() ?? null, unreadableSince: unreadableSince?.toISOString() ?? null },
      },
    };
  }

  /** @throws DomainError `not-possible`, `wrong-state` */
  async take(requestedBy: string) {
    this.readable();
    return this.requests.open({ kind: 'backup.take', subject: { kind: 'backup', id: randomUUID(), name: 'database' }, requestedBy });
  }

  /** @throws DomainError `not-possible`, `not-found`, `wrong-state` */
  async verify(id: string, requestedBy: string) {
    const { name } = this.file(id);
    return this.requests.open({ kind: 'backup.verify', subject: { kind: 'backup', id, name }, requestedBy });
  }

  /** Names come from the list of the folder, never from the request. @throws DomainError `not-possible`, `not-found` */
  async download(id: string, by: string): Promise<StreamableFile> {
    const { name, sizeBytes } = this.file(id);
    const handle = await this.opened(id, name);
    try {
      const about = { id, name };
      await this.requests.transaction((session) =>
        this.audit.record(session, {
          by,
          action: 'backup.download',
          subject: { kind: 'backup', id, name },
          statements: [
            auditStatement({ statement: 'backup-downloaded', about }, 'backup-downloaded', { file: name, server: this.folders.server }),
          ],
        }),
      );
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new StreamableFile(handle.createReadStream(), {
      type: 'application/octet-stream',
      disposition: `attachment; filename="${name}"`,
      length: sizeBytes,
    });
  }

  /** A file that opens after the limit is closed again. */
  private async opened(id: string, name: string): Promise<FileHandle> {
    const { server, path } = this.folders;
    const folder = path ?? '';
    const limits = { mostMs: this.backups.answersWithinMs, ends: [] };
    try {
      return await new FolderAccess(server, folder).run(limits, async (signal) => {
        const handle = await open(join(folder, name), 'r');
        if (signal.aborted) await handle.close();
        return handle;
      });
    } catch (cause) {
      if (cause instanceof FolderUnreadable) throw unreadable(cause.said, cause);
      throw (cause as NodeJS.ErrnoException).code === 'ENOENT' ? new DomainError('backup-not-found', { id, server }, { cause }) : cause;
    }
  }

  private file(id: string): InspectedFile {
    const { files } = this.readable();
    const found = files.find((file) => idOfFile(file) === id);
    if (!found) throw new DomainError('backup-not-found', { id, server: this.folders.server });
    return found;
  }

  private readable(): BackupState {
    const { server, path } = this.folders;
    if (path === null) throw new DomainError('backup-not-configured', { server });
    const state = this.backups.read();
    if (state.problem && state.state === 'unreadable') throw unreadable(state.problem);
    return state;
  }
}

const unreadable = ({ reason: code, params }: Said, cause?: unknown) =>
  new DomainError('backup-folder-unreadable', { problem: { code, params } }, { cause });
