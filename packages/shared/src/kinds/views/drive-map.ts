import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { bytesSchema } from '../common.js';
import { driveStates } from '../drive.js';

/** Longest interval that the map's I/O covers, seconds: points of 10 s are stored some seconds after they end. */
export const DRIVE_MAP_SECONDS = 30;

const observed = (description: string) =>
  z
    .number()
    .min(0)
    .nullable()
    .meta({ description: `${description} Null: no observation.` });

export const mappedDriveSchema = z
  .strictObject({
    id: idSchema,
    serial: z.string(),
    nodeId: idSchema,
    state: z.enum(driveStates),
    sizeBytes: bytesSchema,
    freeBytes: bytesSchema.nullable().meta({ description: 'Free for new legs. Null: the drive is not in service.' }),
    freeRatio: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'freeBytes as a fraction of the capacity for legs. Null: the drive is not in service.' }),
    wearRatio: observed('Used fraction of the rated endurance. May exceed 1.'),
    iops: observed('I/O operations per second of the legs on the drive.'),
    throughputBytesPerSecond: observed('Reads and writes of the legs on the drive.'),
    latencySeconds: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: 'Average over all I/O of the legs on the drive. Null: no I/O, or no observation.' }),
  })
  .meta({ id: 'MappedDrive' });
export type MappedDrive = z.infer<typeof mappedDriveSchema>;

export const driveMapSchema = z
  .strictObject({
    from: z.iso.datetime().meta({ description: 'Start of the period that the I/O values cover.' }),
    to: z.iso.datetime(),
    simulated: z.boolean(),
    nodes: z
      .array(z.strictObject({ id: idSchema, name: z.string(), rack: z.string().nullable(), zone: z.string().nullable() }))
      .meta({ description: 'Nodes with drives, by zone, rack and name.' }),
    drives: z.array(mappedDriveSchema).meta({ description: 'Every drive, in the order of `nodes`, then by serial.' }),
  })
  .meta({ id: 'DriveMap', description: 'Key figures of every drive of the cluster, in one answer.' });
export type DriveMap = z.infer<typeof driveMapSchema>;
