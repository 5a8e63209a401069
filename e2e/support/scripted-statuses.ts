import { devicePath } from '@weft/shared/identity';
import type { Assignment, AttachmentAssignment, ExportAssignment } from '@weft/shared/messages/assignment';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import type { AttachmentStatus, ExportStatus, ObjectStatus } from '@weft/shared/messages/report';

export interface ScriptedDrive {
  serial: string;
  sizeBytes: number;
  model?: string;
  /** Contents of the drive: it cannot be taken into service before a wipe. */
  contents?: string[];
  /** Id of the Weft drive whose volume group is on it. */
  weftDriveId?: string;
  numaNode?: number;
  pciAddress?: string;
  smart?: DriveInventory['smart'];
  sanitize?: DriveInventory['sanitize'];
}

/** The state and reason that an object reports in place of done. */
export type Answer = Pick<ObjectStatus, 'state' | 'reason'>;

const DONE: Answer = { state: 'done', reason: null };

/**
 * The report of a node that has carried out its whole assignment, down to live paths and arrays in sync.
 * @param answers by object id, or by kind for all of it
 */
export function statusesOf(
  { generation, content }: Assignment,
  drives: readonly ScriptedDrive[],
  answers: ReadonlyMap<string, Answer> = new Map(),
): ObjectStatus[] {
  const base = (kind: ObjectStatus['kind'], id: string) => ({ id, generation, ...(answers.get(id) ?? answers.get(kind) ?? DONE) });
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
        ...(drive.wipe?.method === 'sanitize' ? { sanitize: { action: 'crypto-erase' as const, progressRatio: null } } : {}),
      };
      return { kind: 'drive', ...base('drive', drive.driveId), observed };
    }),
    ...content.legs.map((leg): ObjectStatus => {
      const said = base('leg', leg.legId);
      const present = leg.desired === 'present' && said.state === 'done';
      return { kind: 'leg', ...said, observed: { present, wiped: present, open: false, sizeBytes: leg.sizeBytes, backed: present } };
    }),
    ...content.exports.map((each): ObjectStatus => ({ kind: 'export', ...base('export', each.attachmentId), observed: exported(each) })),
    ...content.attachments.map((each): ObjectStatus => {
      const said = base('attachment', each.attachmentId);
      return { kind: 'attachment', ...said, observed: attached(each, said.state === 'refused') };
    }),
  ];
}

function exported({ desired, hostNqn, namespaces, portals, serviceId }: ExportAssignment): ExportStatus['observed'] {
  if (desired === 'absent') return { present: false, allowedHosts: [], namespaces: [], portals: [] };
  return {
    present: true,
    allowedHosts: [hostNqn],
    namespaces: namespaces.map((namespace) => ({ ...namespace, enabled: true })),
    portals: portals.map(({ address }) => ({ address, serviceId, linked: true })),
  };
}

/** `kept`: a process has the device open, so the agent kept it. */
function attached({ desired, volumeName, legs, array }: AttachmentAssignment, kept: boolean): AttachmentStatus['observed'] {
  if (desired === 'detached' && !kept)
    return { present: false, available: false, device: null, open: false, arrayCreated: array !== null, paths: [], array: null, legs: [] };
  return {
    present: true,
    available: true,
    device: devicePath(volumeName),
    open: kept,
    arrayCreated: array !== null,
    paths: legs.flatMap(({ legId, paths }) =>
      paths.map(({ storageNetwork, address }) => ({ legId, storageNetwork, address, controllerState: 'live' })),
    ),
    legs: legs.map(({ legId, anchor }) => ({ legId, anchor, reason: null })),
    array: array && {
      uuid: array.uuid,
      state: 'clean',
      degraded: 0,
      syncAction: 'idle',
      syncProgressRatio: null,
      syncSpeedBytesPerSecond: null,
      members: legs.map(({ legId, index }) => ({ legId, flags: ['in_sync'], slot: index, errors: 0, badBlocks: 0, events: null })),
    },
  };
}
