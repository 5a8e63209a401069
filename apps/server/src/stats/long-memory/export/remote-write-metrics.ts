import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from '../../../core/metrics/metrics.js';

/** Metrics of what this server sends to the long memory. Only the server that sends has the gauges. */
@Injectable()
export class RemoteWriteMetrics {
  private readonly registers;
  readonly samplesRefused;
  readonly requestsFailed;
  readonly lostSeconds;
  readonly requestSeconds;
  private readonly samplesSent;
  private readonly lastSuccess;
  private waitingSince: number | null = null;

  constructor({ registry }: Metrics) {
    this.registers = [registry];
    const counter = (name: string, help: string) =>
      new Counter({ name: `weft_server_remote_write_${name}`, help, registers: this.registers });
    this.samplesSent = counter('samples_sent_total', 'Samples that the long memory has taken.');
    this.samplesRefused = counter('samples_refused_total', 'Samples that the long memory refused for good: gaps there.');
    this.requestsFailed = counter('requests_failed_total', 'Requests to the long memory that failed and are sent again.');
    this.lostSeconds = counter('lost_seconds_total', 'Time whose minutes expired before they were sent: a gap in the long memory.');
    this.lastSuccess = new Gauge({
      name: 'weft_server_remote_write_last_success_timestamp_seconds',
      help: 'When the long memory last took samples of this server.',
      registers: this.registers,
    });
    this.lastSuccess.remove();
    this.requestSeconds = new Histogram({
      name: 'weft_server_remote_write_request_seconds',
      help: 'Time of one request to the long memory.',
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers: this.registers,
    });
    const waiting = () => this.waitingSince;
    new Gauge({
      name: 'weft_server_remote_write_backlog_seconds',
      help: 'Age of the oldest minute of statistics that the long memory lacks.',
      registers: this.registers,
      collect() {
        const since = waiting();
        if (since === null) this.remove();
        else this.set(Math.max(0, Date.now() - since) / 1000);
      },
    });
  }

  sent(samples: number): void {
    this.samplesSent.inc(samples);
    this.lastSuccess.setToCurrentTime();
  }

  /** @param since all minutes before it were sent, milliseconds since 1970; null: this server does not send */
  isWaitingSince(since: number | null): void {
    this.waitingSince = since;
  }
}
