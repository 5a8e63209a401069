import { type MetricName, metricOf } from '@weft/shared/stats/metrics';
import { useCallback, useSyncExternalStore } from 'react';
import { usePast } from '../../api/past.js';
import type { Column } from '../../table/columns/column.js';
import { Skeleton } from '../../ui/gauges/skeleton.js';
import { Sparkline } from '../../ui/gauges/sparkline.js';
import { valueText } from '../../ui/text/value-text.js';
import { type RowStatistics, rowStatistics } from './latest.js';
import styles from './live-columns.module.css';
import { VisibleValues } from './visible-values.js';

type Values = VisibleValues<RowStatistics>;

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
    rowStatistics(
      objects,
      metrics.map(({ metric }) => metric),
      trend,
    ),
  );
  const figures = metrics.map(
    ({ metric, name, width, extra = false }): Column<T> => ({
      name,
      extra,
      width,
      numeric: true,
      late: true,
      cell: (row) => <LiveValue values={values} object={objectOf(row)} metric={metric} />,
      told: (row) =>
        values.valuesOf(objectOf(row))?.latest[metric] == null
          ? null
          : { metric, object: objectOf(row), label: labelOf(row), source: sourceOf(row), at: values.at },
    }),
  );
  if (!trend) return figures;
  const label = `${metricOf(trend).title}, last 5 min`;
  return [
    ...figures,
    { name: 'Last 5 min', width: 5.25, late: true, cell: (row) => <TrendLine values={values} object={objectOf(row)} label={label} /> },
  ];
}

function useVisible(values: Values, object: string): RowStatistics | null | undefined {
  const isPast = usePast() !== null;
  const subscribe = useCallback(
    (listener: () => void) => (isPast ? () => undefined : values.watch(object, listener)),
    [values, object, isPast],
  );
  return useSyncExternalStore(subscribe, () => (isPast ? null : values.valuesOf(object)));
}

/** Empty: nothing was observed. A number beside it has its last value. */
function TrendLine({ values, object, label }: { values: Values; object: string; label: string }) {
  const trend = useVisible(values, object)?.trend;
  return <span className={styles.trend}>{trend ? <Sparkline label={label} lines={[trend.points]} window={trend.window} /> : null}</span>;
}

/** A dash: nothing was observed, or there was no I/O. */
function LiveValue({ values, object, metric }: { values: Values; object: string; metric: MetricName }) {
  const visible = useVisible(values, object);
  if (visible === undefined) return <Skeleton width="3rem" />;
  const value = visible?.latest[metric] ?? null;
  return value === null ? <span className="dimmed">–</span> : valueText(value, metricOf(metric).unit);
}
