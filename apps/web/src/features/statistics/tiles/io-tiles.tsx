import type { MetricName, Unit } from '@weft/shared/stats/metrics';
import { usePast } from '../../../api/past.js';
import type { LivePoint } from '../../../charts/live-points.js';
import { valueAt } from '../../../charts/timeline.js';
import { Provenance } from '../../../provenance/provenance.js';
import { Skeleton } from '../../../ui/gauges/skeleton.js';
import { Sparkline } from '../../../ui/gauges/sparkline.js';
import { valueText } from '../../../ui/text/value-text.js';
import { Freshness } from '../freshness.js';
import { useStatistics } from '../use-statistics.js';
import { absentText } from './absent-text.js';
import styles from './tiles.module.css';

interface TileSpec {
  title: string;
  unit: Unit;
  /** Drawn in the order of the palette. */
  numbers: readonly { metric: MetricName; name: string }[];
}

const TILES: readonly TileSpec[] = [
  {
    title: 'IOPS',
    unit: '1/s',
    numbers: [
      { metric: 'read-iops', name: 'Reads' },
      { metric: 'write-iops', name: 'Writes' },
    ],
  },
  {
    title: 'Throughput',
    unit: 'B/s',
    numbers: [
      { metric: 'read-throughput', name: 'Read' },
      { metric: 'write-throughput', name: 'Written' },
    ],
  },
  {
    title: 'Latency',
    unit: 's',
    numbers: [
      { metric: 'latency-p50', name: 'Median' },
      { metric: 'latency-p99', name: 'p99' },
      { metric: 'latency-p999', name: 'p99.9' },
    ],
  },
];
/** A line of an hour needs no value of each second: 3,600 of them, each with its latency counts, were 80 KiB more a minute. */
const LIVE_SECONDS = 120;
const METRICS = TILES.flatMap(({ numbers }) => numbers.map(({ metric }) => metric));

interface Observed {
  /** Name in the statistics API. */
  object: string;
  /** Label in Prometheus; empty for the cluster. */
  label: string;
  /** The object and its observer. */
  source: string;
}

/** List items: live I/O of one object with its last hour. None on a page that shows the past. */
export const IoTiles = (of: Observed) => (usePast() === null ? <LiveIoTiles {...of} /> : null);

function LiveIoTiles(of: Observed) {
  const { drawn, news } = useStatistics(of.object, METRICS, { range: '1h', liveSeconds: LIVE_SECONDS });
  const newest = drawn?.live.at(-1);
  const points = (metric: MetricName) =>
    (drawn?.slots ?? []).map((slot) => ({ at: slot.at, value: drawn ? valueAt(drawn.history, slot, metric) : null }));
  return TILES.map(({ title, unit, numbers }, index) => (
    <li key={title} className={`card ${styles.tile}`}>
      <h2 className={styles.title}>
        {title}
        {index === 0 ? <Freshness isLive news={news} rereadSeconds={0} /> : null}
      </h2>
      <dl className={styles.numbers}>
        {numbers.map(({ metric, name }, colour) => (
          <div key={metric} data-colour={colour}>
            <dt>{name}</dt>
            <dd>
              <Value of={of} metric={metric} unit={unit} newest={newest} />
            </dd>
          </div>
        ))}
      </dl>
      <Sparkline
        label={`${title}, last hour: ${numbers.map(({ name }) => name).join(', ')}`}
        lines={numbers.map(({ metric }) => points(metric))}
        window={drawn?.window ?? null}
      />
    </li>
  ));
}

function Value({ of, metric, unit, newest }: { of: Observed; metric: MetricName; unit: Unit; newest: LivePoint | undefined }) {
  const value = newest?.values[metric];
  if (typeof value !== 'number' || !newest) {
    const text = absentText(newest !== undefined);
    return text === null ? <Skeleton /> : <span className="dimmed">{text}</span>;
  }
  const counts = newest.values['latency-heat-map'];
  return <Provenance of={{ metric, ...of, at: newest.at, counts }}>{valueText(value, unit)}</Provenance>;
}
