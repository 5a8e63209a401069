import { formatBytes, formatNeeded } from '@weft/shared/units';
import type { ClassCapacity } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Provenance } from '../../provenance/provenance.js';
import { PlainTable } from '../../table/plain-table.js';
import { PartNumbers } from '../../ui/gauges/part-numbers.js';
import { StackedBar } from '../../ui/gauges/stacked-bar.js';
import { OnlyNow } from '../../ui/only-now.js';
import { Section } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { drivesText } from '../drive-classes/drives-text.js';
import { forecastProvenance } from '../drive-classes/forecast/forecast-provenance.js';
import { fullInWords } from '../drive-classes/forecast/forecast-words.js';
import { RepairHeadroom } from '../drive-classes/repair-headroom.js';
import { barParts, keyOf } from './capacity-parts.js';
import { type CapacityField, capacityBytes } from './capacity-provenance.js';
import styles from './overview.module.css';
import { tightest } from './tightest.js';

/** A class that is full within this time needs drives now: ordering and installing them takes weeks. */
const SOON_DAYS = 30;

/** Used, free and reserved capacity of each class, and when it is full. */
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
            cell: ({ driveClass, ...counts }) => (
              <span className={styles.class}>
                <TextLink {...paths.driveClass(driveClass.id)}>{driveClass.name}</TextLink>
                <small>{drivesText(counts)}</small>
              </span>
            ),
          },
          { name: 'Use', cell: (each) => <Use of={each} at={at} />, wide: true },
          { name: 'Repair headroom', cell: ({ repair }) => <RepairHeadroom of={repair} /> },
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

/** Used, what a repair would need, free, and reserved, as one bar and as numbers. */
function Use({ of, at }: { of: ClassCapacity; at: string }) {
  return (
    <div className={styles.use}>
      <StackedBar label={`${percent(of.usedBytes, of.capacityBytes)} used`} parts={barParts(of)} />
      <PartNumbers
        of={keyOf(of).map(({ field, ...rest }) => ({
          ...rest,
          value: field === 'neededBytes' ? formatNeeded(of.repair?.neededBytes ?? 0) : <Bytes of={of} field={field} at={at} />,
        }))}
      />
      <OnlyNow>
        <UntilFull of={of} />
      </OnlyNow>
    </div>
  );
}

function UntilFull({ of: { driveClass, forecast } }: { of: ClassCapacity }) {
  const words = fullInWords(forecast);
  const days = forecast.trend?.daysUntilFull ?? Number.POSITIVE_INFINITY;
  return (
    <span className={styles.repair}>
      <Provenance of={forecastProvenance(driveClass.id, forecast)}>
        {days <= SOON_DAYS ? <Status tone="warn" what={words} /> : <span className="dimmed">{words}</span>}
      </Provenance>
    </span>
  );
}
