import { NativeSelect } from '@mantine/core';
import type { Zone, ZoneRack, ZoneTopology } from '@weft/shared/kinds/zones/zone';
import { formatBytes } from '@weft/shared/units';
import { PlainTable } from '../../table/plain-table.js';
import { shareOf } from '../../ui/gauges/share-of.js';
import { UseBar } from '../../ui/gauges/use-bar.js';
import { Page } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Status } from '../../ui/status.js';
import { Empty } from '../../ui/text/message.js';
import { go } from './use-place.js';
import { ageText, counted, stateWords, toneOf } from './zone-words.js';
import styles from './zones.module.css';
import { useZones } from './zones-api.js';

const nodesOf = ({ online, lost, never }: ZoneRack['nodes']): number => online + lost + never;

const columns = (consoleUrl: string) => [
  { name: 'Zone label', cell: ({ zoneLabel }: ZoneRack) => zoneLabel ?? <span className="dimmed">none</span> },
  { name: 'Rack', cell: ({ rack }: ZoneRack) => rack ?? <span className="dimmed">none</span> },
  {
    name: 'Nodes online',
    cell: ({ nodes, troubledCount }: ZoneRack) => (
      <Status tone={troubledCount > 0 ? 'warn' : 'good'} what={`${nodes.online} of ${nodesOf(nodes)}`} />
    ),
  },
  { name: 'In maintenance', cell: ({ nodes }: ZoneRack) => nodes.inMaintenance, numeric: true },
  {
    name: 'Troubled nodes',
    cell: ({ troubled, troubledCount }: ZoneRack) => (
      <span className="row">
        {troubled.map(({ id, name }) => (
          <a key={id} className={styles.link} href={new URL(`/nodes/${id}`, consoleUrl).href}>
            {name}
          </a>
        ))}
        {troubledCount > troubled.length ? <span>and {troubledCount - troubled.length} more</span> : null}
      </span>
    ),
    wide: true,
  },
  {
    name: 'Drives',
    cell: ({ drives }: ZoneRack) => (drives.troubled > 0 ? `${drives.total}, ${drives.troubled} troubled` : drives.total),
    numeric: true,
  },
  {
    name: 'Capacity used',
    cell: ({ rack, usedBytes, capacityBytes }: ZoneRack) => (
      <UseBar label={`Capacity of rack ${rack ?? 'none'}`} parts={[{ kind: 'used', share: shareOf(usedBytes, capacityBytes) }]}>
        {`${formatBytes(usedBytes)} of ${formatBytes(capacityBytes)}`}
      </UseBar>
    ),
  },
];

function Racks({ topology }: { topology: ZoneTopology }) {
  const { zone, state, reason, ageSeconds, consoleUrl, racks, rackCount, volumes, attachments, storageNetworks } = topology;
  return (
    <>
      <p className="row">
        <Status tone={toneOf({ state, reason })} what={stateWords[state]} why={reason?.message ?? null} />
        <span>Age {ageText(ageSeconds)}</span>
        <a className={styles.link} href={consoleUrl}>
          Console of {zone}
        </a>
      </p>
      {ageSeconds === null ? null : (
        <p>
          {counted(rackCount, 'rack')}, {counted(volumes.total, 'volume')}
          {volumes.byHealth.map(({ health, count }) => `, ${count.toLocaleString('en')} ${health}`).join('')};{' '}
          {counted(attachments.total, 'attachment')}, {attachments.fewerPaths.toLocaleString('en')} with fewer paths; storage networks:{' '}
          {storageNetworks.join(', ') || 'none'}.
        </p>
      )}
      {racks.length > 0 ? (
        <PlainTable
          label={`Racks of ${zone}`}
          columns={columns(consoleUrl)}
          rows={racks}
          rowKey={({ zoneLabel, rack }) => `${zoneLabel}/${rack}`}
        />
      ) : (
        <Empty>{ageSeconds === null ? 'No topology of this zone yet.' : 'This zone has no nodes.'}</Empty>
      )}
    </>
  );
}

/** Racks of one zone. Its whole topology is in the console of the zone. */
export function ZonesTopologyPage({ zone }: { zone: string | null }) {
  const zones = useZones<{ items: Zone[] }>('?limit=200');
  const shown = zone ?? zones.data?.items[0]?.name ?? null;
  const { data, error } = useZones<ZoneTopology>(`/${encodeURIComponent(shown ?? '')}/topology`, shown !== null);
  const problem = zones.error ?? error;
  return (
    <Page
      title={shown === null ? 'Topology' : `Topology of ${shown}`}
      actions={
        <NativeSelect
          size="xs"
          aria-label="Zone"
          value={shown ?? ''}
          data={(zones.data?.items ?? []).map(({ name }) => name)}
          onChange={({ currentTarget }) => go(`/topology/${currentTarget.value}`)}
        />
      }
    >
      {problem ? <ProblemView error={problem} /> : null}
      {data && data.zone === shown ? <Racks topology={data} /> : problem ? null : <Empty>Loading…</Empty>}
    </Page>
  );
}
