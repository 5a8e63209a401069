import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Query, Response } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Said } from '@weft/shared/text/rendering/render';
import { AuditService } from '../audit/audit.service.js';
import { pageInMemory } from '../core/lists/page-in-memory.js';
import { auditStatement } from '../domain/audit-messages/audit-statement.js';
import { BackupPlace } from './backup-place.js';
import { BackupRequests } from './backup-requests.service.js';
import { type BackupState, BackupStateService } from './backup-state.service.js';
import { idOfFile, listedBackup, sent } from './listed-backup.js';
import type { InspectedFile } from './store/backup-store.js';
import { FileGone } from './store/file-store.js';
import { StoreAccess, StoreUnreadable } from './store/store-access.js';

type List = typeof endpoints.listBackups;

/** Backups as users see and request them. The list is of the place of this server: all servers are meant to have the same one. */
@Injectable()
export class BackupsApiService {
  constructor(
    private readonly place: BackupPlace,
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
        ...{ server: this.place.server, path: this.place.place, state, problem: problem && sent(problem) },
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

  /** Names come from the list, never from the request. @throws DomainError `not-possible`, `not-found` */
  async download(id: string, by: string): Promise<StreamableFile> {
    const { name, sizeBytes } = this.file(id);
    const content = await this.opened(id, name);
    try {
      const about = { id, name };
      await this.requests.transaction((session) =>
        this.audit.record(session, {
          by,
          action: 'backup.download',
          subject: { kind: 'backup', id, name },
          statements: [
            auditStatement({ statement: 'backup-downloaded', about }, 'backup-downloaded', { file: name, server: this.place.server }),
          ],
        }),
      );
    } catch (error) {
      content.destroy();
      throw error;
    }
    return new StreamableFile(content, {
      type: 'application/octet-stream',
      disposition: `attachment; filename="${name}"`,
      length: sizeBytes,
    });
  }

  /** A file that opens after the limit is closed again. */
  private async opened(id: string, name: string): Promise<Readable> {
    const { server } = this.place;
    const configured = await this.place.configured();
    if (!configured) throw new DomainError('backup-not-configured', { server });
    const { store } = configured;
    const limits = { mostMs: this.backups.answersWithinMs, ends: [] };
    try {
      return await new StoreAccess(server, store.place).run(limits, async (signal) => {
        const content = await store.open(name)();
        if (signal.aborted) content.destroy();
        return content;
      });
    } catch (cause) {
      if (cause instanceof StoreUnreadable) throw unreadable(cause.said, cause);
      throw cause instanceof FileGone ? new DomainError('backup-not-found', { id, server }, { cause }) : cause;
    }
  }

  private file(id: string): InspectedFile {
    const { files } = this.readable();
    const found = files.find((file) => idOfFile(file) === id);
    if (!found) throw new DomainError('backup-not-found', { id, server: this.place.server });
    return found;
  }

  private readable(): BackupState {
    const { server, place } = this.place;
    if (place === null) throw new DomainError('backup-not-configured', { server });
    const state = this.backups.read();
    if (state.problem && state.state === 'unreadable') throw unreadable(state.problem);
    return state;
  }
}

const unreadable = ({ reason: code, params }: Said, cause?: unknown) =>
  new DomainError('backup-folder-unreadable', { problem: { code, params } }, { cause });
