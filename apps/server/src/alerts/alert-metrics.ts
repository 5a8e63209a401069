import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { Metrics } from '../core/metrics/metrics.js';
import { AlertsRepository } from './alerts.repository.js';

/** Metrics of alerts and of their evaluation. */
@Injectable()
export class AlertMetrics {
  private readonly seconds: Histogram;

  constructor(alerts: AlertsRepository, metrics: Metrics) {
    this.seconds = new Histogram({
      name: 'weft_server_alert_evaluation_seconds',
      help: 'Time of one evaluation of all alert rules.',
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers: [metrics.registry],
    });
    const labels = ['rule', 'severity', 'state'] as const;
    metrics.readAtScrape('weft_server_alerts', 'Open alerts of Weft itself, by rule, severity and state.', labels, async (gauge) => {
      for (const { _id, count } of await alerts.counts()) gauge.set(_id, count);
    });
  }

  evaluated(seconds: number): void {
    this.seconds.observe(seconds);
  }
}
