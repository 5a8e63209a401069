import { type AttachmentMode, attachmentCreateSchema } from '@weft/shared/kinds/attachment';
import { z } from 'zod';
import { formOfLimits, limitFields, limitsOf } from './limits/limit-schema.js';

const { volumeId, nodeId, mode, transport, reattach, force } = attachmentCreateSchema.shape;

export const attachSchema = z
  .object({
    volumeId,
    nodeId,
    mode: mode.unwrap(),
    transport: transport.unwrap(),
    reattach: reattach.unwrap(),
    force: force.unwrap(),
    ...limitFields,
  })
  .transform(({ readRate, writeRate, readIops, writeIops, ...attachment }) => {
    const limits = limitsOf({ readRate, writeRate, readIops, writeIops });
    return { ...attachment, ...(limits && { limits }) };
  });

export const transports = transport.unwrap().options;

/** The form at first: defaults of the contract. */
export const attachFormOf = (volume: { id: string }, first: AttachmentMode): z.input<typeof attachSchema> => ({
  volumeId: volume.id,
  nodeId: '',
  mode: first,
  transport: transport.parse(undefined),
  reattach: true,
  force: force.parse(undefined),
  ...formOfLimits(null),
});
