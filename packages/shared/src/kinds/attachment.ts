import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { transportSchema } from '../messages/assignment.js';
import { arrayStatusSchema, pathStatusSchema, processSchema } from '../messages/report.js';
import { conditionSchema, objectFields, referenceSchema } from './common.js';
import type { Protection } from './volume.js';

export const attachmentModes = ['exclusive', 'shared', 'readonly'] as const;
export type AttachmentMode = (typeof attachmentModes)[number];

/** attaching → attached → detaching → unexporting → gone. */
export const attachmentStates = ['attaching', 'attached', 'detaching', 'unexporting'] as const;
export type AttachmentState = (typeof attachmentStates)[number];
export const attachmentActions: Record<'detach', readonly AttachmentState[]> = { detach: ['attaching', 'attached'] };

/** A shared volume has several writers and no md between them: raid0 and concatenated only. */
export const allowedModes = (protection: Protection): readonly AttachmentMode[] =>
  protection === 'raid0' || protection === 'concatenated' ? attachmentModes : ['exclusive', 'readonly'];

/**
 * May a new attachment of `mode` join the ones that a volume has?
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
  })
  .meta({ id: 'AttachmentCreate' });
export type AttachmentCreate = z.infer<typeof attachmentCreateSchema>;

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
    paths: z.array(pathStatusSchema.extend({ node: nameSchema })),
    array: arrayStatusSchema.nullable(),
    generation: z.int(),
    observedGeneration: z.int(),
    conditions: z.array(conditionSchema),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof attachmentSchema>;
