import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { type StatisticsAnswer, type StatisticsObject, type StatisticsSeries, statisticsObjectText } from '@weft/shared/kinds/statistics';
import { ConcurrencyLimit } from '@weft/shared/load/concurrency-limit';
import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import { type MetricName, metricOf, type StatisticsObjectKind } from '@weft/shared/stats/metrics';
import type { Message } from '@weft/shared/text/message';
import { withText } from '@weft/shared/text/rendering/render';
import type { Filter } from 'mongodb';
import { RateLimited } from '../../core/http/limits/rate-limit.js';
import { concurrency } from '../../core/load/concurrency.js';
import { currentScope } from '../../core/scope/scope.js';
import { isVisibleObject } from '../../core/scope/visible-objects.js';
import { SettingsService } from '../../settings/settings.service.js';
import { StatsCatalog } from '../catalog/stats-catalog.js';
import { fromDocument, type PointDocument } from '../history/point.document.js';
import {
  type DriveLoad,
  type NodeCount,
  type NodeCpu,
  StatsRepository,
  type UnevenLimits,
  type UnevenWrites,
} from '../history/stats.repository.js';
import { LongMemory, LongMemoryFailure } from '../long-memory/reading/long-memory.js';
import { MergedPoints, mergeObjects, valueAt } from '../points/merged-points.js';
import { fieldsOf, metricValue, percentileOf } from '../points/metric-value.js';
import type { Observed } from '../points/observed.js';
import type { Point } from '../points/point.js';
import { type Series, type SeriesKind, type Tier, type TierName, tiers } from '../points/series.js';
import { SamplingOrders } from '../sampling/sampling-orders.js';
import { planQuery, type QueryPlan, type StatisticsQuery } from './query-plan.js';
import { MAX_READ, pointsIn, type ReadRange, rangesOf, tooMuchToRead } from './read-estimate.js';

export type { DriveLoad, NodeCpu, UnevenWrites } from '../history/stats.repository.js';

/** Points cover 10 s each, and are stored some seconds after their end: later if agents sample less often. */
const RECENT_MS = 30_000;
/** A query of more stored points than this is large. */
const LARGE = 50_000;
/** Steps of objects in memory at a time; each takes about 1.7 kB. */
const MAX_HELD = 20_000;

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
const cacheSources: Partial<Record<StatisticsObjectKind, Source['by']>> = { volume: 'volume', leg: 'id', drive: 'drive', target: 'node' };
/** A drive's health has its own series; its I/O is that of its legs. Caches have their own too. */
const sourceOf = (kind: StatisticsObjectKind, metric: MetricName): Source =>
  metricOf(metric).of === 'cache' ? { kind: 'cache', by: cacheSources[kind] ?? 'id' } : ownSourceOf(kind, metric);
const ownSourceOf = (kind: StatisticsObjectKind, metric: MetricName): Source =>
  kind === 'drive' && metricOf(metric).aggregation !== 'rate' && metricOf(metric).aggregation !== 'histogram'
    ? { kind: 'drive', by: 'id' }
    : sources[kind];

/** Latencies of a volume's I/O on one of its clients in one minute; `at` is its start in milliseconds since 1970. */
export interface LatencyMinute {
  volumeId: string;
  at: number;
  histogram: readonly number[];
}

/** Points of one object, one per step; a step without points is absent. */
type Steps = Map<number, Observed>;

/** Reads the history. It merges volumes, drives, clients and targets here, from the series that observed them. */
@Injectable()
export class StatsQueryService {
  private readonly large = new ConcurrencyLimit(
    concurrency.largeQueries,
    () => new RateLimited('too-many-large-queries', { retryAfterSeconds: 5 }),
  );

  constructor(
    private readonly repository: StatsRepository,
    private readonly catalog: StatsCatalog,
    private readonly settings: SettingsService,
    private readonly longMemory: LongMemory,
    private readonly orders: SamplingOrders,
  ) {}

  /** I/O of every drive that was observed in this time, each number per second. */
  async driveLoads(from: Date, to: Date): Promise<ReadonlyMap<string, DriveLoad>> {
    return new Map((await this.repository.driveLoads(from, to)).map((load) => [load._id, load]));
  }

  /** Sum of a count of each node since then, by its id; the last minutes may be missing. */
  nodeCounts(field: NodeCount, from: Date): Promise<ReadonlyMap<string, number>> {
    return this.repository.nodeCounts(field, from);
  }

  /** CPU time of every node that was observed in the last seconds that are stored. */
  nodeCpu(): Promise<NodeCpu[]> {
    return this.repository.nodeCpu(new Date(Date.now() - RECENT_MS - this.orders.intervalSeconds * 1000));
  }

  /** Average writes of the legs of volumes with a slow leg since then; the last minutes may be missing. */
  unevenWrites(from: Date, limits: UnevenLimits): Promise<UnevenWrites[]> {
    return this.repository.unevenWrites(from, limits);
  }

  /** The minutes before this are stored, in milliseconds since 1970. 0: none are. */
  async minutesUntil(): Promise<number> {
    return (await this.repository.progress()).get('minutes')?.getTime() ?? 0;
  }

  /** Latency histograms of every minute and attachment from `from` to before `to`, in batches. Minutes without I/O are absent. */
  async *latencyMinutes(from: Date, to: Date): AsyncGenerator<LatencyMinute[]> {
    const projection = { at: 1, series: 1, coveredMs: 1, histogram: 1 };
    const filter = { 'series.kind': 'attachment', histogram: { $exists: true } } as Filter<PointDocument>;
    for await (const documents of this.repository.read(tiers[1], from, to, filter, projection))
      yield documents.map(fromDocument).flatMap(({ series: { volume }, at, observed: { histogram } }) => {
        return volume !== undefined && histogram ? [{ volumeId: volume, at, histogram }] : [];
      });
  }

  /** @throws DomainError `volume-scope` for objects that the caller of this request does not see */
  async query(query: StatisticsQuery): Promise<StatisticsAnswer> {
    const { clusterId, simulated, spec } = await this.settings.get();
    const kept = { hours: spec.statisticsKeptHours, hasLongMemory: this.longMemory.isConfigured };
    const plan = planQuery(query, Date.now(), kept);
    const rows = currentScope();
    if (rows && !plan.objects.every((object) => isVisibleObject(rows, object)))
      throw new DomainError('volume-scope', { userName: rows.callerName });
    const groups = bySource(plan);
    const stored = groups.reduce((sum, { objects }) => sum + this.catalog.seriesOf(objects), 0);
    const progress = await this.repository.progress();
    const reading: Reading = { plan, groups, stored, progress, clusterId, simulated, count: 0, problem: null };
    const points = pointsIn(rangesOf(plan, reading.progress), stored);
    if (points <= LARGE) return this.answer(reading);
    return this.large.run(async () => {
      // `points` is an upper limit: a new or idle cluster has fewer. MongoDB counts them, so that no points are read only to refuse the query.
      if (points > MAX_READ) await this.refuseTooMuch(reading);
      return this.answer(reading);
    });
  }

  /** @throws DomainError `too-many-points` */
  private async refuseTooMuch({ plan, groups, stored, progress }: Reading): Promise<void> {
    let left = MAX_READ;
    for (const group of groups)
      for (const { tier, from, to, source } of rangesOf(plan, progress)) {
        if (source === 'long-memory') continue;
        left -= await this.repository.count(tier, new Date(from), new Date(to), filterOf(group), left + 1);
        if (left < 0) throw tooMuchToRead(plan, stored, progress);
      }
  }

  private async answer(reading: Reading): Promise<StatisticsAnswer> {
    const { plan, groups, simulated } = reading;
    const series: StatisticsSeries[] = [];
    for (const group of groups) series.push(...(await this.seriesOf(reading, group)));
    return {
      from: new Date(plan.from).toISOString(),
      to: new Date(plan.to).toISOString(),
      stepSeconds: plan.stepMs / 1000,
      tierSeconds: plan.tier.stepMs / 1000,
      simulated,
      ...longMemoryOf(reading),
      ...(plan.metrics.includes('latency-heat-map') ? { bucketBoundsSeconds: LATENCY_BOUNDS_NS.map((ns) => ns / 1e9) } : {}),
      series,
    };
  }

  /** Series of metrics that use the same stored series. */
  private async seriesOf(reading: Reading, group: SourceGroup): Promise<StatisticsSeries[]> {
    const { plan } = reading;
    const { metrics, objects } = group;
    const texts = objects.map(statisticsObjectText);
    if (plan.groupBy === 'object') {
      const steps = await this.read(reading, group, plan);
      return objects.flatMap(({ id }, at) => metrics.map((metric) => series(plan, [texts[at] ?? ''], metric, steps.get(id) ?? new Map())));
    }
    const together: Steps = new Map();
    for (const slice of slicesOf(plan)) {
      const steps = await this.read(reading, group, slice);
      for (let at = slice.from; at < slice.to; at += plan.stepMs) {
        const observed = objects.flatMap(({ id }) => steps.get(id)?.get(at) ?? []);
        if (observed.length > 0) together.set(at, mergeObjects(observed));
      }
    }
    return metrics.map((metric) => series(plan, texts, metric, together));
  }

  /** Reads the plan's tier as far as it is rolled up, and the rest from the finer tiers. @param slice the part of the plan's time to read */
  private async read(reading: Reading, group: SourceGroup, slice: QueryPlan): Promise<Map<string, Steps>> {
    const merged: Merged = new Map();
    for (const range of rangesOf(slice, reading.progress)) await this.readTier(reading, group, range, merged);
    return new Map([...merged].map(([id, steps]) => [id, new Map([...steps].map(([at, tiersOf]) => [at, resultOf(tiersOf)]))]));
  }

  private async readTier(reading: Reading, group: SourceGroup, range: ReadRange, merged: Merged): Promise<void> {
    const { plan, stored, progress } = reading;
    const { by } = sourceOfGroup(group);
    for await (const points of range.source === 'database' ? this.pointsOf(group, range) : this.oldPointsOf(reading, group, range)) {
      reading.count += points.length;
      // Removed objects may have more points than the estimate assumed.
      if (reading.count > MAX_READ) throw tooMuchToRead(plan, stored, progress);
      for (const point of points) {
        const step = plan.from + Math.floor((point.at - plan.from) / plan.stepMs) * plan.stepMs;
        const steps = valueAt(merged, idOf(point.series, by), () => new Map<number, MergedTiers>());
        const tiersOf = valueAt(steps, step, () => new Map<Tier, MergedPoints>());
        valueAt(tiersOf, range.tier, () => new MergedPoints(range.tier)).add(point);
      }
    }
  }

  private async *pointsOf(group: SourceGroup, { tier, from, to }: ReadRange): AsyncGenerator<Point[]> {
    const fields = ['at', 'series', 'coveredMs', ...group.metrics.flatMap(fieldsOf)];
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    for await (const documents of this.repository.read(tier, new Date(from), new Date(to), filterOf(group), projection))
      yield documents.map(fromDocument);
  }

  /** Without an answer of the long memory: none, and the query is answered with the rest. It is asked only until it fails once. */
  private async *oldPointsOf(reading: Reading, group: SourceGroup, { tier, from, to }: ReadRange): AsyncGenerator<Point[]> {
    if (reading.problem) return;
    const { kind, by } = sourceOfGroup(group);
    const [ids, parts] = [group.objects.map(({ id }) => id), [...new Set(group.metrics.flatMap(fieldsOf))]];
    try {
      yield* this.longMemory.read({ clusterId: reading.clusterId, kind, by, ids, parts, from, to, stepMs: tier.stepMs });
    } catch (error) {
      if (!(error instanceof LongMemoryFailure)) throw error;
      reading.problem = error.problem;
    }
  }
}

/** State of one query while it reads. */
interface Reading {
  plan: QueryPlan;
  groups: readonly SourceGroup[];
  /** Number of series that contribute to its objects now. */
  stored: number;
  progress: ReadonlyMap<TierName, Date>;
  clusterId: string;
  simulated: boolean;
  /** Stored points read so far. */
  count: number;
  /** Why the long memory gave nothing. */
  problem: Message | null;
}

/** The part of the answer that is from the long memory. */
function longMemoryOf({ plan: { from, to, longMemoryUntil }, problem }: Reading): Pick<StatisticsAnswer, 'longMemory'> {
  if (longMemoryUntil === null || longMemoryUntil <= from) return {};
  return { longMemory: { until: new Date(Math.min(to, longMemoryUntil)).toISOString(), problem: problem && withText(problem) } };
}

/** Splits the plan's time into pieces of whole steps, each of which fits into memory. */
function* slicesOf(plan: QueryPlan): Generator<QueryPlan> {
  const length = Math.max(1, Math.floor(MAX_HELD / plan.objects.length)) * plan.stepMs;
  for (let { from } = plan; from < plan.to; from += length) yield { ...plan, from, to: Math.min(plan.to, from + length) };
}

/** Points of one step by tier: the step in which a tier ends is read from two. */
type MergedTiers = Map<Tier, MergedPoints>;
/** By object and step. */
type Merged = Map<string, Map<number, MergedTiers>>;

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

const sourceOfGroup = ({ kind, metrics }: SourceGroup): Source => sourceOf(kind, metrics[0] as MetricName);

/** Filter for the group's stored series. */
function filterOf(group: SourceGroup): Filter<PointDocument> {
  const { kind, by } = sourceOfGroup(group);
  return { 'series.kind': kind, [`series.${by}`]: { $in: group.objects.map(({ id }) => id) } } as Filter<PointDocument>;
}

/** Groups for one read each: objects of one kind, metrics of one source. */
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
