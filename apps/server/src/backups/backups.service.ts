import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { retryDelayMs } from '@weft/shared/load/retry';
import { type Lease, Leases } from '../core/leases/leases.js';
import { retries } from '../core/load/retries.js';
import { Mongo } from '../core/mongo/mongo.js';
import { BackupFolders, type ConfiguredFolder } from './backup-folders.js';
import { BackupJobs } from './backup-jobs.service.js';
import { BackupMetrics } from './backup-metrics.js';
import { dueKinds, expired } from './schedule.js';
import { takeBackup } from './take-backup.js';

/** Only its holder takes and verifies backups. */
export const BACKUPS_LEASE = 'backups';
const LOOK_EVERY_MS = 5000;

/**
 * Takes the backups that are due and those that users request, and removes expired ones, on one server at a time. The files in the folder decide which backups are due: nothing about backups is in the database, except the jobs that users request.
 * A failure is logged and counted, and the server tries again with back-off. A server that loses the lease while it writes leaves at most one more backup.
 */
@Injectable()
export class BackupsService implements OnApplicationBootstrap {
  private readonly logger = new Logger(BackupsService.name);

  constructor(
    private readonly leases: Leases,
    private readonly mongo: Mongo,
    private readonly folders: BackupFolders,
    private readonly jobs: BackupJobs,
    private readonly metrics: BackupMetrics,
  ) {}

  onApplicationBootstrap(): void {
    const { path } = this.folders;
    if (path !== null) this.leases.run(BACKUPS_LEASE, (lease) => this.work(lease, path));
  }

  private async work(lease: Lease, path: string): Promise<void> {
    let failures = 0;
    while (!lease.signal.aborted) {
      try {
        const configured = await this.folders.configured();
        if (!configured) return;
        // First, so that a user gets the reason although scheduled backups fail too.
        await this.jobs.work(lease, configured);
        await this.look(lease, configured);
        failures = 0;
      } catch (error) {
        if (lease.signal.aborted) return;
        failures++;
        this.metrics.failed();
        this.logger.error({ err: error, folder: path, failures }, `a backup into ${path} failed; the server retries it`);
      }
      await delay(failures === 0 ? LOOK_EVERY_MS : retryDelayMs(retries.backup, failures), undefined, { signal: lease.signal, ref: false });
    }
  }

  private async look(lease: Pick<Lease, 'signal'>, { folder, clusterId, key }: ConfiguredFolder): Promise<void> {
    const { keep } = this.folders;
    const due = dueKinds(await folder.list(), keep, Date.now());
    if (due.length === 0) return;
    const startedAt = performance.now();
    const taken = await takeBackup(this.mongo, { folder, clusterId, key, kinds: due, signal: lease.signal });
    const seconds = (performance.now() - startedAt) / 1000;
    this.metrics.took(seconds);
    this.logger.log({ backup: taken.name, kinds: due, sizeBytes: taken.sizeBytes, seconds }, `took the backup ${taken.name}`);
    if (lease.signal.aborted) return;
    for (const each of expired(await folder.list(), keep)) {
      await folder.remove(each);
      this.logger.log({ backup: each.name }, `removed the backup ${each.name}, which no rotation keeps`);
    }
    await folder.removeAbandoned(Date.now());
  }
}
