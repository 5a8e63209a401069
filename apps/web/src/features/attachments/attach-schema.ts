import { type AttachmentMode, attachmentCreateSchema } from '@weft/shared/kinds/attachment';
import { z } from 'zod';

const { volumeId, nodeId, mode, transport, reattach, force } = attachmentCreateSchema.shape;

export const attachSchema = z.object({
  volumeId,
  nodeId,
  mode: mode.unwrap(),
  transport: transport.unwrap(),
  reattach: reattach.unwrap(),
  force: force.unwrap(),
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
});
