import type { Overview, RoleCpu } from '../../api/types.js';
import { valueText } from '../../charts/value-text.js';
import { type FieldProvenance, Provenance } from '../../provenance/provenance.js';
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
export function Now({ overview: { cpu, at } }: { overview: Overview }) {
  const { points, news } = useLiveStatistics('cluster', true);
  const newest = points.at(-1);
  const values = newest?.values ?? {};
  return (
    <Section title="Now" actions={<Freshness isLive news={news} rereadSeconds={0} />}>
      <dl className={styles.now} aria-label="Now">
        {NUMBERS.map(({ metric, name, unit }) => {
          const value = values[metric];
          return (
            <div key={metric}>
              <dt>{name}</dt>
              <dd>
                {typeof value === 'number' ? (
                  <Provenance
                    of={{ metric, object: 'cluster', label: '', source: 'All volumes, seen by their clients', at: newest?.at ?? null }}
                  >
                    {valueText(value, unit)}
                  </Provenance>
                ) : (
                  <span className="dimmed">none</span>
                )}
              </dd>
            </div>
          );
        })}
        <Cpu of="Targets" cpu={cpu.targets} at={at} />
        <Cpu of="Clients" cpu={cpu.clients} at={at} />
      </dl>
    </Section>
  );
}

/** Prometheus knows no roles: the nodes are named, if the server names them all. */
const cpuQuery = (names: string): string =>
  `1 - sum(rate(weft_node_cpu_seconds_total{mode="idle",node=~"${names}"}[1m])) / sum(rate(weft_node_cpu_seconds_total{node=~"${names}"}[1m]))`;

const cpuProvenance = (of: string, { nodes, busiest }: RoleCpu, at: string): FieldProvenance => ({
  title: `CPU of ${nodes} ${of.toLowerCase()}: all their cores together`,
  source: '/proc/stat of each node, over the last half minute that is stored',
  nodes: busiest.map(({ node }) => ({ kind: 'node', ...node })),
  at,
  error: 'The kernel counts CPU time in ticks of 10 ms a core.',
  promql: busiest.length === nodes ? cpuQuery(busiest.map(({ node }) => node.name).join('|')) : null,
  request: { method: 'get', path: '/api/v1/overview', init: {} },
  pick: `.cpu.${of.toLowerCase()}`,
});

function Cpu({ of, cpu, at }: { of: string; cpu: RoleCpu | null; at: string }) {
  const [busiest] = cpu?.busiest ?? [];
  return (
    <div>
      <dt>{of}’ CPU</dt>
      <dd>
        {cpu ? (
          <Provenance of={cpuProvenance(of, cpu, at)}>{valueText(cpu.busyRatio, 'ratio')}</Provenance>
        ) : (
          <span className="dimmed">none</span>
        )}
        {busiest ? (
          <small>
            most {valueText(busiest.busyRatio, 'ratio')} on <NounLink noun={{ kind: 'node', ...busiest.node }} />
          </small>
        ) : null}
      </dd>
    </div>
  );
}
