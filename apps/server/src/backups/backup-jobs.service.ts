import { Injectable, Logger } from '@nestjs/common';
import type { JobReason } from '@weft/shared/kinds/job';
import type { Lease } from '../core/leases/leases.js';
import { Mongo } from '../core/mongo/mongo.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import { jobReason, reasonFrom, stepName } from '../domain/job-messages/job-message.js';
import { JobsService } from '../jobs/jobs.service.js';
import { BackupPlace, type ConfiguredStore } from './backup-place.js';
import { BackupStateService } from './backup-state.service.js';
import { verifyBackup } from './format/backup-file.js';
import { partsOfName } from './format/backup-header.js';
import { StoreUnreadable } from './store/store-access.js';
import { takeBackup } from './take-backup.js';

export const BACKUP_JOBS = ['backup.take', 'backup.verify'] as const;

/**
 * Carries out the open jobs of backups, on the server that holds the lease. A server that is killed leaves its job open, and the next holder repeats it:
 * the id of the job's subject is that of the file, so a backup that is there already is not taken again.
 */
@Injectable()
export class BackupJobs {
  private readonly logger = new Logger(BackupJobs.name);

  constructor(
    private readonly jobs: JobsService,
    private readonly mongo: Mongo,
    private readonly place: BackupPlace,
    private readonly backups: BackupStateService,
  ) {}

  async work(lease: Pick<Lease, 'signal' | 'transaction'>, configured: ConfiguredStore): Promise<void> {
    for (const job of await this.jobs.openOf(BACKUP_JOBS)) {
      const name = job.kind === 'backup.take' ? stepName('write-backup', {}) : stepName('verify-backup', {});
      const show = (state: 'running' | 'done' | 'failed', error: JobReason | null) =>
        lease.transaction((session) =>
          this.jobs.show(job, { state, steps: [{ ...name, node: null, state, reason: error }], waitingFor: [], error }, session),
        );
      await show('running', null);
      const error = await this.attempt(job, configured, lease.signal);
      if (lease.signal.aborted) return;
      await show(error ? 'failed' : 'done', error);
    }
  }

  /** @returns why it failed. @throws when the server stops or loses the lease: the next holder repeats the job */
  private async attempt(job: JobDocument, configured: ConfiguredStore, signal: AbortSignal): Promise<JobReason | null> {
    try {
      return await (job.kind === 'backup.take' ? this.take(job, configured, signal) : this.verify(job, configured, signal));
    } catch (error) {
      if (signal.aborted || this.backups.isStopping) throw error;
      if (error instanceof StoreUnreadable) return reasonFrom(error.said);
      this.logger.error({ err: error, jobId: job._id, folder: configured.store.place }, `the job ${job.kind} failed`);
      const { server } = this.place;
      const text = (error as Error).message;
      return job.kind === 'backup.take'
        ? jobReason('backup-failed', { server, folder: configured.store.place, error: text })
        : jobReason('verification-failed', { server, file: job.subject.name, error: text });
    }
  }

  private async take({ subject: { id } }: JobDocument, configured: ConfiguredStore, signal: AbortSignal): Promise<null> {
    const isThere = (await this.backups.refresh()).some(({ header }) => header?.id === id);
    if (!isThere)
      await this.backups.change(signal, (ends) => takeBackup(this.mongo, { ...configured, kinds: ['manual'], id, signal: ends }));
    await this.backups.refresh();
    return null;
  }

  private async verify(
    { subject: { id, name } }: JobDocument,
    { store, key }: ConfiguredStore,
    signal: AbortSignal,
  ): Promise<JobReason | null> {
    const file = (await this.backups.refresh()).find((each) => partsOfName(each.name)?.id === id);
    if (!file) return jobReason('backup-file-missing', { server: this.place.server, file: name });
    await this.backups.change(signal, (ends) => verifyBackup(store.open(file.name), key, ends));
    return null;
  }
}
