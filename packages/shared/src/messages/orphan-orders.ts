import { z } from 'zod';
import { idSchema } from '../identity.js';
import { boundedList, MAX, MOST, textSchema } from './bounded.js';
import { hostObjectKinds, orphanSchema, reasonSchema } from './report.js';

/*
 * Orders to remove single orphans from a node, beside the assignment: a person gives each, and it ends with its first answer. Not part of the assignment,
 * which never lists an orphan.
 */

const orphanOrderSchema = z.strictObject({
  /** Of the order, which is also the id of its job. */
  id: idSchema,
  kind: z.enum(hostObjectKinds),
  /** As the agent reported it. The agent removes no other object, whatever its name. */
  identity: orphanSchema.shape.identity.unwrap(),
  /** Boot in which the agent reported it: after a restart, the kernel's names are those of other objects. */
  bootId: textSchema(MAX.bootId),
});
export type OrphanOrder = z.infer<typeof orphanOrderSchema>;

/** Every open order of a node: an order that is missing has ended. */
export const orphanOrdersSchema = z.strictObject({ orders: boundedList(orphanOrderSchema, MOST.orphans) });
export type OrphanOrders = z.infer<typeof orphanOrdersSchema>;

/** Null reason: the orphan is not on the node any more. */
export const orphanOutcomeSchema = z.strictObject({ id: idSchema, reason: reasonSchema.nullable() });
export type OrphanOutcome = z.infer<typeof orphanOutcomeSchema>;
