import { Injectable } from '@nestjs/common';
import { drillKinds } from '@weft/shared/kinds/drills/drill';
import { SharedReads } from '../core/load/shared-reads.js';
import { Metrics } from '../core/metrics/metrics.js';
import type { DrillDocument } from '../domain/documents/drill.document.js';
import { reportOf } from '../domain/drill/report.js';
import { DrillsRepository } from './drills.repository.js';

/** The newest drill of each kind as metrics. Every server reports the same values. */
@Injectable()
export class DrillMetrics {
  constructor(drills: DrillsRepository, metrics: Metrics) {
    // All metrics of one scrape share a read.
    const reads = new SharedReads<DrillDocument[]>();
    const latest = () => reads.get('latest', () => drills.latest(drillKinds));
    const labels = ['kind'] as const;
    metrics.readAtScrape(
      'weft_server_drill_longest_stall_seconds',
      'Longest stall of the newest drill of each kind.',
      labels,
      async (gauge) => {
        for (const drill of await latest()) {
          const { longestStallSeconds } = reportOf(drill);
          if (longestStallSeconds !== null) gauge.set({ kind: drill.kind }, longestStallSeconds);
        }
      },
    );
    metrics.readAtScrape('weft_server_drill_succeeded', 'Whether the newest drill of each kind succeeded.', labels, async (gauge) => {
      for (const drill of await latest())
        gauge.set({ kind: drill.kind }, drill.state === 'done' && reportOf(drill).withinLimit !== false ? 1 : 0);
    });
    const ended = 'When the newest drill of each kind ended.';
    metrics.readAtScrape('weft_server_drill_ended_timestamp_seconds', ended, labels, async (gauge) => {
      for (const { kind, finishedAt } of await latest()) if (finishedAt) gauge.set({ kind }, finishedAt.getTime() / 1000);
    });
  }
}
