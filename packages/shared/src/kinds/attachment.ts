import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { transportSchema } from '../messages/assignment.js';
import { arrayStatusSchema, pathStatusSchema, processSchema } from '../messages/report.js';
import { conditionSchema, objectFields, referenceSchema } from './common.js';
import type { Protection } from './volume.js';

export const attachmentModes = ['exclusive', 'shared', 'readonly'] as const;
export type AttachmentMode = (typeof attachmentModes)[number];

/**
 * attaching → attached → detaching → unexporting → gone.
 * By force, from any of these: revoking (the client must release the volume, then its legs are fenced) → revoked (fenced: the volume may be attached
 * elsewhere; the remains here or at excluded targets are still to be removed) → gone.
 */
export const attachmentStates = ['attaching', 'attached', 'detaching', 'unexporting', 'revoking', 'revoked'] as const;
export type AttachmentState = (typeof attachmentStates)[number];
export const attachmentActions: Record<'detach' | 'revoke', readonly AttachmentState[]> = {
  detach: ['attaching', 'attached'],
  /** Allowed again during a revocation, to add a statement. */
  revoke: attachmentStates,
};

/** A shared volume has several writers and cannot use md: raid0 and concatenated only. */
export const allowedModes = (protection: Protection): readonly AttachmentMode[] =>
  protection === 'raid0' || protection === 'concatenated' ? attachmentModes : ['exclusive', 'readonly'];

/**
 * Whether a new attachment of `mode` may join the existing attachments of a volume.
 * @returns why not, or null.
 */
export function modeConflict(mode: AttachmentMode, existing: readonly AttachmentMode[]): string | null {
  const other = existing.find((each) => !(each === mode && mode !== 'exclusive'));
  return other === undefined
    ? null
    : `it is attached ${other}, and ${mode} ${mode === 'exclusive' ? 'allows no other attachment' : `goes only with other ${mode} attachments`}`;
}

export const attachmentCreateSchema = z
  .strictObject({
    volumeId: idSchema,
    nodeId: idSchema.meta({ description: 'The client.' }),
    mode: z.enum(attachmentModes).default('exclusive'),
    transport: transportSchema.default('rdma'),
    reattach: z
      .boolean()
      .optional()
      .meta({ description: 'Attach again after the client restarts; without it the setting reattachByDefault decides.' }),
    force: z.boolean().default(false).meta({ description: 'Also if the client is in planned maintenance, which is refused otherwise.' }),
  })
  .meta({ id: 'AttachmentCreate' });
export type AttachmentCreate = z.infer<typeof attachmentCreateSchema>;

/** Force-detaches a volume from a client that does not release it (S3). Statements come from an administrator; each covers only itself (S13). */
export const attachmentRevokeSchema = z
  .strictObject({
    volumeName: nameSchema.meta({ description: 'The name of the volume, repeated.' }),
    clientIsOff: z
      .boolean()
      .default(false)
      .meta({ description: 'The client is off: its word that nothing is left there is not waited for. Says nothing about targets.' }),
    targetsOff: z.array(idSchema).max(64).default([]).meta({
      description:
        'These targets are off and will not export before they have talked to a server: their fences are not waited for, their legs leave the epoch. Says nothing about the client.',
    }),
    acceptLoss: z.boolean().default(false).meta({
      description:
        'Also where the legs left out may alone have what was written last: the only ones in sync of their mirror set, and all that were in sync if the client did not let go of the volume before its legs were fenced. What only they have is given up (S4); they are kept until they are discarded.',
    }),
  })
  .meta({ id: 'AttachmentRevoke' });
export type AttachmentRevoke = z.infer<typeof attachmentRevokeSchema>;

/** Who force-detached the volume, when, and on which statements. */
export const revocationSchema = z
  .strictObject({
    by: z.string(),
    at: z.iso.datetime(),
    clientIsOff: z.boolean(),
    targetsOff: z.array(referenceSchema),
    fencePending: z.array(referenceSchema).meta({ description: 'Targets whose fence is not confirmed yet, left out or not.' }),
  })
  .meta({ id: 'Revocation' });

export const attachmentSchema = z
  .strictObject({
    ...objectFields,
    volume: referenceSchema,
    node: referenceSchema,
    mode: z.enum(attachmentModes),
    transport: transportSchema,
    reattach: z.boolean(),
    state: z.enum(attachmentStates),
    device: z.string().nullable(),
    open: z.boolean(),
    openBy: z.array(processSchema),
    paths: z.array(
      pathStatusSchema.extend({
        node: nameSchema,
        notLiveSince: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'Since when it is not live, as far as the server heard of it; null: it is live, or it was not kept.' }),
      }),
    ),
    array: arrayStatusSchema.nullable(),
    epoch: z.int(),
    revoked: revocationSchema.nullable(),
    generation: z.int(),
    observedGeneration: z.int(),
    conditions: z.array(conditionSchema),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof attachmentSchema>;
