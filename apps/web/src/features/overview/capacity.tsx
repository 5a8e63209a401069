import { formatBytes, formatNeeded } from '@weft/shared/units';
import type { ClassCapacity } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Provenance } from '../../provenance/provenance.js';
import { PlainTable } from '../../table/plain-table.js';
import { Section } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { NounLink } from '../../ui/text/linked.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { type CapacityField, capacityBytes } from './capacity-provenance.js';
import styles from './overview.module.css';
import { tightest } from './tightest.js';

/** Used, free and reserved capacity of each class. */
export const Capacity = ({ classes, at }: { classes: readonly ClassCapacity[]; at: string }) => (
  <Section title="Capacity" actions={<MoreClasses count={classes.length - tightest(classes).length} />}>
    {classes.length === 0 ? (
      <Empty action={<TextLink {...paths.newDriveClass()}>New drive class</TextLink>}>
        No drive classes yet. Volumes use the drives of a class.
      </Empty>
    ) : (
      <PlainTable
        label="Capacity"
        rows={tightest(classes)}
        rowKey={({ driveClass }) => driveClass.id}
        columns={[
          {
            name: 'Class',
            cell: ({ driveClass }) => <TextLink {...paths.drives({ driveClassId: driveClass.id })}>{driveClass.name}</TextLink>,
          },
          {
            name: 'Drives',
            cell: ({ driveCount, nodeCount }) => `${driveCount} on ${nodeCount} ${nodeCount === 1 ? 'node' : 'nodes'}`,
            numeric: true,
          },
          { name: 'Used', cell: (each) => <Bytes of={each} field="usedBytes" at={at} />, numeric: true },
          { name: 'Free', cell: (each) => <Bytes of={each} field="freeBytes" at={at} />, numeric: true },
          { name: 'Reserved', cell: (each) => <Bytes of={each} field="reservedBytes" at={at} />, numeric: true },
          { name: 'Total', cell: (each) => <Bytes of={each} field="capacityBytes" at={at} />, numeric: true },
          { name: 'Share', cell: (each) => <Bar {...each} /> },
          { name: 'Repair headroom', cell: (each) => <ForRepair {...each} />, wide: true },
        ]}
      />
    )}
  </Section>
);

const MoreClasses = ({ count }: { count: number }) =>
  count > 0 ? (
    <>
      <span className="dimmed">The tightest; {count.toLocaleString('en')} more in</span>
      <TextLink {...paths.driveClasses()}>all classes</TextLink>
    </>
  ) : null;

const Bytes = ({ of, field, at }: { of: ClassCapacity; field: CapacityField; at: string }) => (
  <Provenance of={capacityBytes(of, field, at)}>{formatBytes(of[field])}</Provenance>
);

const percent = (part: number, whole: number) => `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`;

/** The table has the same values as numbers. */
const Bar = ({ usedBytes, reservedBytes, capacityBytes }: ClassCapacity) => (
  <svg
    className={styles.bar}
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    role="img"
    aria-label={`${percent(usedBytes, capacityBytes)} used`}
  >
    <rect className={styles.barAll} width="100" height="8" />
    <rect className={styles.barUsed} width={capacityBytes === 0 ? 0 : (usedBytes / capacityBytes) * 100} height="8" />
    <rect
      className={styles.barReserved}
      x={capacityBytes === 0 ? 100 : 100 - (reservedBytes / capacityBytes) * 100}
      width={capacityBytes === 0 ? 0 : (reservedBytes / capacityBytes) * 100}
      height="8"
    />
  </svg>
);

function ForRepair({ repair }: ClassCapacity) {
  if (!repair) return <span className="dimmed">no mirror to repair</span>;
  const { node, neededBytes, availableBytes } = repair;
  const missing = neededBytes - availableBytes;
  return (
    <span>
      <Status tone={missing > 0 ? 'warn' : 'good'} what={formatNeeded(neededBytes)} />{' '}
      <span className="dimmed">
        if <NounLink noun={{ kind: 'node', ...node }} /> fails; {formatBytes(availableBytes)} free elsewhere
        {missing > 0 ? `, ${formatNeeded(missing)} short; unblocked by more drives in the class, on other nodes` : ''}
      </span>
    </span>
  );
}
