import { drillKinds, drillScheduleSchema } from '@weft/shared/kinds/drills/drill';
import { z } from 'zod';
import type { components } from '../../../api/schema.js';
import { numberText } from '../../../forms/fields-schema.js';
import { exactSize } from '../../../forms/size-text.js';
import { emptyScratch, requiredOfScratch, scratchFields, scratchOf } from '../create/drill-schema.js';

const { everyDays, hour, faultSeconds } = drillScheduleSchema.shape;
export type DrillSchedule = components['schemas']['DrillSchedule'];

/** Content of the form: texts as typed. */
export interface ScheduleForm {
  everyDays: string;
  hour: string;
  kinds: string[];
  faultSeconds: string;
  client: string;
  size: string;
  driveClassId: string;
  protection: string;
  transport: string;
}

export const scheduleSchema = z
  .object({
    everyDays: numberText(everyDays),
    hour: numberText(hour),
    kinds: z.array(z.enum(drillKinds)),
    faultSeconds: numberText(faultSeconds.unwrap()),
    ...scratchFields,
  })
  .transform((read) => ({
    everyDays: read.everyDays,
    hour: read.hour,
    // In the order of the list, not of the clicks.
    kinds: drillKinds.filter((kind) => read.kinds.includes(kind)),
    faultSeconds: read.faultSeconds,
    scratch: scratchOf(read),
  })) as unknown as z.ZodType<DrillSchedule, ScheduleForm>;

export const formOfSchedule = (schedule: DrillSchedule | null): ScheduleForm =>
  schedule
    ? {
        everyDays: String(schedule.everyDays),
        hour: String(schedule.hour),
        kinds: schedule.kinds,
        faultSeconds: String(schedule.faultSeconds),
        client: schedule.scratch.nodeId,
        size: exactSize(schedule.scratch.sizeBytes),
        driveClassId: schedule.scratch.driveClassId,
        protection: schedule.scratch.protection,
        transport: schedule.scratch.transport,
      }
    : { everyDays: '7', hour: '3', kinds: ['close-path', 'stop-exports', 'fail-leg'], faultSeconds: '20', ...emptyScratch };

export const requiredOfSchedule = () => ({
  everyDays: 'enter the days',
  hour: 'enter the hour',
  kinds: 'choose a fault',
  faultSeconds: 'enter the time of the fault',
  ...requiredOfScratch,
});

/** Example: `Every 7 days, between 03:00 and 04:00 UTC`. */
export function whenText({ everyDays: days, hour: from }: Pick<DrillSchedule, 'everyDays' | 'hour'>): string {
  const clock = (at: number) => `${String(at % 24).padStart(2, '0')}:00`;
  return `${days === 1 ? 'Every day' : `Every ${days} days`}, between ${clock(from)} and ${clock(from + 1)} UTC`;
}
