import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from '../../core/metrics/metrics.js';
import { type SampleRefusalReason, sampleRefusals } from './check-sample.js';

/** Metrics of the statistics that this server receives and stores. */
@Injectable()
export class StatsMetrics {
  private readonly registers;
  readonly samples;
  readonly unknownObjects;
  readonly pointsStored;
  readonly pointsLost;
  readonly openPoints;
  readonly writeSeconds;
  readonly rollUpSeconds;
  readonly watchedObjects;
  readonly samplingSeconds;
  private readonly refused;

  constructor({ registry }: Metrics) {
    this.registers = [registry];
    this.samples = this.counter('weft_server_samples_total', 'Samples of agents that were taken.');
    this.refused = new Counter({
      name: 'weft_server_samples_refused_total',
      help: 'Samples of agents that were not believed, by reason; each agent logs its own.',
      labelNames: ['reason'],
      registers: this.registers,
    });
    for (const reason of sampleRefusals) this.refused.inc({ reason }, 0);
    this.unknownObjects = this.counter(
      'weft_server_sample_objects_unknown_total',
      'Objects in samples that are not there, or not of the node that sent them; a few come with every new volume.',
    );
    this.pointsStored = this.counter('weft_server_statistics_points_total', 'Points of statistics stored in MongoDB.');
    this.pointsLost = this.counter(
      'weft_server_statistics_points_lost_total',
      'Points of statistics that were not stored, as MongoDB did not take them in time: gaps in the history.',
    );
    this.openPoints = this.gauge('weft_server_statistics_open_points', 'Points of statistics in memory that are not complete yet.');
    this.writeSeconds = this.duration('weft_server_statistics_write_seconds', 'Time to store what ended in one step of 10 s.');
    this.rollUpSeconds = this.duration('weft_server_statistics_roll_up_seconds', 'Time to roll one step of a coarser resolution up.');
    this.watchedObjects = this.gauge('weft_server_statistics_watched_objects', 'Objects that browsers watch live.');
    this.samplingSeconds = this.gauge(
      'weft_server_statistics_sampling_seconds',
      'Interval of samples that this server asks of its agents: longer than the setting while it is busy.',
    );
  }

  refuse(reason: SampleRefusalReason): void {
    this.refused.inc({ reason });
  }

  private counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: this.registers });
  }

  private gauge(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: this.registers });
  }

  private duration(name: string, help: string): Histogram {
    return new Histogram({ name, help, buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30], registers: this.registers });
  }
}
