import type { Overview, RoleCpu } from '../../api/types.js';
import { valueText } from '../../charts/value-text.js';
import { NounLink } from '../../ui/linked.js';
import { Section } from '../../ui/page.js';
import { Freshness } from '../statistics/freshness.js';
import { useLiveStatistics } from '../statistics/use-statistics.js';
import styles from './overview.module.css';

const NUMBERS = [
  { metric: 'read-iops', name: 'Reads', unit: '1/s' },
  { metric: 'write-iops', name: 'Writes', unit: '1/s' },
  { metric: 'read-throughput', name: 'Read', unit: 'B/s' },
  { metric: 'write-throughput', name: 'Written', unit: 'B/s' },
  { metric: 'latency-p50', name: 'Latency, median', unit: 's' },
  { metric: 'latency-p99', name: '99th percentile', unit: 's' },
  { metric: 'latency-p999', name: '99.9th percentile', unit: 's' },
] as const;

/** The cluster at this second: I/O as all clients see it, and what the CPUs do. */
export function Now({ cpu }: { cpu: Overview['cpu'] }) {
  const { points, news } = useLiveStatistics('cluster', true);
  const values = points.at(-1)?.values ?? {};
  return (
    <Section title="Now" actions={<Freshness isLive news={news} rereadSeconds={0} />}>
      <dl className={styles.now} aria-label="Now">
        {NUMBERS.map(({ metric, name, unit }) => {
          const value = values[metric];
          return (
            <div key={metric} title={`All volumes, seen by their clients, live: ${metric} of cluster`}>
              <dt>{name}</dt>
              <dd>{typeof value === 'number' ? valueText(value, unit) : <span className="dimmed">none</span>}</dd>
            </div>
          );
        })}
        <Cpu of="Targets" cpu={cpu.targets} />
        <Cpu of="Clients" cpu={cpu.clients} />
      </dl>
    </Section>
  );
}

function Cpu({ of, cpu }: { of: string; cpu: RoleCpu | null }) {
  const [busiest] = cpu?.busiest ?? [];
  return (
    <div title={`All cores of ${cpu?.nodes ?? 0} ${of.toLowerCase()} together, of the last half minute that is stored`}>
      <dt>{of}’ CPU</dt>
      <dd>
        {cpu ? valueText(cpu.busyRatio, 'ratio') : <span className="dimmed">none</span>}
        {busiest ? (
          <small>
            most {valueText(busiest.busyRatio, 'ratio')} on <NounLink noun={{ kind: 'node', ...busiest.node }} />
          </small>
        ) : null}
      </dd>
    </div>
  );
}
