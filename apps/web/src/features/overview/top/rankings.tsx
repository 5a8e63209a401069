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
import { Clock } from '../../../ui/time/time.js';
import { STEP_SECONDS } from '../../statistics/latest.js';
import { type Load, type RankedBy, ranked } from './ranked.js';
import styles from './rankings.module.css';
import { MOST_RANKED, type RankedKind, useLoads } from './use-loads.js';

const MOST = 5;

/** Rankings of a kind: heading of their names, link and observer of an object. */
const KINDS = {
  volume: {
    head: 'Volume',
    to: paths.volume,
    nothing: 'No volume has I/O now.',
    source: (name: string) => `Volume ${name}, seen by its clients`,
  },
  client: {
    head: 'Client',
    to: paths.node,
    nothing: 'No client has I/O now.',
    source: (name: string) => `All volumes attached to node ${name}, seen by it`,
  },
} as const;

/** The busiest and the slowest volumes, and the busiest clients. @param total number of volumes of the cluster */
export function Rankings({ total }: { total: number }) {
  const [volumes, clients] = [useLoads('volume'), useLoads('client')];
  return (
    <>
      <Ranking title="Busiest volumes" kind="volume" by="iops" total={total} of={volumes} />
      <Ranking title="Slowest volumes" kind="volume" by="p99" total={total} of={volumes} />
      <Ranking title="Busiest clients" kind="client" by="iops" total={clients.loads?.loads.length ?? 0} of={clients} />
    </>
  );
}

interface RankingProps {
  title: string;
  kind: RankedKind;
  by: RankedBy;
  /** Number of objects; of more than the limit, only the first are ranked. */
  total: number;
  of: ReturnType<typeof useLoads>;
}

const Ranking = ({ title, kind, by, total, of: { loads, error, retry } }: RankingProps) => (
  <Section title={title} actions={total > MOST_RANKED ? <span className="dimmed">Among the first {MOST_RANKED} by name</span> : null}>
    <div className={styles.place}>
      {loads ? (
        <Ranked title={title} kind={kind} by={by} at={loads.at} loads={loads.loads} />
      ) : error ? (
        <ProblemView error={error} onRetry={retry} />
      ) : null}
    </div>
    {/* The tiles above are live: their sum is of another moment. */}
    <p className={styles.moment}>
      Average of {STEP_SECONDS} s
      {loads ? (
        <>
          , read at <Clock at={new Date(loads.at).toISOString()} />
        </>
      ) : null}
    </p>
  </Section>
);

function Ranked({ title, kind, by, at, loads }: { title: string; kind: RankedKind; by: RankedBy; at: number; loads: readonly Load[] }) {
  const rows = ranked(loads, by, MOST);
  const most = rows[0]?.[by] ?? 0;
  const { head, to, nothing, source } = KINDS[kind];
  if (rows.length === 0) return <Empty>{nothing}</Empty>;
  const told =
    (metric: MetricName) =>
    ({ id, name }: Load): MetricProvenance => ({ metric, object: `${kind}:${id}`, label: name, source: source(name), at });
  const iops = { name: 'IOPS', cell: ({ iops }: Load) => numberOf(iops, '1/s'), told: told('iops'), numeric: true };
  const p99 = { name: 'p99', cell: ({ p99 }: Load) => numberOf(p99, 's'), told: told('latency-p99'), numeric: true };
  return (
    <PlainTable
      label={title}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          name: head,
          cell: (load) => (
            <span className={styles.name}>
              <TextLink {...to(load.id)}>{load.name}</TextLink>
              <StackedBar
                label={`${Math.round(((load[by] ?? 0) / most) * 100)} % of the first`}
                parts={[{ kind: 'used', share: (load[by] ?? 0) / most }]}
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
