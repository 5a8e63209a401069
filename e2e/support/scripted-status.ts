import { devicePath } from '@weft/shared/identity';
import type { Assignment, AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { ObjectStatus } from '@weft/shared/messages/report';

export interface ScriptedDrive {
  serial: string;
  sizeBytes: number;
  model?: string;
  /** What is on it: it cannot be taken before a wipe. */
  contents?: string[];
  numaNode?: number;
}

/** What to answer instead of "done", by object id, or by kind for all of them. */
export type Refusals = ReadonlyMap<string, Pick<ObjectStatus, 'state' | 'reason'>>;

/** Says of everything that is assigned that it is as desired, down to live paths and arrays in sync. */
export function statusesOf(
  generation: number,
  content: Assignment['content'],
  drives: readonly ScriptedDrive[],
  refusals: Refusals,
): ObjectStatus[] {
  const answer = (kind: ObjectStatus['kind'], id: string) => ({
    id,
    generation,
    ...(refusals.get(id) ?? refusals.get(kind) ?? { state: 'done' as const, reason: null }),
  });
  return [
    ...content.drives.map((drive): ObjectStatus => {
      const sizeBytes = drives.find(({ serial }) => serial === drive.serial)?.sizeBytes ?? 0;
      const observed = {
        present: true,
        volumeGroup: drive.desired === 'in-service',
        sizeBytes,
        freeBytes: sizeBytes,
        largestFreeBytes: sizeBytes,
        wipedOrderId: drive.wipe?.orderId ?? null,
      };
      return { kind: 'drive', ...answer('drive', drive.driveId), observed };
    }),
    ...content.legs.map((leg): ObjectStatus => {
      const present = leg.desired === 'present';
      const answered = answer('leg', leg.legId);
      const made = present && answered.state === 'done';
      return { kind: 'leg', ...answered, observed: { present: made, wiped: made, open: false, sizeBytes: leg.sizeBytes } };
    }),
    ...content.exports.map((exported): ObjectStatus => {
      const present = exported.desired === 'exported';
      const observed = {
        present,
        allowedHosts: present ? [exported.hostNqn] : [],
        namespaces: present ? exported.namespaces.map((namespace) => ({ ...namespace, enabled: true })) : [],
        portals: present ? exported.portals.map(({ address }) => ({ address, serviceId: exported.serviceId, linked: true })) : [],
      };
      return { kind: 'export', ...answer('export', exported.attachmentId), observed };
    }),
    ...content.attachments.map((attachment): ObjectStatus => {
      const answered = answer('attachment', attachment.attachmentId);
      const kept = answered.state === 'refused';
      return { kind: 'attachment', ...answered, observed: observeAttachment(attachment, kept || attachment.desired === 'attached', kept) };
    }),
  ];
}

const observeAttachment = (attachment: AttachmentAssignment, present: boolean, open: boolean) => ({
  present,
  available: present,
  device: present ? devicePath(attachment.volumeName) : null,
  open,
  arrayCreated: present && attachment.array !== null,
  paths: present
    ? attachment.legs.flatMap(({ legId, paths }) =>
        paths.map(({ storageNetwork, address }) => ({ legId, storageNetwork, address, controllerState: 'live' })),
      )
    : [],
  array:
    present && attachment.array
      ? {
          uuid: attachment.array.uuid,
          state: 'active',
          degraded: 0,
          syncAction: 'idle',
          syncProgressRatio: null,
          syncSpeedBytesPerSecond: null,
          members: attachment.legs.map(({ legId, index }) => ({ legId, flags: ['in_sync'], slot: index, errors: 0, badBlocks: 0 })),
        }
      : null,
});
