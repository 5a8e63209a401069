import type { MetricName } from '@weft/shared/stats/metrics';
import { paths } from '../../../paths/paths.js';
import type { MetricProvenance } from '../../../provenance/provenance.js';
import { PlainTable } from '../../../table/plain-table.js';
import { StackedBar } from '../../../ui/gauges/stacked-bar.js';
import { Section } from '../../../ui/page.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { valueText } from '../../../ui/text/value-text.js';
import { type RankedBy, ranked, type VolumeLoad } from './ranked.js';
import styles from './top-volumes.module.css';
import { MOST_RANKED, useVolumeLoads } from './use-volume-loads.js';

const MOST = 5;

/** The busiest and the slowest volumes. @param total number of volumes of the cluster */
export function TopVolumes({ total }: { total: number }) {
  const { loads, error, retry } = useVolumeLoads();
  const note = total > MOST_RANKED ? <span className="dimmed">Among the first {MOST_RANKED} by name</span> : null;
  const section = (title: string, by: RankedBy) => (
    <Section title={title} actions={note}>
      <div className={styles.place}>
        {loads ? (
          <Ranking title={title} by={by} at={loads.at} loads={loads.loads} />
        ) : error ? (
          <ProblemView error={error} onRetry={retry} />
        ) : null}
      </div>
    </Section>
  );
  return (
    <>
      {section('Busiest volumes', 'iops')}
      {section('Slowest volumes', 'p99')}
    </>
  );
}

function Ranking({ title, by, at, loads }: { title: string; by: RankedBy; at: number; loads: readonly VolumeLoad[] }) {
  const rows = ranked(loads, by, MOST);
  const most = rows[0]?.[by] ?? 0;
  if (rows.length === 0) return <Empty>No volume has I/O now.</Empty>;
  const told =
    (metric: MetricName) =>
    ({ id, name }: VolumeLoad): MetricProvenance => ({
      metric,
      object: `volume:${id}`,
      label: name,
      source: `Volume ${name}, seen by its clients`,
      at,
    });
  const iops = { name: 'IOPS', cell: ({ iops }: VolumeLoad) => numberOf(iops, '1/s'), told: told('iops'), numeric: true };
  const p99 = { name: 'p99', cell: ({ p99 }: VolumeLoad) => numberOf(p99, 's'), told: told('latency-p99'), numeric: true };
  return (
    <PlainTable
      label={title}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          name: 'Volume',
          cell: (volume) => (
            <span className={styles.volume}>
              <TextLink {...paths.volume(volume.id)}>{volume.name}</TextLink>
              <StackedBar
                label={`${Math.round(((volume[by] ?? 0) / most) * 100)} % of the first`}
                parts={[{ kind: 'used', share: (volume[by] ?? 0) / most }]}
              />
            </span>
          ),
        },
        ...(by === 'iops' ? [iops, p99] : [p99, iops]),
      ]}
    />
  );
}

const numberOf = (value: number | null, unit: '1/s' | 's') =>
  value === null ? <span className="dimmed">no I/O</span> : valueText(value, unit);
