import { formatBytes } from '@weft/shared/units';
import type { ReactNode } from 'react';
import type { CapacityChange, VolumePlan } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { PlainTable } from '../../../table/plain-table.js';
import { Fold } from '../../../ui/fold.js';
import { PartNumbers } from '../../../ui/gauges/part-numbers.js';
import { shareOf } from '../../../ui/gauges/share-of.js';
import { UseBar } from '../../../ui/gauges/use-bar.js';
import { TextLink } from '../../../ui/text/links.js';

interface Row {
  name: ReactNode;
  change: CapacityChange;
}

const LEGEND = [
  { kind: 'used', value: '', name: 'used' },
  { kind: 'needed', value: '', name: 'taken by this volume' },
  { kind: 'reserved', value: '', name: 'reserve' },
] as const;

/** More drives than this fold away. */
const MOST_DRIVES = 4;

/** Capacity of the class, the nodes and the drives before and after, from the plan. */
export function CapacityView({ capacity: { driveClass, nodes, drives } }: Pick<VolumePlan, 'capacity'>) {
  const rows: Row[] = [
    {
      name: <TextLink {...paths.driveClass(driveClass.id)}>Class {driveClass.name}</TextLink>,
      change: driveClass,
    },
    ...nodes.map((change) => ({
      name: <TextLink {...paths.node(change.id)}>Node {change.name}</TextLink>,
      change,
    })),
  ];
  const ofDrives = drives.map((change) => ({
    name: (
      <TextLink {...paths.drive(change.id)}>
        <code>{change.name}</code>
      </TextLink>
    ),
    change,
  }));
  const isFolded = drives.length > MOST_DRIVES;
  return (
    <>
      <Changes label="Capacity" rows={isFolded ? rows : [...rows, ...ofDrives]} />
      {isFolded ? (
        <Fold summary={`${drives.length} drives`}>
          <Changes label="Capacity of the drives" rows={ofDrives} />
        </Fold>
      ) : null}
      <PartNumbers of={LEGEND} />
      <p className="dimmed">A node counts its drives of the class. Free: without the reserve.</p>
    </>
  );
}

const Changes = ({ label, rows }: { label: string; rows: readonly Row[] }) => (
  <PlainTable
    label={label}
    rows={rows}
    rowKey={({ change }) => change.id}
    columns={[
      { name: 'Where', cell: ({ name }) => name, whole: true },
      { name: 'Free now', cell: ({ change }) => formatBytes(change.freeBytes), numeric: true },
      { name: 'Takes', cell: ({ change }) => formatBytes(change.takenBytes), numeric: true },
      { name: 'Free after', cell: ({ change }) => formatBytes(change.freeBytesAfter), numeric: true },
      { name: 'Use', cell: ({ change }) => <Use of={change} />, wide: true },
    ]}
  />
);

function Use({ of: { capacityBytes, allocatedBytes, takenBytes, freeBytes } }: { of: CapacityChange }) {
  const of = `of ${formatBytes(capacityBytes)}`;
  return (
    <UseBar
      label={`${formatBytes(allocatedBytes)} ${of} used, ${formatBytes(takenBytes)} more with the volume`}
      parts={[
        { kind: 'used', share: shareOf(allocatedBytes, capacityBytes) },
        { kind: 'needed', share: shareOf(takenBytes, capacityBytes) },
        { kind: 'reserved', share: shareOf(capacityBytes - allocatedBytes - freeBytes, capacityBytes), isAtEnd: true },
      ]}
    />
  );
}
