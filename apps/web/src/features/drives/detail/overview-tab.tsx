import { lazy, Suspense } from 'react';
import type { Drive } from '../../../api/types.js';
import type { RangeSearch } from '../../../charts/range.js';
import { Provenance } from '../../../provenance/provenance.js';
import { Gauge, Gauges } from '../../../ui/gauges/gauge.js';
import { Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';
import { Settled } from '../../../ui/settled.js';
import { Status } from '../../../ui/status.js';
import { ShortId } from '../../../ui/text/short-id.js';
import { Time } from '../../../ui/time/time.js';
import { WrongConditions } from '../../conditions.js';
import { pciLinkStatus } from '../../pci-link.js';
import { Statistics } from '../../statistics/statistics.js';
import { driveValue } from '../drive-provenance.js';
import type { LostNodes } from '../drive-status.js';
import { sanitizeText } from '../wipe-method.js';
import { DriveExtents, useVolumesOn } from './drive-extents.js';
import { DriveSlots, usePlace } from './drive-slots.js';
import { smartGauges } from './smart-gauges.js';

/** A lazy chunk: most drives have no pool. */
const DrivePool = lazy(() => import('./drive-pool.js').then((module) => ({ default: module.DrivePool })));

interface Props {
  drive: Drive;
  lost: LostNodes;
  search: RangeSearch;
  onSearch: (search: RangeSearch) => void;
}

/** What deviates, the drive as a physical map (place, capacity, health), and what it does now. */
export function OverviewTab({ drive, lost, search, onSearch }: Props) {
  const { id, serial, node, conditions } = drive;
  const reads = [...usePlace(drive), useVolumesOn(drive)];
  return (
    <Settled of={reads}>
      <WrongConditions of={[{ about: `drive ${serial}`, conditions }]} />
      <DriveSlots drive={drive} lost={lost} />
      <DriveExtents drive={drive} />
      {drive.pool ? (
        <Suspense fallback={null}>
          <DrivePool pool={drive.pool} />
        </Suspense>
      ) : null}
      <Health drive={drive} />
      <DriveFacts drive={drive} />
      <Statistics
        search={search}
        onSearch={onSearch}
        of={[
          {
            title: drive.role === 'cache' ? 'Its caches and health' : 'I/O of its legs and health',
            object: `drive:${id}`,
            label: serial,
            figures: drive.role === 'cache' ? 'cache-drive' : 'drive',
            source: `Drive ${serial}, seen by node ${node.name}`,
          },
        ]}
      />
    </Settled>
  );
}

const Health = ({ drive }: { drive: Drive }) => (
  <Section title="Health" actions={<span className="dimmed">SMART log of the last report</span>}>
    <Gauges label="Health">
      {smartGauges(drive.smart).map(({ metric, ...gauge }) => (
        <Gauge key={gauge.name} {...gauge}>
          {metric ? <Provenance of={driveValue(drive, metric, Date.parse(drive.updatedAt))}>{gauge.text}</Provenance> : gauge.text}
        </Gauge>
      ))}
    </Gauges>
  </Section>
);

const numberText = (value: number | null | undefined, unit = '') => (value == null ? null : `${value.toLocaleString('en')}${unit}`);

const DriveFacts = ({ drive: { id, role, model, firmware, logicalBlockBytes, pciLink, sanitize, smart, createdAt } }: { drive: Drive }) => (
  <Properties
    items={[
      ['Use', role === 'cache' ? 'caches of legs on this node' : 'legs'],
      ['Model', model],
      ['Firmware', firmware],
      ['Logical block', `${logicalBlockBytes} B`],
      ['Sanitize', sanitizeText({ sanitize })],
      ['PCIe link', <Status key="link" {...pciLinkStatus(pciLink)} />],
      ['Power-on time', numberText(smart?.powerOnHours, ' h')],
      ['Unsafe shutdowns', numberText(smart?.unsafeShutdowns)],
      ['First seen', <Time key="created" at={createdAt} />],
      ['Id', <ShortId key="id" id={id} />],
    ]}
  />
);
