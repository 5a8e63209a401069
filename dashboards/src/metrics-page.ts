import { EXPORTED_METRICS } from '@weft/shared/stats/exported/exported-metrics';
import { type ExportedMetric, seriesOf } from '@weft/shared/stats/exported/metric';

/** Number of series of a histogram for one combination of labels: its buckets with +Inf, sum and count. */
const width = ({ bounds }: ExportedMetric): number => (bounds ? bounds.length + 3 : 1);

/**
 * Label sets of 1,000 volumes: each raid10 with 4 legs on 4 targets, attached to one client over two storage networks. Kinds that are not
 * listed do not grow with volumes.
 */
const perThousandVolumes: Partial<Record<ExportedMetric['per'], number>> = {
  attachment: 1000,
  leg: 4000,
  path: 8000,
  array: 1000,
  volume: 1000,
};

const count = (value: number): string => value.toLocaleString('en-US');

/** Number of series of 1,000 volumes, with one server. */
export const seriesOfThousandVolumes = (): number =>
  EXPORTED_METRICS.reduce((total, metric) => total + width(metric) * (perThousandVolumes[metric.per] ?? 0), 0);

/** The table in docs/observability.md. */
export function metricsTable(): string {
  const rows = EXPORTED_METRICS.map((metric) => {
    const { name, type, unit, labels, per, meaning, source } = metric;
    const volumes = perThousandVolumes[per];
    const cells = [
      `\`${name}\``,
      `${type}${unit === 'none' ? '' : `, ${unit}`}`,
      labels.join(', ') || 'none',
      meaning,
      source,
      `${width(metric)} per ${seriesOf[per]}`,
      volumes ? count(volumes * width(metric)) : '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| metric | type, unit | labels | meaning | source | series | per 1,000 volumes |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    `| all | | | | | | ${count(seriesOfThousandVolumes())} |`,
  ].join('\n');
}
