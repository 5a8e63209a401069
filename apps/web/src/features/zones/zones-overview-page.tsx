import type { Zone, ZonesOverview } from '@weft/shared/kinds/zones/zone';
import { formatBytes } from '@weft/shared/units';
import { PlainTable } from '../../table/plain-table.js';
import { shareOf } from '../../ui/gauges/share-of.js';
import { UseBar } from '../../ui/gauges/use-bar.js';
import { Page, Section } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Properties } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { Empty } from '../../ui/text/message.js';
import { linkTo } from './use-place.js';
import { ZoneGaps } from './zone-gaps.js';
import { ageText, counted, stateWords, toneOf } from './zone-words.js';
import styles from './zones.module.css';
import { useZones } from './zones-api.js';

const used = ({ usedBytes, capacityBytes }: { usedBytes: number; capacityBytes: number }): string =>
  `${formatBytes(usedBytes)} of ${formatBytes(capacityBytes)}`;
const of = (some: number, all: number): string => `${some.toLocaleString('en')} of ${all.toLocaleString('en')}`;
const total = ({ online, lost, never }: { online: number; lost: number; never: number }): number => online + lost + never;

const Sums = ({ sums }: { sums: ZonesOverview['sums'] }) => (
  <Properties
    items={[
      ['Capacity used', used(sums)],
      ['Volumes unhealthy', of(sums.volumes.unhealthy, sums.volumes.total)],
      ['Open alerts', `${sums.alerts.open.toLocaleString('en')}, ${sums.alerts.critical.toLocaleString('en')} critical`],
      ['Nodes online', of(sums.nodes.online, total(sums.nodes))],
      ['Drives in service', of(sums.drives.inService, sums.drives.total)],
      ['Attachments', of(sums.attachments.attached, sums.attachments.total)],
    ]}
  />
);

/** Last values of a zone that is not counted now are dimmed: they may no longer hold. */
const Value = ({ zone, children }: { zone: Zone; children: (counts: NonNullable<Zone['counts']>) => string }) =>
  zone.counts === null ? (
    <span className="dimmed">not known</span>
  ) : (
    <span className={zone.state === 'reachable' ? undefined : 'dimmed'}>{children(zone.counts)}</span>
  );

const columns = [
  {
    name: 'Zone',
    cell: ({ name, consoleUrl }: Zone) => (
      <a className={styles.link} href={consoleUrl} title={`Console of ${name}`}>
        {name}
      </a>
    ),
    whole: true,
  },
  {
    name: 'State',
    cell: (zone: Zone) => (
      <Status tone={toneOf(zone)} what={stateWords[zone.state]} since={zone.since} why={zone.reason?.message ?? null} />
    ),
    wide: true,
  },
  { name: 'Age', cell: ({ ageSeconds }: Zone) => ageText(ageSeconds), numeric: true },
  {
    name: 'Capacity used',
    cell: (zone: Zone) =>
      zone.counts === null ? (
        <span className="dimmed">not known</span>
      ) : (
        <UseBar
          label={`Capacity of ${zone.name}: ${used(zone.counts)}`}
          parts={[{ kind: 'used', share: shareOf(zone.counts.usedBytes, zone.counts.capacityBytes) }]}
        >
          <Value zone={zone}>{used}</Value>
        </UseBar>
      ),
  },
  { name: 'Nodes online', cell: (zone: Zone) => <Value zone={zone}>{({ nodes }) => of(nodes.online, total(nodes))}</Value>, numeric: true },
  {
    name: 'Volumes unhealthy',
    cell: (zone: Zone) => <Value zone={zone}>{({ volumes }) => of(volumes.unhealthy, volumes.total)}</Value>,
    numeric: true,
  },
  {
    name: 'Open alerts',
    cell: (zone: Zone) => (
      <a className={styles.link} {...linkTo(`/alerts?zone=${zone.name}`)}>
        <Value zone={zone}>{({ alerts }) => alerts.open.toLocaleString('en')}</Value>
      </a>
    ),
    numeric: true,
  },
  {
    name: 'Topology',
    cell: ({ name }: Zone) => (
      <a
        className={styles.link}
        href={linkTo(`/topology/${name}`).href}
        onClick={linkTo(`/topology/${name}`).onClick}
        aria-label={`Topology of ${name}`}
      >
        racks
      </a>
    ),
  },
  { name: 'Version', cell: ({ version }: Zone) => version ?? <span className="dimmed">not known</span> },
];

/** Every zone with its state and last values, and the sums over the zones that answer. */
export function ZonesOverviewPage() {
  const overview = useZones<ZonesOverview>('/overview');
  const zones = useZones<{ items: Zone[]; total: number }>('?limit=200');
  const problem = overview.error ?? zones.error;
  const { data } = overview;
  return (
    <Page title="Zones">
      {problem ? <ProblemView error={problem} onRetry={() => void overview.refetch()} /> : null}
      {data ? (
        <>
          <Section title={`Sums over ${counted(data.zones.counted, 'zone')} of ${data.zones.total}`}>
            <Sums sums={data.sums} />
          </Section>
          <ZoneGaps title={`${counted(data.notCounted.length, 'zone')} not in the sums:`} gaps={data.notCounted} />
        </>
      ) : problem ? null : (
        <Empty>Loading…</Empty>
      )}
      {zones.data ? (
        <>
          <PlainTable label="Zones" columns={columns} rows={zones.data.items} rowKey={({ name }) => name} />
          {zones.data.total > zones.data.items.length ? (
            <p className="dimmed">
              The first {zones.data.items.length} of {zones.data.total} zones; the sums are over all. The API lists every zone.
            </p>
          ) : null}
        </>
      ) : null}
    </Page>
  );
}
