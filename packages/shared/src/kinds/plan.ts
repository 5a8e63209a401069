import { z } from 'zod';
import { idSchema } from '../identity.js';
import { attachmentCreateSchema, attachmentRevokeSchema, attachmentUpdateSchema } from './attachment.js';
import { messageFields, referenceSchema, sentMessageSchema } from './common.js';
import { driveWipeSchema } from './drive.js';
import { acceptLossSchema, discardSchema, volumeCreateSchema, volumeSpecSchema } from './volume.js';

/*
 * Preview of the commands that a change would make agents run. The agents' own planners produce them, rehearsed on simulated machines in the state that
 * the server knows (docs/decisions/commands-beforehand.md).
 */

const driveChange = <const K extends string>(kind: K) => z.strictObject({ kind: z.literal(kind), driveId: idSchema });

export const planChangeSchema = z
  .discriminatedUnion('kind', [
    driveChange('drive.take'),
    driveChange('drive.wipe').extend({ method: driveWipeSchema.shape.method }),
    driveChange('drive.release'),
    driveChange('drive.evict'),
    z.strictObject({ kind: z.literal('node.drain'), nodeId: idSchema }),
    z.strictObject({ kind: z.literal('node.maintenance'), nodeId: idSchema }),
    z.strictObject({ kind: z.literal('volume.create'), volume: volumeCreateSchema }),
    z.strictObject({ kind: z.literal('volume.grow'), volumeId: idSchema, sizeBytes: volumeSpecSchema.shape.sizeBytes }),
    z.strictObject({ kind: z.literal('volume.delete'), volumeId: idSchema }),
    z.strictObject({ kind: z.literal('volume.accept-loss'), volumeId: idSchema, legIds: acceptLossSchema.shape.legIds }),
    z.strictObject({ kind: z.literal('volume.discard'), volumeId: idSchema, legIds: discardSchema.shape.legIds }),
    z.strictObject({ kind: z.literal('attachment.create'), attachment: attachmentCreateSchema }),
    z.strictObject({ kind: z.literal('attachment.delete'), attachmentId: idSchema }),
    z.strictObject({ kind: z.literal('attachment.limit'), attachmentId: idSchema, limits: attachmentUpdateSchema.shape.limits }),
    z.strictObject({
      kind: z.literal('attachment.revoke'),
      attachmentId: idSchema,
      ...attachmentRevokeSchema.omit({ volumeName: true }).shape,
    }),
  ])
  .meta({ id: 'PlanChange', description: 'A change, in the form of its own request.' });
export type PlanChange = z.infer<typeof planChangeSchema>;

export const plannedCommandSchema = z
  .strictObject({
    command: z.string().meta({
      description:
        'A command or file write, as typed in a shell. A line that begins with `#` is a check; the step ends if the check fails. A word in angle brackets is a value that only the kernel of the node knows, such as a device name or port number.',
    }),
    condition: z.string().nullable().meta({ description: 'When the command runs or is skipped. Null: it always runs.' }),
  })
  .meta({ id: 'PlannedCommand' });

export const planSchema = z
  .strictObject({
    nodes: z
      .array(
        z.strictObject({
          node: referenceSchema,
          purpose: sentMessageSchema
            .nullable()
            .meta({ description: 'Part of the change that the step belongs to, such as one of many legs. Null: the change has no parts.' }),
          commands: z.array(plannedCommandSchema),
        }),
      )
      .meta({ description: 'Steps in order. A node appears again when it continues after other nodes.' }),
    waits: z
      .array(z.strictObject({ node: referenceSchema, ...messageFields }))
      .meta({ description: 'Blockers that the server can foresee now.' }),
    notes: z
      .array(sentMessageSchema)
      .meta({ description: 'Remarks: changes without commands, and decisions that the servers make later.' }),
  })
  .meta({
    id: 'Plan',
    description:
      'Commands that agents would run. None of them has run. Labels of legs, which agents write as LVM tags when nothing else is left to do, are not listed.',
  });
export type Plan = z.infer<typeof planSchema>;
