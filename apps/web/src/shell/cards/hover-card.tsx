import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type MetricName, metricOf } from '@weft/shared/stats/metrics';
import { api } from '../../api/client.js';
import { driveStatus } from '../../features/drives/drive-status.js';
import { nodeStatus } from '../../features/nodes/node-status.js';
import { latestStatistics } from '../../features/statistics/latest.js';
import { volumeStatus } from '../../features/volumes/volume-status.js';
import type { EntityCardProps, EntityKind } from '../../ui/entity/use-entity-card.js';
import type { StatusFacts } from '../../ui/status.js';
import { valueText } from '../../ui/text/value-text.js';
import { CardView } from './card-view.js';
import styles from './entity-card.module.css';

const IO = [
  { metric: 'iops', name: 'IOPS' },
  { metric: 'throughput', name: 'Throughput' },
  { metric: 'latency-p99', name: 'p99' },
] as const;
const FIGURES: Record<EntityKind, readonly { metric: MetricName; name: string }[]> = {
  volume: IO,
  drive: IO,
  node: [
    { metric: 'cpu-busy', name: 'CPU' },
    { metric: 'nic-receive', name: 'Received' },
    { metric: 'nic-transmit', name: 'Sent' },
  ],
};
const REREAD_MS = 10_000;

/** @returns undefined: not read yet */
function useStatus(kind: EntityKind, id: string): StatusFacts | undefined {
  const params = { params: { path: { id } } };
  const volume = api.useQuery('get', '/api/v1/volumes/{id}', params, { enabled: kind === 'volume' }).data;
  const node = api.useQuery('get', '/api/v1/nodes/{id}', params, { enabled: kind === 'node' }).data;
  const drive = api.useQuery('get', '/api/v1/drives/{id}', params, { enabled: kind === 'drive' }).data;
  if (volume) return volumeStatus(volume);
  if (node) return nodeStatus(node);
  return drive && driveStatus(drive);
}

export function HoverCard({ at, kind, id, name, onStay, onLeave }: EntityCardProps) {
  const status = useStatus(kind, id);
  const object = `${kind}:${id}`;
  const metrics = FIGURES[kind].map(({ metric }) => metric);
  const { data } = useQuery({
    queryKey: ['hover-card', object],
    queryFn: ({ signal }) => latestStatistics([object], metrics, signal),
    refetchInterval: REREAD_MS,
  });
  const values = data?.of.get(object);
  const figures = FIGURES[kind].map(({ metric, name: title }) => {
    const value = values?.[metric];
    return { name: title, text: data === undefined ? undefined : value == null ? null : valueText(value, metricOf(metric).unit) };
  });
  return (
    <Tooltip
      target={at}
      opened
      withArrow={false}
      position="bottom-start"
      classNames={{ tooltip: `floating ${styles.tooltip}` }}
      label={
        // biome-ignore lint/a11y/noStaticElementInteractions: nothing is operated here; the card only stays open under the pointer.
        <div onMouseEnter={onStay} onMouseLeave={onLeave}>
          <CardView title={name} kind={kind} status={status} figures={figures} />
        </div>
      }
    />
  );
}
