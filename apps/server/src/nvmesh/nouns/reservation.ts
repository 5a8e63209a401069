import type { AttachmentMode } from '@weft/shared/kinds/attachment';

/** NVMesh's numbers of reservation modes. 0: none. */
const reservationModes: Readonly<Record<AttachmentMode, number>> = { readonly: 1, shared: 2, exclusive: 3 };

/** NVMesh's names of the modes. */
export const attachmentModes: ReadonlyMap<string, AttachmentMode> = new Map([
  ['SHARED_READ_ONLY', 'readonly'],
  ['SHARED_READ_WRITE', 'shared'],
  ['EXCLUSIVE_READ_WRITE', 'exclusive'],
]);

/** Attachments of one volume never mix modes. Weft has no versions of reservations, so the version is always 1. */
export const reservationOf = (attachments: readonly { mode: AttachmentMode; node: { name: string } }[]) => {
  const [first] = attachments;
  return {
    mode: first ? reservationModes[first.mode] : 0,
    version: 1,
    reservedBy: first?.mode === 'exclusive' ? first.node.name : null,
  };
};
