import { Injectable } from '@nestjs/common';
import { FINEST_STEP_SECONDS, statisticsObjectText } from '@weft/shared/kinds/statistics';
import type { BenchmarkDocument } from '../domain/documents/benchmark.document.js';
import { StatsQueryService } from '../stats/query/stats-query.service.js';

const STEPS_SECONDS = [FINEST_STEP_SECONDS, 60, 600, 3600];
const MOST_VALUES = 30;

/** Few values are enough for an average, and a query has a limit of values. */
const stepSecondsOf = ({ startedAt, endedAt }: { startedAt: Date; endedAt: Date }): number =>
  STEPS_SECONDS.find((step) => (endedAt.getTime() - startedAt.getTime()) / 1000 / step <= MOST_VALUES) ?? 3600;

/** CPU of the targets during a step, from the history. */
@Injectable()
export class TargetCpu {
  constructor(private readonly stats: StatsQueryService) {}

  /** One entry for each target. Null: the step has no whole step of the history in it, or no sample arrived. */
  async read(
    { volumes }: BenchmarkDocument,
    stepIndex: number,
    time: { startedAt: Date; endedAt: Date },
  ): Promise<BenchmarkDocument['targetCpu']> {
    const targets = [...new Map(volumes.flatMap(({ targets: nodes }) => nodes.map((node) => [node.id, node]))).values()];
    const stepMs = stepSecondsOf(time) * 1000;
    const from = Math.ceil(time.startedAt.getTime() / stepMs) * stepMs;
    const to = Math.floor(time.endedAt.getTime() / stepMs) * stepMs;
    const unknown = targets.map((node) => ({ stepIndex, node, cpuRatio: null, exportRatio: null }));
    if (to <= from || targets.length === 0) return unknown;
    const { series } = await this.stats.query({
      objects: targets.map(({ id }) => statisticsObjectText({ kind: 'node', id })),
      metrics: ['cpu-busy', 'target-tax'],
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      step: stepMs / 1000,
      groupBy: 'object',
    });
    const mean = (id: string, metric: string): number | null => {
      const found = series.find((each) => each.metric === metric && each.objects.includes(statisticsObjectText({ kind: 'node', id })));
      const values = (found?.values ?? []).filter((value) => value !== null);
      return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    return targets.map((node) => ({ stepIndex, node, cpuRatio: mean(node.id, 'cpu-busy'), exportRatio: mean(node.id, 'target-tax') }));
  }
}
