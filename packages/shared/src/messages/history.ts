import { z } from 'zod';
import { idSchema } from '../identity.js';

/*
 * Whether a database still remembers what it told a node (S14). Every database has a history id, new at each restore; and it keeps which
 * assignments it offered to each node. Server and agent decide by the same function; why: docs/decisions/history-id.md.
 */

/** The assignment that an agent has on its disk. Generation 0: none, or one that cannot be read. Hash '': not reported (an older agent). */
export const heldSchema = z.strictObject({
  /** Null: stored before there were histories. */
  historyId: idSchema.nullable(),
  generation: z.int().min(0),
  hash: z.string().max(128),
});
export type Held = z.infer<typeof heldSchema>;

export const doubtReasons = ['other-history', 'database-older', 'other-content'] as const;
export type DoubtReason = (typeof doubtReasons)[number];

/** What a database remembers of one node. */
export interface Memory {
  historyId: string | null;
  /** Of the node's newest assignment; 0 and '': there is none. */
  generation: number;
  hash: string;
  /** Assignments that were offered to the node, and what an administrator accepted. */
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
  // Stored before there were histories, or nothing stored: generations are all that can be compared.
  return held.historyId === null || held.generation === 0 ? null : 'other-content';
}
