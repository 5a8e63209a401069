/* Words of thin legs that messages and their sentences share. No schema: the console loads the sentences alone. */

/** As a pool's status tells it (Documentation/admin-guide/device-mapper/thin-provisioning.rst). */
export const poolModes = ['rw', 'ro', 'out-of-data-space', 'failed'] as const;
export type PoolMode = (typeof poolModes)[number];

/** What ended a freeze, or kept it from beginning. */
export const freezeCauses = ['bound', 'restart', 'resumed', 'detached', 'late', 'never'] as const;
export type FreezeCause = (typeof freezeCauses)[number];
