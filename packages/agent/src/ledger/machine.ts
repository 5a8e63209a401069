import { z } from 'zod';

/** Ids that tell a machine from a copy of its disk. Null: the machine does not provide this id. */
export const machineSchema = z.strictObject({
  /** machine-id(5): identifies the installation. A copied disk keeps it until someone makes a new one. */
  machineId: z.string().max(128).nullable(),
  /** DMI's product UUID: identifies the hardware or the virtual machine. */
  productUuid: z.string().max(128).nullable(),
});
export type Machine = z.infer<typeof machineSchema>;

/** The difference as a sentence; null: no id that both provide differs. */
export function differsFrom(stored: Machine, now: Machine): string | null {
  const differs = (was: string | null, is: string | null) => was !== null && is !== null && was !== is;
  if (differs(stored.productUuid, now.productUuid)) return `its product UUID was ${stored.productUuid} and is ${now.productUuid}`;
  if (differs(stored.machineId, now.machineId)) return `its machine id was ${stored.machineId} and is ${now.machineId}`;
  return null;
}
