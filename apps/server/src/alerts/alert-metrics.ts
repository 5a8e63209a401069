import { Injectable, Logger } from '@nestjs/common';
import { Gauge, Histogram } from 'prom-client';
import { Metrics } from '../core/metrics/metrics.js';
import { AlertsRepository } from './alerts.repository.js';

/** Metrics of alerts and of their evaluation. */
@Injectable()
export class AlertMetrics {
  private readonly logger = new Logger(AlertMetrics.name);
  private readonly seconds: Histogram;

  constructor(alerts: AlertsRepository, { registry }: Metrics) {
    const registers = [registry];
    const { logger } = this;
    this.seconds = new Histogram({
      name: 'weft_server_alert_evaluation_seconds',
      help: 'Time of one evaluation of all alert rules.',
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    });
    new Gauge({
      name: 'weft_server_alerts',
      help: 'Open alerts of Weft itself, by rule, severity and state.',
      labelNames: ['rule', 'severity', 'state'],
      registers,
      async collect() {
        this.reset();
        try {
          for (const { _id, count } of await alerts.counts()) this.set(_id, count);
        } catch (error) {
          this.reset();
          logger.warn({ err: error }, 'open alerts could not be read for a scrape and are absent from it');
        }
      },
    });
  }

  evaluated(seconds: number): void {
    this.seconds.observe(seconds);
  }
}
