import { z } from 'zod';
import { idSchema } from '../identity.js';
import { messageFields, referenceSchema, sentMessageSchema } from './common.js';

/** A mismatch of memory: a node that follows a history this database does not know, or an agent that lost the facts of its ledger (S14). */
export const historyDoubtSchema = z
  .strictObject({
    id: idSchema.meta({ description: 'Id of this doubt. A different report of the node gets a new id.' }),
    kind: z.enum(['history', 'ledger']),
    node: referenceSchema,
    since: z.iso.datetime(),
    reason: z.string().meta({ description: 'Stable code: other-history, database-older, other-content, facts-lost.' }),
    ...messageFields,
    effects: z.array(sentMessageSchema).meta({ description: 'Actions that the node takes, or may take, after this is accepted.' }),
  })
  .meta({ id: 'HistoryDoubt' });
export type HistoryDoubt = z.infer<typeof historyDoubtSchema>;

export const historySchema = z
  .strictObject({
    historyId: idSchema.meta({ description: 'History of this database. Every restore starts a new one.' }),
    doubts: z.array(historyDoubtSchema),
  })
  .meta({ id: 'History' });
export type History = z.infer<typeof historySchema>;

export const historyAcceptanceSchema = z
  .strictObject({
    doubtIds: z.array(idSchema).min(1).max(1000).meta({ description: 'Current ids from the preview (GET /history).' }),
  })
  .meta({ id: 'HistoryAcceptance' });
export type HistoryAcceptance = z.infer<typeof historyAcceptanceSchema>;
