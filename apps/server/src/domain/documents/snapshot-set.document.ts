import type { JobReason } from '@weft/shared/kinds/job';
import type { Stored } from '../../core/mongo/stored.js';

/**
 * Snapshots that are being taken at one moment, until they are taken or have failed. The client's assignment has its freeze order
 * (docs/decisions/thin-legs.md).
 */
export interface SnapshotSetDocument extends Stored {
  spec: {
    /** The client that holds the volumes. Null: none is attached for writing. */
    client: { id: string; name: string } | null;
    /** Attachments of the volumes that it holds. */
    attachmentIds: string[];
    /** A snapshot is a volume: `snapshotId` is its id. */
    members: { volumeId: string; snapshotId: string }[];
    legIds: string[];
    boundMs: number;
  };
  status: {
    /** preparing: targets record the legs. holding: the client has the order. taking: targets copy. releasing: the client has the order to let go. */
    phase: 'preparing' | 'holding' | 'taking' | 'releasing';
    phaseSince: Date;
    /** The client does not begin later. Null: it has no order yet. */
    notAfter: Date | null;
    /** When its client reported all volumes held, or when the targets of detached volumes got their orders. */
    takenAt: Date | null;
    /** Null: it goes well. */
    failure: JobReason | null;
  };
}
