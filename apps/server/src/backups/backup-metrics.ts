import { Injectable, Logger } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Metrics } from '../core/metrics/metrics.js';
import type { BackupFolder, StoredBackup } from './backup-folder.js';

const newestOf = (backups: readonly StoredBackup[]): StoredBackup | undefined =>
  backups.toSorted((a, b) => b.takenAt.localeCompare(a.takenAt))[0];

/** Metrics of backups. Their values, but the count of failures, exist only on servers that are configured to take backups. */
@Injectable()
export class BackupMetrics {
  private readonly logger = new Logger(BackupMetrics.name);
  private readonly failures: Counter;
  private readonly duration: Gauge;
  private folder: (() => Promise<BackupFolder>) | undefined;

  constructor(private readonly metrics: Metrics) {
    const registers = [metrics.registry];
    this.failures = new Counter({
      name: 'weft_server_backup_failures_total',
      help: 'Backups of the database by this server that failed.',
      registers,
    });
    this.duration = new Gauge({
      name: 'weft_server_backup_duration_seconds',
      help: 'Time that the last backup by this server took, with its check.',
      registers,
    });
    // No backup yet: not 0 s.
    this.duration.remove();
    this.gauge(
      'weft_server_backup_last_success_timestamp_seconds',
      'Time of the newest backup of the database in the folder.',
      async () => {
        const newest = await this.newest();
        return newest && Date.parse(newest.takenAt) / 1000;
      },
    );
    this.gauge(
      'weft_server_backup_size_bytes',
      'Size of the newest backup of the database in the folder.',
      async () => (await this.newest())?.sizeBytes,
    );
  }

  /** Size and age come from the folder at each scrape: every server reports the same, and a folder that cannot be read has no values. */
  watch(folder: () => Promise<BackupFolder>): void {
    this.folder = folder;
  }

  private async newest(): Promise<StoredBackup | undefined> {
    try {
      return this.folder && newestOf(await (await this.folder()).list());
    } catch (error) {
      this.logger.warn({ err: error }, 'the folder of backups could not be read for a scrape');
      return undefined;
    }
  }

  failed(): void {
    this.failures.inc();
  }

  took(seconds: number): void {
    this.duration.set(seconds);
  }

  private gauge(name: string, help: string, read: () => Promise<number | undefined>): void {
    new Gauge({
      name,
      help,
      registers: [this.metrics.registry],
      async collect() {
        this.reset();
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}
