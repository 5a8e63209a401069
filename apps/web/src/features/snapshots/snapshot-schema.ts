import { snapshotCloneSchema, snapshotCreateSchema } from '@weft/shared/kinds/snapshot';
import { snapshotScheduleSchema } from '@weft/shared/thin/snapshot-schedule';
import { z } from 'zod';
import { numberText } from '../../forms/fields-schema.js';

const { shape: create } = snapshotCreateSchema;
const { shape: clone } = snapshotCloneSchema;
const { shape: schedule } = snapshotScheduleSchema;

/** An empty name is made from the volume and the time. `others`: volumes that are taken at the same moment. */
export const takeFormSchema = z.object({
  name: z.union([z.literal('').transform(() => null), create.name.unwrap().unwrap()]),
  description: create.description.unwrap(),
  others: z.array(z.string()),
});
export const emptyTake = { name: '', description: '', others: [] as string[] };

export const cloneFormSchema = z.object({ name: clone.name, description: clone.description.unwrap() });
export const emptyClone = { name: '', description: '' };

/** Both empty: no schedule. */
export const scheduleFormSchema = z
  .object({
    everyHours: numberText(schedule.everyHours, { empty: { is: null } }),
    keep: numberText(schedule.keep, { empty: { is: null } }),
  })
  .transform(({ everyHours, keep }) => ({ snapshotSchedule: everyHours === null || keep === null ? null : { everyHours, keep } }));
