import { z } from 'zod';
import { idSchema } from '../identity.js';

/*
 * Whether a database still remembers the assignments that it sent to a node (S14). Every database has a history id, new at each restore, and stores the
 * assignments it offered to each node. Server and agent decide with the same function; why: docs/decisions/history-id.md.
 */

/** The assignment on an agent's disk. Generation 0: none, or an unreadable one. Hash '': not reported (an older agent). */
export const heldSchema = z.strictObject({
  /** Null: stored by a version without histories. */
  historyId: idSchema.nullable(),
  generation: z.int().min(0),
  hash: z.string().max(128),
});
export type Held = z.infer<typeof heldSchema>;

export const doubtReasons = ['other-history', 'database-older', 'other-content'] as const;
export type DoubtReason = (typeof doubtReasons)[number];

/** A database's memory of one node. */
export interface Memory {
  historyId: string | null;
  /** Generation of the node's newest assignment; 0, with an empty hash: there is none. */
  generation: number;
  hash: string;
  /** Assignments that the database offered to the node, and states that an administrator accepted. */
  known: readonly Held[];
}

export const isSameHeld = (a: Held, b: Held): boolean => a.historyId === b.historyId && a.generation === b.generation && a.hash === b.hash;

/** Why a node that holds `held` may not follow this database; null: it may. */
export function doubtOf(held: Held, { historyId, generation, hash, known }: Memory): DoubtReason | null {
  if (known.some((each) => isSameHeld(each, held))) return null;
  if (held.historyId !== null && held.historyId !== historyId) return 'other-history';
  if (held.generation > generation) return 'database-older';
  const sameContent = held.hash === '' || held.hash === hash;
  if (held.generation === generation && generation > 0) return sameContent ? null : 'other-content';
  // Stored by a version without histories, or nothing stored: only generations can be compared.
  return held.historyId === null || held.generation === 0 ? null : 'other-content';
}
