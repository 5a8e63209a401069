import { z } from 'zod';
import { MAX } from './bounded.js';

/** As md's `sync_action` names them. check: compares the halves. repair: also copies from the first half where they differ. */
export const scrubActions = ['check', 'repair'] as const;
export type ScrubAction = (typeof scrubActions)[number];

/** Hours of every day, UTC: from the beginning of hour `from` on, `hours` long. */
export const scrubHoursSchema = z
  .strictObject({ from: z.int().min(0).max(23), hours: z.int().min(1).max(24) })
  .meta({ id: 'ScrubHours', description: 'Hours of every day, UTC. from: the first hour, 0 to 23. hours: length.' });
export type ScrubHours = z.infer<typeof scrubHoursSchema>;

export const isWithinHours = ({ from, hours }: ScrubHours, at: Date): boolean => (at.getUTCHours() - from + 24) % 24 < hours;

/**
 * Share of slow I/O above which a scrub pauses: that of the alert for a missed latency objective in its shorter window (alerts/rules/latency-objective.ts).
 */
export const SCRUB_SLOW_SHARE = 0.0144;

/** A scrub that a client carries out while it has the mirror attached. Sent only to agents that can (`capabilities.scrub`). */
export const scrubOrderSchema = z.strictObject({
  /** Identifies the order among those of its volume. */
  orderedAt: z.iso.datetime().max(MAX.moment),
  action: z.enum(scrubActions),
  /** Bytes of the array that md compares in a second, at most (`sync_speed_max`). */
  maxBytesPerSecond: z.int().min(1),
  /** Outside of these it pauses. Null: at any time. */
  hours: scrubHoursSchema.nullable(),
  /** Seconds. It pauses while more than `SCRUB_SLOW_SHARE` of the volume's I/O takes longer. Null: the volume has no objective. */
  latencyObjectiveSeconds: z.number().positive().max(3600).nullable(),
});
export type ScrubOrder = z.infer<typeof scrubOrderSchema>;
