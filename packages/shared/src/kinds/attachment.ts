import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { ioLimitsSchema } from '../limits/io-limits.js';
import { transportSchema } from '../messages/assignment.js';
import { arrayStatusSchema, limitsInForceSchema, pathStatusSchema, processSchema } from '../messages/report.js';
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
export const attachmentActions: Record<'detach' | 'limit' | 'revoke', readonly AttachmentState[]> = {
  detach: ['attaching', 'attached'],
  limit: ['attaching', 'attached'],
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
  const other = conflictingMode(mode, existing);
  return other === null ? null : conflictText(mode, other);
}

/** The mode of an existing attachment that excludes another one of this mode, or null. */
export const conflictingMode = (mode: AttachmentMode, existing: readonly AttachmentMode[]): AttachmentMode | null =>
  existing.find((each) => !(each === mode && mode !== 'exclusive')) ?? null;

/** Why an attachment of one mode excludes another one. */
export const conflictText = (mode: string, other: string): string =>
  `it is attached ${other}, and ${mode} ${mode === 'exclusive' ? 'allows no other attachment' : `goes only with other ${mode} attachments`}`;

export const attachmentCreateSchema = z
  .strictObject({
    volumeId: idSchema,
    nodeId: idSchema.meta({ description: 'The client.' }),
    mode: z.enum(attachmentModes).default('exclusive'),
    transport: transportSchema.default('rdma'),
    reattach: z
      .boolean()
      .optional()
      .meta({ description: 'Attach again after the client restarts. Absent: the setting reattachByDefault applies.' }),
    force: z
      .boolean()
      .default(false)
      .meta({ description: 'Attach even if the client is in planned maintenance. Otherwise the server refuses.' }),
    limits: ioLimitsSchema.nullable().optional().meta({ description: 'Limits per slice of this client. Null or absent: none.' }),
  })
  .meta({ id: 'AttachmentCreate' });
export type AttachmentCreate = z.infer<typeof attachmentCreateSchema>;

export const attachmentUpdateSchema = z
  .strictObject({
    limits: ioLimitsSchema.nullable().meta({
      description:
        'Replaces all limits per slice of this client, while the volume is in use. A limit that is null or absent is removed; null removes all.',
    }),
  })
  .meta({ id: 'AttachmentUpdate' });
export type AttachmentUpdate = z.infer<typeof attachmentUpdateSchema>;

/** Force-detaches a volume from a client that does not release it (S3). Statements come from an administrator; each covers only itself (S13). */
export const attachmentRevokeSchema = z
  .strictObject({
    volumeName: nameSchema.meta({ description: 'Name of the volume, as confirmation.' }),
    clientIsOff: z.boolean().default(false).meta({
      description: 'Statement that the client is off. The server does not wait for its report of the removal. Does not cover targets.',
    }),
    targetsOff: z.array(idSchema).max(64).default([]).meta({
      description:
        'Statement that these targets are off and export nothing before they have connected to a server. The server does not wait for their fences, and their legs leave the epoch. Does not cover the client.',
    }),
    acceptLoss: z.boolean().default(false).meta({
      description:
        'Detach even if only the excluded legs may have the latest writes: the last in-sync leg of a mirror set, or, if the client did not release the volume before the fence, every leg that was in sync. Writes that only these legs have are lost to the volume (S4). The legs are kept until somebody discards them.',
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
    fencePending: z.array(referenceSchema).meta({ description: 'Targets that have not confirmed their fence, excluded targets too.' }),
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
          .meta({ description: 'When the path last left `live`, by the reports received. Null: live, or not recorded.' }),
      }),
    ),
    array: arrayStatusSchema.nullable(),
    epoch: z.int(),
    limits: ioLimitsSchema
      .nullable()
      .meta({ description: 'Limits that each slice (top-level cgroup) of the client shall have. Null: none.' }),
    limitsInForce: limitsInForceSchema
      .nullable()
      .meta({ description: 'As the client last reported them, with the slices that have them. Null: none, or not reported.' }),
    revoked: revocationSchema.nullable(),
    generation: z.int(),
    observedGeneration: z.int(),
    conditions: z.array(conditionSchema),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof attachmentSchema>;
