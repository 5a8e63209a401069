import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { retryDelayMs } from '@weft/shared/load/retry';
import { type Lease, Leases } from '../core/leases/leases.js';
import { retries } from '../core/load/retries.js';
import { Mongo } from '../core/mongo/mongo.js';
import { BackupJobs } from './backup-jobs.service.js';
import { BackupMetrics } from './backup-metrics.js';
import { BackupPlace, type ConfiguredStore } from './backup-place.js';
import { BackupStateService } from './backup-state.service.js';
import { dueKinds, expired, type Keep } from './schedule.js';
import type { BackupStore } from './store/backup-store.js';
import { StoreUnreadable } from './store/store-access.js';
import { takeBackup } from './take-backup.js';

/** Only its holder takes and verifies backups. */
export const BACKUPS_LEASE = 'backups';
const LOOK_EVERY_MS = 5000;

/**
 * Takes the backups that are due and those that users request, and removes expired ones, on one server at a time. The files in the store decide which backups are due: nothing about backups is in the database, except the jobs that users request.
 * A failure is logged and counted, and the server tries again with back-off. A server that loses the lease while it writes leaves at most one more backup.
 */
@Injectable()
export class BackupsService implements OnApplicationBootstrap {
  private readonly logger = new Logger(BackupsService.name);

  constructor(
    private readonly leases: Leases,
    private readonly mongo: Mongo,
    private readonly place: BackupPlace,
    private readonly backups: BackupStateService,
    private readonly jobs: BackupJobs,
    private readonly metrics: BackupMetrics,
  ) {}

  onApplicationBootstrap(): void {
    const { place } = this.place;
    if (place !== null) this.leases.run(BACKUPS_LEASE, (lease) => this.work(lease, place));
  }

  /** Ends, and so releases the lease, when this server cannot read its backups: another server may. */
  private async work(lease: Lease, place: string): Promise<void> {
    let failures = 0;
    while (!lease.signal.aborted) {
      try {
        const configured = await this.place.configured();
        if (!configured) return;
        // First, so that a user gets the reason although scheduled backups fail too.
        await this.jobs.work(lease, configured);
        await this.look(lease, configured);
        failures = 0;
      } catch (error) {
        if (lease.signal.aborted || this.backups.isStopping) return;
        failures++;
        this.metrics.failed();
        if (error instanceof StoreUnreadable) throw error;
        this.logger.error({ err: error, folder: place, failures }, `a backup into ${place} failed; the server retries it`);
      }
      await delay(failures === 0 ? LOOK_EVERY_MS : retryDelayMs(retries.backup, failures), undefined, { signal: lease.signal, ref: false });
    }
  }

  private async look(lease: Pick<Lease, 'signal'>, configured: ConfiguredStore): Promise<void> {
    const keep = await this.place.keep();
    const due = () => dueKinds(this.backups.headers(), keep, Date.now());
    if (due().length === 0) return;
    // Another server may have taken it since the last read.
    await this.backups.refresh();
    const kinds = due();
    if (kinds.length === 0) return;
    const startedAt = performance.now();
    const taken = await this.backups.change(lease.signal, (signal) => takeBackup(this.mongo, { ...configured, kinds, signal }));
    const seconds = (performance.now() - startedAt) / 1000;
    this.metrics.took(seconds);
    this.logger.log({ backup: taken.name, kinds, sizeBytes: taken.sizeBytes, seconds }, `took the backup ${taken.name}`);
    await this.backups.refresh();
    await this.backups.change(lease.signal, (signal) => this.rotate(configured.store, keep, signal));
    await this.backups.refresh();
  }

  private async rotate(store: BackupStore, keep: Keep, signal: AbortSignal): Promise<void> {
    const taken = this.backups.read().files.flatMap(({ name, header }) => (header ? [{ ...header, name }] : []));
    for (const each of expired(taken, keep)) {
      signal.throwIfAborted();
      await store.remove(each);
      this.logger.log({ backup: each.name }, `removed the backup ${each.name}, which no rotation keeps`);
    }
    await store.removeAbandoned(Date.now(), signal);
  }
}
