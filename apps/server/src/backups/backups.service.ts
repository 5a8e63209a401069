import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { retryDelayMs } from '@weft/shared/load/retry';
import { CONFIG, type Config } from '../config/config.schema.js';
import { type Lease, Leases } from '../core/leases/leases.js';
import { retries } from '../core/load/retries.js';
import { Mongo } from '../core/mongo/mongo.js';
import { SettingsService } from '../settings/settings.service.js';
import { BackupFolder } from './backup-folder.js';
import { backupKey } from './backup-key.js';
import { BackupMetrics } from './backup-metrics.js';
import { dueKinds, expired, type Keep } from './schedule.js';
import { takeBackup } from './take-backup.js';

const LOOK_EVERY_MS = 5000;

/**
 * Takes the backups that are due and removes expired ones, on one server at a time. What the folder holds decides: nothing about backups is in the database.
 * A failure is logged and counted, and the server tries again with back-off. A server that loses the lease while it writes leaves at most one more backup.
 */
@Injectable()
export class BackupsService implements OnApplicationBootstrap {
  private readonly logger = new Logger(BackupsService.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly leases: Leases,
    private readonly mongo: Mongo,
    private readonly settings: SettingsService,
    private readonly metrics: BackupMetrics,
  ) {}

  onApplicationBootstrap(): void {
    const { backupDir, backupKey: hex } = this.config;
    if (backupDir === null || hex === null) return;
    const key = backupKey(hex);
    this.metrics.watch(async () => this.folder(backupDir));
    this.leases.run('backups', (lease) => this.work(lease, backupDir, key));
  }

  private async work(lease: Lease, backupDir: string, key: Buffer): Promise<void> {
    let failures = 0;
    while (!lease.signal.aborted) {
      try {
        await this.look(lease, await this.folder(backupDir), key);
        failures = 0;
      } catch (error) {
        if (lease.signal.aborted) return;
        failures++;
        this.metrics.failed();
        this.logger.error({ err: error, folder: backupDir, failures }, `a backup into ${backupDir} failed; the server retries it`);
      }
      await delay(failures === 0 ? LOOK_EVERY_MS : retryDelayMs(retries.backup, failures), undefined, { signal: lease.signal, ref: false });
    }
  }

  private async look(lease: Pick<Lease, 'signal'>, folder: BackupFolder, key: Buffer): Promise<void> {
    const due = dueKinds(await folder.list(), this.keep, Date.now());
    if (due.length === 0) return;
    const startedAt = performance.now();
    const clusterId = (await this.settings.get()).clusterId;
    const taken = await takeBackup(this.mongo, { folder, clusterId, key, kinds: due, signal: lease.signal });
    const seconds = (performance.now() - startedAt) / 1000;
    this.metrics.took(seconds);
    this.logger.log({ backup: taken.name, kinds: due, sizeBytes: taken.sizeBytes, seconds }, `took the backup ${taken.name}`);
    if (lease.signal.aborted) return;
    for (const each of expired(await folder.list(), this.keep)) {
      await folder.remove(each);
      this.logger.log({ backup: each.name }, `removed the backup ${each.name}, which no rotation keeps`);
    }
    await folder.removeAbandoned(Date.now());
  }

  private get keep(): Keep {
    const { backupFrequentKeep, backupHourlyKeep, backupDailyKeep } = this.config;
    return { frequent: backupFrequentKeep, hourly: backupHourlyKeep, daily: backupDailyKeep };
  }

  private async folder(backupDir: string): Promise<BackupFolder> {
    return new BackupFolder(backupDir, (await this.settings.get()).clusterId);
  }
}
