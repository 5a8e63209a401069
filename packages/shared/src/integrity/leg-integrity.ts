import { z } from 'zod';

/** How often targets look at the counts of wrong checksums. */
export const CHECKSUM_LOOK_SECONDS = 60;

const bytesSchema = z.int().min(0);

/** What the target last reported of a leg on dm-integrity. */
export const legIntegritySchema = z
  .strictObject({
    checksumErrors: z.int().min(0).meta({
      description: "Reads whose checksum was wrong, since the leg's device was made: at its target's boot, or when its drive came back.",
    }),
    coveredBytes: bytesSchema.nullable().meta({
      description: 'Bytes from the start of the leg whose checksums are computed; reads behind them are not verified yet. Null: all are.',
    }),
  })
  .meta({ id: 'LegIntegrity' });
export type LegIntegrity = z.infer<typeof legIntegritySchema>;
