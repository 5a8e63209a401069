import { dmName, lvName, vgName } from '@weft/shared/identity';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { CounterRequest } from '../host/host.js';

export interface AttachmentSubject {
  attachmentId: string;
  volumeId: string;
  volumeName: string;
  /** Key in Counters.io. */
  key: string;
}
export interface LegSubject {
  legId: string;
  volumeId: string;
  /** Null: the leg has no export here, so this node does not know the volume's name. */
  volumeName: string | null;
  driveSerial: string;
  key: string;
}
/** The objects whose I/O this node counts. */
export interface Subjects {
  attachments: AttachmentSubject[];
  legs: LegSubject[];
}

export type Counted = Pick<AssignmentContent, 'drives' | 'legs' | 'exports' | 'attachments'>;

export const NOTHING_ASSIGNED: Counted = { drives: [], legs: [], exports: [], attachments: [] };

export function subjectsOf({ drives, legs, exports, attachments }: Counted): Subjects {
  const serials = new Map(drives.map(({ driveId, serial }) => [driveId, serial]));
  const names = new Map(exports.map(({ volumeId, volumeName }) => [volumeId, volumeName]));
  return {
    attachments: attachments
      .filter(({ desired }) => desired === 'attached')
      .map(({ attachmentId, volumeId, volumeName }) => ({ attachmentId, volumeId, volumeName, key: dmName(volumeId) })),
    legs: legs.flatMap(({ legId, volumeId, driveId, desired }) => {
      const driveSerial = serials.get(driveId);
      if (desired !== 'present' || driveSerial === undefined) return [];
      return [{ legId, volumeId, volumeName: names.get(volumeId) ?? null, driveSerial, key: lvName(legId) }];
    }),
  };
}

export const counterRequest = ({ attachments, legs }: Counted): CounterRequest => ({
  volumes: attachments.filter(({ desired }) => desired === 'attached').map(({ volumeId }) => dmName(volumeId)),
  legs: legs.filter(({ desired }) => desired === 'present').map(({ legId, driveId }) => ({ vg: vgName(driveId), lv: lvName(legId) })),
});
