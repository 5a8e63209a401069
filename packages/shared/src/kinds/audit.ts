import { z } from 'zod';
import { idSchema } from '../identity.js';
import { paramsSchema } from '../text/message.js';
import { referenceSchema } from './common.js';
import { type NounName, nounNames, nouns } from './nouns.js';

/**
 * Statements that destroy data, give it up or take it out of use (S1, S4, S13): written in the transaction of the change that they allow. And requests:
 * `change` for each request that changed something, `refusal` for each refused request that would have changed something.
 */
export const auditActions = [
  'drive.wipe',
  'attachment.revoke',
  'volume.accept-loss',
  'volume.discard',
  'node.maintenance',
  'node.revoke-credential',
  'node.rotate-credential',
  'history.accept',
  'simulation.fault',
  'backup.download',
  'support-bundle.download',
  'database.mend',
  'audit.prune',
  'change',
  'refusal',
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * One statement of a person. Each covers only itself: that a client is off says nothing about a target, nor the reverse (S13).
 */
export const auditStatementSchema = z
  .strictObject({
    statement: z.enum([
      'wipe',
      'force-detach',
      'client-is-off',
      'target-is-off',
      'give-up-leg',
      'discard-leg',
      'maintenance',
      'force',
      'maintenance-ends',
      'revoke-credential',
      'rotate-credential',
      'history-accepted',
      'ledger-loss-accepted',
      'simulated-fault',
      'backup-downloaded',
      'support-bundle-downloaded',
      'database-mended',
      'audit-pruned',
    ]),
    about: referenceSchema,
    code: z.string().optional().meta({ description: 'Code of the statement (docs/messages.md). Absent: an earlier version stored it.' }),
    params: paramsSchema
      .optional()
      .meta({ description: 'Data of the statement (docs/messages.md). Absent: an earlier version stored it.' }),
    text: z.string().meta({ description: 'The statement in English, as the server recorded it.' }),
  })
  .meta({ id: 'AuditStatement' });
export type AuditStatement = z.infer<typeof auditStatementSchema>;

/** A request's subject, by the first segment of its path below /api/v1. */
export const auditSubjects: Readonly<Record<string, NounName>> = {
  ...Object.fromEntries(nounNames.map((noun) => [nouns[noun].path, noun])),
  ...{ enroll: 'node', login: 'user', logout: 'user', session: 'user', sessions: 'user' },
};

/** One request, or several similar requests that were refused. */
export const auditRequestSchema = z
  .strictObject({
    id: idSchema.meta({
      description:
        'Request id, as in the response and the server log. Of several requests: the first. Of a step of a deployment: the id of the deployment.',
    }),
    route: z
      .string()
      .nullable()
      .meta({ description: 'Id of the endpoint (`operationId`). Null: several, counted together beyond the limit of entries.' }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'Address of the client, through `trustProxy`. Null: several, or a step of a deployment.' }),
    name: z.string().nullable().meta({ description: 'User name given at a login.' }),
    token: referenceSchema.nullable().meta({ description: 'API token of the request. Null: a session, or nobody.' }),
    status: z.int().meta({ description: 'HTTP status of the answer.' }),
    code: z.string().nullable().meta({ description: 'Error code of a refusal.' }),
    jobId: idSchema.nullable().meta({ description: 'Job that the change started.' }),
    count: z.int().meta({ description: 'Number of requests in this entry.' }),
    lastAt: z.iso.datetime().meta({ description: 'Time of the last request.' }),
  })
  .meta({ id: 'AuditRequest' });
export type AuditRequest = z.infer<typeof auditRequestSchema>;

/** One field that a request asked to change. */
export const auditChangeSchema = z
  .strictObject({
    field: z.string(),
    from: z.string().nullable().meta({ description: 'JSON of the value before, cut after 1,000 characters. Null: not known.' }),
    to: z.string().nullable().meta({ description: 'JSON of the value after, cut after 1,000 characters. Null: not known.' }),
  })
  .meta({ id: 'AuditChange' });
export type AuditChange = z.infer<typeof auditChangeSchema>;

export const auditEntrySchema = z
  .strictObject({
    id: idSchema,
    at: z.iso.datetime(),
    by: z.string().meta({ description: 'Name of the user, or `anonymous`.' }),
    action: z.enum(auditActions),
    subject: z
      .strictObject({
        kind: z.enum(nounNames),
        id: idSchema,
        name: z.string().meta({ description: 'Name, or the id if the name is unknown.' }),
      })
      .nullable()
      .meta({ description: 'Null: the request was refused before its object was known.' }),
    statements: z.array(auditStatementSchema),
    request: auditRequestSchema.nullable().meta({ description: 'Null: an entry of statements.' }),
    changes: z.array(auditChangeSchema).meta({
      description: 'Fields that an update (PATCH) changed, as the API showed them before and after. What the API never shows is not in it.',
    }),
  })
  .meta({
    id: 'AuditEntry',
    description:
      'Entries are kept auditKeptDays (setting); without it, statements and changes for good. Equal refusals have an entry at once, and two at most that count the further ones of 10 minutes; they are removed after 180 days.',
  });
export type AuditEntry = z.infer<typeof auditEntrySchema>;
