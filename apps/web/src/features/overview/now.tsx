import type { NodeRole } from '@weft/shared/kinds/node';
import type { Overview, RoleCpu } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Provenance } from '../../provenance/provenance.js';
import { Section } from '../../ui/page.js';
import { NounLink } from '../../ui/text/linked.js';
import { TextLink } from '../../ui/text/links.js';
import { valueText } from '../../ui/text/value-text.js';
import { Freshness } from '../statistics/freshness.js';
import { useLiveStatistics } from '../statistics/use-statistics.js';
import { absentText } from './absent-text.js';
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

/** Live values of the cluster: I/O as seen by all clients, and CPU load. */
export function Now({ overview: { cpu, at } }: { overview: Overview }) {
  const { points, news } = useLiveStatistics('cluster', true);
  const newest = points.at(-1);
  const values = newest?.values ?? {};
  const counts = values['latency-heat-map'];
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
                    of={{
                      metric,
                      object: 'cluster',
                      label: '',
                      source: 'All volumes, seen by their clients',
                      at: newest?.at ?? null,
                      counts,
                    }}
                  >
                    {valueText(value, unit)}
                  </Provenance>
                ) : (
                  <span className="dimmed" title={newest ? undefined : 'No live value yet.'}>
                    {absentText(newest !== undefined)}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
        <Cpu of="Targets" as="target" cpu={cpu.targets} at={at} />
        <Cpu of="Clients" as="client" cpu={cpu.clients} at={at} />
      </dl>
    </Section>
  );
}

function Cpu({ of, as: role, cpu, at }: { of: 'Targets' | 'Clients'; as: NodeRole; cpu: RoleCpu | null; at: string }) {
  const [busiest] = cpu?.busiest ?? [];
  return (
    <div>
      <dt>
        <TextLink {...paths.nodes({ role })}>{of}</TextLink>’ CPU
      </dt>
      <dd>
        {cpu ? (
          <Provenance of={{ role: of, cpu, at }}>{valueText(cpu.busyRatio, 'ratio')}</Provenance>
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
