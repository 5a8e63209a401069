import { formatBytes } from '@weft/shared/units';
import type { ClassCapacity } from '../../api/types.js';
import { paths } from '../../paths.js';
import { PlainTable } from '../../table/plain-table.js';
import { NounLink } from '../../ui/linked.js';
import { TextLink } from '../../ui/links.js';
import { Empty } from '../../ui/message.js';
import { Section } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import styles from './overview.module.css';

/** Used, free and kept, of each class. */
export const Capacity = ({ classes }: { classes: readonly ClassCapacity[] }) => (
  <Section title="Capacity">
    {classes.length === 0 ? (
      <Empty action={<TextLink {...paths.newDriveClass()}>New drive class</TextLink>}>No drive class yet: volumes are made from one.</Empty>
    ) : (
      <PlainTable
        label="Capacity"
        rows={classes}
        rowKey={({ driveClass }) => driveClass.id}
        columns={[
          {
            name: 'Class',
            cell: ({ driveClass }) => <TextLink {...paths.drives({ driveClassId: driveClass.id })}>{driveClass.name}</TextLink>,
          },
          { name: 'Drives', cell: ({ driveCount, nodeCount }) => `${driveCount} on ${nodeCount} nodes`, numeric: true },
          { name: 'Used', cell: ({ usedBytes }) => formatBytes(usedBytes), numeric: true },
          { name: 'Free', cell: ({ freeBytes }) => formatBytes(freeBytes), numeric: true },
          { name: 'Reserved', cell: ({ reservedBytes }) => formatBytes(reservedBytes), numeric: true },
          { name: 'In all', cell: ({ capacityBytes }) => formatBytes(capacityBytes), numeric: true },
          { name: 'Share', cell: (each) => <Bar {...each} /> },
          { name: 'To keep free for repair', cell: (each) => <ForRepair {...each} />, wide: true },
        ]}
      />
    )}
  </Section>
);

const percent = (part: number, whole: number) => `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`;

/** The table says the same in numbers. */
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
      <Status tone={missing > 0 ? 'warn' : 'good'} what={formatBytes(neededBytes)} />{' '}
      <span className="dimmed">
        if <NounLink noun={{ kind: 'node', ...node }} /> is lost; {formatBytes(availableBytes)} free elsewhere
        {missing > 0 ? `, ${formatBytes(missing)} short` : ''}
      </span>
    </span>
  );
}
