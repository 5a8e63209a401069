import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors';
import { type StatisticsAnswer, type StatisticsObject, type StatisticsSeries, statisticsObjectText } from '@weft/shared/kinds/statistics';
import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import { type MetricName, metricOf, type StatisticsObjectKind } from '@weft/shared/stats/metrics';
import type { Filter } from 'mongodb';
import { SettingsService } from '../settings/settings.service.js';
import { MergedPoints, mergeObjects, valueAt } from './merged-points.js';
import { fieldsOf, metricValue, percentileOf } from './metric-value.js';
import { type Observed } from './observed.js';
import { fromDocument, type PointDocument } from './point.document.js';
import { planQuery, type QueryPlan, type StatisticsQuery, tooManyPoints } from './query-plan.js';
import { type Series, type SeriesKind, type Tier, tiers } from './series.js';
import { type DriveLoad, StatsRepository } from './stats.repository.js';

export type { DriveLoad } from './stats.repository.js';

/** Stored points that one query may read: a second or two of work. */
const MAX_READ = 250_000;

interface Source {
  kind: SeriesKind;
  /** The series' field that names the object. */
  by: 'id' | 'volume' | 'node' | 'drive';
}
const sources: Record<StatisticsObjectKind, Source> = {
  volume: { kind: 'attachment', by: 'volume' },
  attachment: { kind: 'attachment', by: 'id' },
  client: { kind: 'attachment', by: 'node' },
  leg: { kind: 'leg', by: 'id' },
  drive: { kind: 'leg', by: 'drive' },
  target: { kind: 'leg', by: 'node' },
  node: { kind: 'node', by: 'id' },
  'drive-class': { kind: 'drive-class', by: 'id' },
  cluster: { kind: 'cluster', by: 'id' },
};
/** A drive's health is a series of its own; its I/O is that of its legs. */
const sourceOf = (kind: StatisticsObjectKind, metric: MetricName): Source =>
  kind === 'drive' && metricOf(metric).aggregation !== 'rate' && metricOf(metric).aggregation !== 'histogram'
    ? { kind: 'drive', by: 'id' }
    : sources[kind];

/** Points of one object, one a step; a step without any is absent. */
type Steps = Map<number, Observed>;

/** Reads the history. Volumes, drives and nodes in a role are merged here, from what observed them. */
@Injectable()
export class StatsQueryService {
  constructor(
    private readonly repository: StatsRepository,
    private readonly settings: SettingsService,
  ) {}

  /** I/O of every drive that was observed in that time, each number per second. */
  async driveLoads(from: Date, to: Date): Promise<ReadonlyMap<string, DriveLoad>> {
    return new Map((await this.repository.driveLoads(from, to)).map((load) => [load._id, load]));
  }

  async query(query: StatisticsQuery): Promise<StatisticsAnswer> {
    const plan = planQuery(query, Date.now());
    const { simulated } = await this.settings.get();
    const series: StatisticsSeries[] = [];
    for (const metrics of bySource(plan)) series.push(...(await this.seriesOf(plan, metrics)));
    return {
      from: new Date(plan.from).toISOString(),
      to: new Date(plan.to).toISOString(),
      stepSeconds: plan.stepMs / 1000,
      tierSeconds: plan.tier.stepMs / 1000,
      simulated,
      ...(plan.metrics.includes('latency-heat-map') ? { bucketBoundsSeconds: LATENCY_BOUNDS_NS.map((ns) => ns / 1e9) } : {}),
      series,
    };
  }

  /** Series of metrics that come from the same stored series. */
  private async seriesOf(plan: QueryPlan, { metrics, kind, objects }: SourceGroup): Promise<StatisticsSeries[]> {
    const steps = await this.read(plan, { metrics, kind, objects });
    const texts = objects.map(statisticsObjectText);
    if (plan.groupBy === 'object')
      return objects.flatMap(({ id }, at) => metrics.map((metric) => series(plan, [texts[at] ?? ''], metric, steps.get(id) ?? new Map())));
    const together: Steps = new Map();
    for (let at = plan.from; at < plan.to; at += plan.stepMs) {
      const observed = objects.flatMap(({ id }) => steps.get(id)?.get(at) ?? []);
      if (observed.length > 0) together.set(at, mergeObjects(observed));
    }
    return metrics.map((metric) => series(plan, texts, metric, together));
  }

  /** From the plan's tier as far as that is rolled up, and the rest from the finer ones. */
  private async read(plan: QueryPlan, group: SourceGroup): Promise<Map<string, Steps>> {
    const progress = await this.repository.progress();
    const merged = new Map<string, Map<number, MergedTiers>>();
    const used = tiers.slice(0, tiers.indexOf(plan.tier) + 1).reverse();
    let from = plan.from;
    let left = MAX_READ;
    for (const tier of used) {
      const until = tier === tiers[0] ? plan.to : Math.min(plan.to, progress.get(tier.name)?.getTime() ?? 0);
      if (until <= from) continue;
      left -= await this.readTier(tier, [from, until], plan, group, merged, left);
      from = until;
    }
    return new Map([...merged].map(([id, steps]) => [id, new Map([...steps].map(([at, tiersOf]) => [at, resultOf(tiersOf)]))]));
  }

  private async readTier(
    tier: Tier,
    [from, to]: [number, number],
    plan: QueryPlan,
    { metrics, kind, objects }: SourceGroup,
    merged: Map<string, Map<number, MergedTiers>>,
    limit: number,
  ): Promise<number> {
    const { kind: seriesKind, by } = sourceOf(kind, metrics[0] as MetricName);
    const filter = { 'series.kind': seriesKind, [`series.${by}`]: { $in: objects.map(({ id }) => id) } } as Filter<PointDocument>;
    const fields = ['at', 'series', 'coveredMs', ...metrics.flatMap(fieldsOf)];
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    let count = 0;
    for await (const documents of this.repository.read(tier, new Date(from), new Date(to), filter, projection)) {
      count += documents.length;
      if (count > limit) throw tooMuchToRead(plan);
      for (const point of documents.map(fromDocument)) {
        const step = plan.from + Math.floor((point.at - plan.from) / plan.stepMs) * plan.stepMs;
        const steps = valueAt(merged, idOf(point.series, by), () => new Map<number, MergedTiers>());
        const tiersOf = valueAt(steps, step, () => new Map<Tier, MergedPoints>());
        valueAt(tiersOf, tier, () => new MergedPoints(tier)).add(point);
      }
    }
    return count;
  }
}

/** What each tier has of one step: the step that a tier ends in is read from two. */
type MergedTiers = Map<Tier, MergedPoints>;

function resultOf(merged: MergedTiers): Observed {
  const results = [...merged.values()].map((points) => points.result());
  const [first] = results;
  if (first && results.length === 1) return first;
  return { ...mergeObjects(results), coveredMs: results.reduce((ms, { coveredMs }) => ms + coveredMs, 0) };
}

const idOf = (series: Series, by: Source['by']): string => series[by] ?? '';

interface SourceGroup {
  metrics: MetricName[];
  kind: StatisticsObjectKind;
  objects: StatisticsObject[];
}

/** What is read in one go: objects of one kind, metrics of one source. */
function bySource({ objects, metrics }: QueryPlan): SourceGroup[] {
  const groups = new Map<string, SourceGroup>();
  for (const kind of new Set(objects.map((object) => object.kind))) {
    for (const metric of metrics) {
      const key = `${kind} ${sourceOf(kind, metric).kind}`;
      const ofKind = () => ({ metrics: [], kind, objects: objects.filter((object) => object.kind === kind) });
      valueAt(groups, key, ofKind).metrics.push(metric);
    }
  }
  return [...groups.values()];
}

function series({ from, to, stepMs }: QueryPlan, objects: string[], metric: MetricName, steps: Steps): StatisticsSeries {
  const { unit, list, fraction } = metricOf(metric);
  const observed = Array.from({ length: (to - from) / stepMs }, (_, index) => steps.get(from + index * stepMs));
  const values = observed.map((each) => (each ? metricValue(metric, each) : null));
  if (list) return { objects, metric, unit, lists: values as (number[] | null)[] };
  const answer = { objects, metric, unit, values: values as (number | null)[] };
  if (fraction === undefined) return answer;
  const bounds = observed.map((each) => (each ? percentileOf(metric, each) : null));
  const seconds = (ns: number | null | undefined) => (ns === null || ns === undefined ? null : ns / 1e9);
  return { ...answer, lower: bounds.map((each) => seconds(each?.lowerNs)), upper: bounds.map((each) => seconds(each?.upperNs)) };
}

/** The values would fit, but what they are made of is too much: the next tier has less of it. */
function tooMuchToRead({ tier, metrics, objects }: QueryPlan): DomainError {
  const coarser = tiers[tiers.indexOf(tier) + 1];
  if (coarser) return tooManyPoints(metrics.length * objects.length, coarser.stepMs / 1000);
  return new DomainError(
    'too-many-points',
    `More than ${MAX_READ} stored points: ask for fewer objects or less time. Classes and the cluster are stored as they are.`,
    { field: 'objects' },
  );
}
