import { type MetricName, metricOf } from '@weft/shared/stats/metrics';
import { useCallback, useSyncExternalStore } from 'react';
import type { Column } from '../../table/columns/column.js';
import { Sparkline } from '../../ui/gauges/sparkline.js';
import { valueText } from '../../ui/text/value-text.js';
import { type LatestValues, latestStatistics, recentTrends, type Trend } from './latest.js';
import styles from './live-columns.module.css';
import { VisibleValues } from './visible-values.js';

interface Spec<T> {
  metrics: readonly { metric: MetricName; name: string; width: number; extra?: boolean }[];
  /** Metric of the line of the last 5 min. */
  trend?: MetricName;
  /** Name in the statistics API. */
  objectOf: (row: T) => string;
  /** Label in Prometheus. */
  labelOf: (row: T) => string;
  /** The object and its observer. */
  sourceOf: (row: T) => string;
}

/** Columns with the last stored values of the visible rows. They cannot be sorted, because the server reads them for visible rows only. */
export function liveColumns<T>({ metrics, trend, objectOf, labelOf, sourceOf }: Spec<T>): Column<T>[] {
  const values = new VisibleValues((objects) =>
    latestStatistics(
      objects,
      metrics.map(({ metric }) => metric),
    ),
  );
  const figures = metrics.map(
    ({ metric, name, width, extra = false }): Column<T> => ({
      name,
      extra,
      width,
      numeric: true,
      cell: (row) => <LiveValue values={values} object={objectOf(row)} metric={metric} />,
      told: (row) =>
        values.valuesOf(objectOf(row))?.[metric] == null
          ? null
          : { metric, object: objectOf(row), label: labelOf(row), source: sourceOf(row), at: values.at },
    }),
  );
  return trend ? [...figures, trendColumn(trend, objectOf)] : figures;
}

function trendColumn<T>(metric: MetricName, objectOf: (row: T) => string): Column<T> {
  const trends = new VisibleValues((objects) => recentTrends(objects, metric));
  return {
    name: 'Last 5 min',
    width: 5.25,
    cell: (row) => <TrendLine values={trends} object={objectOf(row)} label={`${metricOf(metric).title}, last 5 min`} />,
  };
}

function useVisible<V>(values: VisibleValues<V>, object: string): V | undefined {
  const subscribe = useCallback((listener: () => void) => values.watch(object, listener), [values, object]);
  return useSyncExternalStore(subscribe, () => values.valuesOf(object));
}

/** Empty: nothing was observed. A number beside it has its last value. */
function TrendLine({ values, object, label }: { values: VisibleValues<Trend>; object: string; label: string }) {
  const trend = useVisible(values, object);
  return <span className={styles.trend}>{trend ? <Sparkline label={label} lines={[trend.points]} window={trend.window} /> : null}</span>;
}

/** Empty: nothing was observed, or there was no I/O. */
function LiveValue({ values, object, metric }: { values: VisibleValues<LatestValues>; object: string; metric: MetricName }) {
  const value = useVisible(values, object)?.[metric] ?? null;
  return value === null ? null : valueText(value, metricOf(metric).unit);
}
