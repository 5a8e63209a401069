import { z } from 'zod';
import { idSchema } from '../identity.js';
import { bytesSchema } from './common.js';
import { driveStates } from './drive.js';

/** Longest interval that the map's I/O covers, seconds: points of 10 s are stored some seconds after they end. */
export const DRIVE_MAP_SECONDS = 30;

const observed = (description: string) =>
  z
    .number()
    .min(0)
    .nullable()
    .meta({ description: `${description} Null: nothing was observed.` });

export const mappedDriveSchema = z
  .strictObject({
    id: idSchema,
    serial: z.string(),
    nodeId: idSchema,
    state: z.enum(driveStates),
    sizeBytes: bytesSchema,
    freeBytes: bytesSchema.nullable().meta({ description: 'Free for new legs. Null: not in service.' }),
    freeRatio: z.number().min(0).max(1).nullable().meta({ description: 'freeBytes of what legs can use in all. Null: not in service.' }),
    wearRatio: observed('Of its rated endurance, used up; may be above 1.'),
    iops: observed('I/O operations of its legs a second.'),
    throughputBytesPerSecond: observed('Read and written by its legs.'),
    latencySeconds: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: 'Average of all I/O of its legs. Null: there was none, or it was not observed.' }),
  })
  .meta({ id: 'MappedDrive' });
export type MappedDrive = z.infer<typeof mappedDriveSchema>;

export const driveMapSchema = z
  .strictObject({
    from: z.iso.datetime().meta({ description: 'The I/O is of what was observed since then.' }),
    to: z.iso.datetime(),
    simulated: z.boolean(),
    nodes: z
      .array(z.strictObject({ id: idSchema, name: z.string(), rack: z.string().nullable(), zone: z.string().nullable() }))
      .meta({ description: 'Nodes with drives, by zone, rack and name.' }),
    drives: z.array(mappedDriveSchema).meta({ description: 'Every drive, by node as in `nodes`, then by serial.' }),
  })
  .meta({ id: 'DriveMap', description: 'Every drive of the cluster in a few numbers, in one answer.' });
export type DriveMap = z.infer<typeof driveMapSchema>;
