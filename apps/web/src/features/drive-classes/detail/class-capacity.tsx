import { formatBytes } from '@weft/shared/units';
import { api } from '../../../api/client.js';
import type { DriveClass } from '../../../api/types.js';
import { Provenance } from '../../../provenance/provenance.js';
import { PartNumbers } from '../../../ui/gauges/part-numbers.js';
import { shareOf } from '../../../ui/gauges/share-of.js';
import { StackedBar } from '../../../ui/gauges/stacked-bar.js';
import { Loaded } from '../../../ui/loaded.js';
import { OnlyNow } from '../../../ui/only-now.js';
import { Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';
import { classNumber } from '../drive-class-provenance.js';
import { forecastProvenance } from '../forecast/forecast-provenance.js';
import { fullInWords } from '../forecast/forecast-words.js';
import { RepairHeadroom } from '../repair-headroom.js';

const NUMBERS = [
  { field: 'allocatedBytes', name: 'used', kind: 'used' },
  { field: 'freeBytes', name: 'free' },
  { field: 'capacityBytes', name: 'total' },
] as const;

/** Used and free bytes of the class, when it is full, and whether it can repair the loss of a node. */
export function ClassCapacity({ driveClass }: { driveClass: DriveClass }) {
  const { id, capacityBytes, allocatedBytes, freeBytes, forecast } = driveClass;
  const overview = api.useQuery('get', '/api/v1/overview');
  // Neither used nor free: never allocated, or on a drive that takes no new legs.
  const withheld = Math.max(0, capacityBytes - allocatedBytes - freeBytes);
  return (
    <Section title="Capacity">
      <div className="stack">
        <StackedBar
          label={`${formatBytes(allocatedBytes)} of ${formatBytes(capacityBytes)} used`}
          parts={[
            { kind: 'used', share: shareOf(allocatedBytes, capacityBytes) },
            { kind: 'reserved', share: shareOf(withheld, capacityBytes), isAtEnd: true },
          ]}
        />
        <PartNumbers
          of={[
            ...NUMBERS.map(({ field, ...rest }) => ({
              ...rest,
              value: <Provenance of={classNumber(driveClass, field)}>{formatBytes(driveClass[field])}</Provenance>,
            })),
            ...(withheld > 0
              ? [{ name: 'reserved, or on drives without new legs', kind: 'reserved' as const, value: formatBytes(withheld) }]
              : []),
          ]}
        />
        <Properties
          items={[
            [
              'Full',
              <OnlyNow key="full">
                <Provenance of={forecastProvenance(id, forecast)}>{fullInWords(forecast)}</Provenance>
              </OnlyNow>,
            ],
            [
              'Repair headroom',
              <Loaded key="repair" of={overview} gone="The overview has no answer.">
                {({ classes }) => <RepairHeadroom of={classes.find((each) => each.driveClass.id === id)?.repair ?? null} />}
              </Loaded>,
            ],
          ]}
        />
      </div>
    </Section>
  );
}
