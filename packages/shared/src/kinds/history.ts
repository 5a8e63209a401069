import { z } from 'zod';
import { idSchema } from '../identity.js';
import { referenceSchema } from './common.js';

/** A mismatch of memory: a node that follows a history this database does not know, or an agent that lost the facts of its ledger (S14). */
export const historyDoubtSchema = z
  .strictObject({
    id: idSchema.meta({ description: 'Of what is in doubt now; another one when the node says something else.' }),
    kind: z.enum(['history', 'ledger']),
    node: referenceSchema,
    since: z.iso.datetime(),
    reason: z.string().meta({ description: 'Stable code: other-history, database-older, other-content, facts-lost.' }),
    message: z.string(),
    effects: z.array(z.string()).meta({ description: 'What the node does, or may do, once this is accepted.' }),
  })
  .meta({ id: 'HistoryDoubt' });
export type HistoryDoubt = z.infer<typeof historyDoubtSchema>;

export const historySchema = z
  .strictObject({
    historyId: idSchema.meta({ description: 'Of this database; new at every restore.' }),
    doubts: z.array(historyDoubtSchema),
  })
  .meta({ id: 'History' });
export type History = z.infer<typeof historySchema>;

export const historyAcceptanceSchema = z
  .strictObject({
    doubtIds: z.array(idSchema).min(1).max(1000).meta({ description: 'As the preview (GET /history) names them now.' }),
  })
  .meta({ id: 'HistoryAcceptance' });
export type HistoryAcceptance = z.infer<typeof historyAcceptanceSchema>;
