import { dmName, legCacheName, legDeviceName, lvName, vgName } from '@weft/shared/identity';
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
  /** Its cache, if it has one: serial of the cache drive, and key in Counters.caches. */
  cache?: { driveSerial: string; key: string };
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
    legs: legs.flatMap(({ legId, volumeId, driveId, desired, cache }) => {
      const driveSerial = serials.get(driveId);
      if (desired !== 'present' || driveSerial === undefined) return [];
      const cached = cache && { cache: { driveSerial: serials.get(cache.driveId) ?? '', key: legCacheName(legId) } };
      return [{ legId, volumeId, volumeName: names.get(volumeId) ?? null, driveSerial, key: lvName(legId), ...cached }];
    }),
  };
}

export function counterRequest({ attachments, legs, exports }: Counted): CounterRequest {
  const exported = new Set(
    exports.flatMap(({ namespaces, desired }) => (desired === 'exported' ? namespaces.map(({ legId }) => legId) : [])),
  );
  const present = legs.filter(({ desired }) => desired === 'present');
  const caches = present.flatMap(({ legId, cache }) => (cache ? [legCacheName(legId)] : []));
  return {
    volumes: attachments.filter(({ desired }) => desired === 'attached').map(({ volumeId }) => dmName(volumeId)),
    legs: present.map(({ legId, driveId }) => ({
      ...{ vg: vgName(driveId), lv: lvName(legId) },
      ...(exported.has(legId) && { device: legDeviceName(legId) }),
    })),
    ...(caches.length > 0 && { caches }),
  };
}
