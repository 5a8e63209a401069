import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Metrics } from '../core/metrics/metrics.js';
import { BackupPlace } from './backup-place.js';
import { BackupStateService, newestOf } from './backup-state.service.js';

/** Metrics of backups. Their values, but the count of failures, exist only on servers that are configured to take backups. */
@Injectable()
export class BackupMetrics {
  private readonly failures: Counter;
  private readonly duration: Gauge;

  /** Size and age are those of the last read: every server reports the same, and backups that cannot be read have no values. */
  constructor(
    private readonly metrics: Metrics,
    private readonly place: BackupPlace,
    private readonly backups: BackupStateService,
  ) {
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
    this.gauge('weft_server_backup_last_success_timestamp_seconds', 'Time of the newest backup of the database.', () => {
      const newest = newestOf(this.backups.read().files);
      return newest && Date.parse(newest.takenAt) / 1000;
    });
    this.gauge(
      'weft_server_backup_size_bytes',
      'Size of the newest backup of the database.',
      () => newestOf(this.backups.read().files)?.sizeBytes,
    );
    this.gauge('weft_server_backup_late', '1: a rotation is late, or the backups cannot be read. 0: neither.', () =>
      this.place.place === null ? undefined : Number(this.backups.read().state !== 'current'),
    );
  }

  failed(): void {
    this.failures.inc();
  }

  took(seconds: number): void {
    this.duration.set(seconds);
  }

  private gauge(name: string, help: string, read: () => number | undefined): void {
    new Gauge({
      name,
      help,
      registers: [this.metrics.registry],
      collect() {
        this.reset();
        const value = read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}
