import type { FreezeOrder } from '@weft/shared/messages/thin';
import type { SnapshotSetDocument } from '../documents/snapshot-set.document.js';

/** Whether the client's assignment has the order, and which. */
export const freezeOf = ({ _id, spec, status }: SnapshotSetDocument): FreezeOrder | null =>
  status.phase === 'preparing' || !spec.client
    ? null
    : {
        id: _id,
        attachmentIds: [...spec.attachmentIds].sort(),
        desired: status.phase === 'releasing' ? 'release' : 'hold',
        boundMs: spec.boundMs,
        notAfter: (status.notAfter ?? status.phaseSince).toISOString(),
      };
