import { Injectable } from '@nestjs/common';
import { preflightSets, preflightSeverities } from '@weft/shared/preflight/sets';
import { Metrics } from '../core/metrics/metrics.js';
import { PreflightService } from './preflight.service.js';

/** Findings as metrics. Every server reports the same values. */
@Injectable()
export class PreflightMetrics {
  constructor(preflight: PreflightService, metrics: Metrics) {
    const labels = ['severity', 'set'] as const;
    const help = 'Findings of the latest preflight run that nobody has accepted, without checks whose facts are unknown.';
    metrics.readAtScrape('weft_server_preflight_findings', help, labels, async (gauge) => {
      const open = (await preflight.all()).filter(({ result, acceptance }) => result === 'failed' && acceptance === null);
      for (const severity of preflightSeverities)
        for (const set of preflightSets)
          gauge.set({ severity, set }, open.filter((each) => each.severity === severity && each.sets.includes(set)).length);
    });
  }
}
