import { z } from 'zod';
import { idSchema } from '../identity.js';
import { referenceSchema } from './common.js';

/** What is written down for good: whatever destroys data, gives it up, stops its use on purpose, or rests on somebody's word (S1, S4, S13). */
export const auditActions = ['drive.wipe', 'attachment.revoke', 'volume.accept-loss', 'volume.discard', 'node.maintenance'] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * One thing that somebody said. Each stands for itself: that a client is off says nothing about a target, and the other way round (S13).
 */
export const auditStatementSchema = z
  .strictObject({
    statement: z.enum([
      'wipe',
      'take-away',
      'client-is-off',
      'target-is-off',
      'give-up-leg',
      'discard-leg',
      'maintenance',
      'force',
      'maintenance-ends',
    ]),
    about: referenceSchema,
    text: z.string().meta({ description: 'In words, as it was understood.' }),
  })
  .meta({ id: 'AuditStatement' });
export type AuditStatement = z.infer<typeof auditStatementSchema>;

export const auditEntrySchema = z
  .strictObject({
    id: idSchema,
    at: z.iso.datetime(),
    by: z.string().meta({ description: 'Name of the user.' }),
    action: z.enum(auditActions),
    subject: z.strictObject({ kind: z.enum(['volume', 'attachment', 'drive', 'node']), id: idSchema, name: z.string() }),
    statements: z.array(auditStatementSchema),
  })
  .meta({ id: 'AuditEntry', description: 'Never changed, never removed.' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;
