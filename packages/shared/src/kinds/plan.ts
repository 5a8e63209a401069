import { z } from 'zod';
import { idSchema } from '../identity.js';
import { attachmentCreateSchema, attachmentRevokeSchema } from './attachment.js';
import { referenceSchema } from './common.js';
import { acceptLossSchema, discardSchema, volumeCreateSchema, volumeSpecSchema } from './volume.js';

/*
 * Preview of the commands that a change would make agents run. The agents' own planners produce them, rehearsed on simulated machines in the state that
 * the server knows (docs/decisions/commands-beforehand.md).
 */

const driveChange = <const K extends string>(kind: K) => z.strictObject({ kind: z.literal(kind), driveId: idSchema });

export const planChangeSchema = z
  .discriminatedUnion('kind', [
    driveChange('drive.take'),
    driveChange('drive.wipe'),
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
    z.strictObject({
      kind: z.literal('attachment.revoke'),
      attachmentId: idSchema,
      ...attachmentRevokeSchema.omit({ volumeName: true }).shape,
    }),
  ])
  .meta({ id: 'PlanChange', description: 'A change as its own request would ask for it.' });
export type PlanChange = z.infer<typeof planChangeSchema>;

export const plannedCommandSchema = z
  .strictObject({
    command: z.string().meta({
      description:
        'A command or a write as a person could type it; one that begins with `#` is a check, which ends the step when it fails. A word in angle brackets stands for what only the kernel of that node can tell: a device name, a port number.',
    }),
    condition: z.string().nullable().meta({ description: 'When it is skipped or run; null: it is always run.' }),
  })
  .meta({ id: 'PlannedCommand' });

export const planSchema = z
  .strictObject({
    nodes: z
      .array(
        z.strictObject({
          node: referenceSchema,
          purpose: z
            .string()
            .nullable()
            .meta({ description: 'What it is for, where a change has parts, such as one leg of many; null: it has none.' }),
          commands: z.array(plannedCommandSchema),
        }),
      )
      .meta({ description: 'In order. A node that goes on after others have done their part is there again.' }),
    waits: z
      .array(z.strictObject({ node: referenceSchema, message: z.string() }))
      .meta({ description: 'What would be waited for, as far as the server can know now.' }),
    notes: z
      .array(z.string())
      .meta({ description: 'What the commands do not say: for what none are told, and what is decided only when its turn comes.' }),
  })
  .meta({ id: 'Plan', description: 'What agents would run. Nothing of it has been run.' });
export type Plan = z.infer<typeof planSchema>;
