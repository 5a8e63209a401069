import { z } from 'zod';

/** What tells one machine from a copy of its disk. Null: it does not say. */
export const machineSchema = z.strictObject({
  /** machine-id(5): of the installation. A copied disk has the same until somebody makes a new one. */
  machineId: z.string().max(128).nullable(),
  /** DMI's product UUID: of the hardware or of the virtual machine. */
  productUuid: z.string().max(128).nullable(),
});
export type Machine = z.infer<typeof machineSchema>;

/** How the two differ, in words; null: as far as both say, they are one. */
export function differsFrom(stored: Machine, now: Machine): string | null {
  const differs = (was: string | null, is: string | null) => was !== null && is !== null && was !== is;
  if (differs(stored.productUuid, now.productUuid)) return `its product UUID was ${stored.productUuid} and is ${now.productUuid}`;
  if (differs(stored.machineId, now.machineId)) return `its machine id was ${stored.machineId} and is ${now.machineId}`;
  return null;
}
