import type { BenchmarkComparison } from '../../api/types.js';
import { PlainTable } from '../../table/plain-table.js';
import { valueText } from '../../ui/text/value-text.js';
import { pointText } from './benchmark-words.js';

type Compared = BenchmarkComparison['points'][number];
const latency = (value: number | null) => (value === null ? <span className="dimmed">not known</span> : valueText(value, 's'));

/** Example: `+12 %`. */
const change = (ratio: number | null) => {
  if (ratio === null) return <span className="dimmed">not known</span>;
  const percent = (ratio - 1) * 100;
  return `${percent >= 0 ? '+' : '−'}${Math.abs(Number(percent.toPrecision(3)))} %`;
};

const withinText = ({ withinSpread }: Compared): string =>
  withinSpread === null ? 'too few repeats' : withinSpread ? 'within the spread' : 'larger than the spread';

interface Props {
  label: string;
  rows: readonly Compared[];
  /** Words for the two measurements in the heads of columns. */
  first: string;
  second: string;
}

/** Two measurements of the same loads. */
export const ComparedTable = ({ label, rows, first, second }: Props) => (
  <PlainTable
    label={label}
    rows={rows}
    rowKey={({ point }) => pointText(point)}
    columns={[
      { name: 'Load', wide: true, cell: ({ point }) => pointText(point) },
      { name: `IOPS, ${first}`, numeric: true, cell: (row) => valueText(row.first.iops, '1/s') },
      { name: `IOPS, ${second}`, numeric: true, cell: (row) => valueText(row.second.iops, '1/s') },
      { name: 'Change of IOPS', numeric: true, cell: ({ iopsRatio }) => change(iopsRatio) },
      { name: `Average, ${first}`, numeric: true, cell: (row) => latency(row.first.latencyAverageSeconds) },
      { name: `Average, ${second}`, numeric: true, cell: (row) => latency(row.second.latencyAverageSeconds) },
      { name: 'Change of average', numeric: true, cell: ({ latencyAverageRatio }) => change(latencyAverageRatio) },
      { name: `p99, ${first}`, numeric: true, cell: (row) => latency(row.first.latencyP99Seconds) },
      { name: `p99, ${second}`, numeric: true, cell: (row) => latency(row.second.latencyP99Seconds) },
      { name: 'Change of p99', numeric: true, cell: ({ latencyP99Ratio }) => change(latencyP99Ratio) },
      { name: 'Change of IOPS is', cell: withinText },
    ]}
  />
);
