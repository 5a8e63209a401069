import { type MetricName, metricOf } from '@weft/shared/stats/metrics';
import { useCallback, useSyncExternalStore } from 'react';
import type { Column } from '../../table/columns/column.js';
import { valueText } from '../../ui/text/value-text.js';
import { latestStatistics } from './latest.js';
import { VisibleValues } from './visible-values.js';

interface Spec<T> {
  metrics: readonly { metric: MetricName; name: string; width: number }[];
  /** Name in the statistics API. */
  objectOf: (row: T) => string;
  /** Label in Prometheus. */
  labelOf: (row: T) => string;
  /** The object and its observer. */
  sourceOf: (row: T) => string;
}

/** Columns with the last stored values of the visible rows. They cannot be sorted, because the server reads them for visible rows only. */
export function liveColumns<T>({ metrics, objectOf, labelOf, sourceOf }: Spec<T>): Column<T>[] {
  const values = new VisibleValues((objects) =>
    latestStatistics(
      objects,
      metrics.map(({ metric }) => metric),
    ),
  );
  return metrics.map(({ metric, name, width }) => ({
    name,
    width,
    numeric: true,
    cell: (row) => <LiveValue values={values} object={objectOf(row)} metric={metric} />,
    told: (row) =>
      values.valuesOf(objectOf(row))?.[metric] == null
        ? null
        : { metric, object: objectOf(row), label: labelOf(row), source: sourceOf(row), at: values.at },
  }));
}

/** Empty: nothing was observed, or there was no I/O. */
function LiveValue({ values, object, metric }: { values: VisibleValues; object: string; metric: MetricName }) {
  const subscribe = useCallback((listener: () => void) => values.watch(object, listener), [values, object]);
  const value = useSyncExternalStore(subscribe, () => values.valuesOf(object)?.[metric] ?? null);
  return value === null ? null : valueText(value, metricOf(metric).unit);
}
