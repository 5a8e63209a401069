import { attachmentIdOfNqn, dmName, dmStripeName, dmUuid, isDmCryptName } from '@weft/shared/identity';
import type { AttachedLeg, AttachmentAssignment } from '@weft/shared/messages/assignment';
import { DEFAULT_COPIES, mirrorSetOf } from '@weft/shared/mirror-sets';
import type { DeviceLink, DmMapping, FastState, MdArray, MdMember, MdSuperblock, NvmeController, NvmeHead } from '../host/host.js';
import { mappingNamed } from './mapping-named.js';
import { arrayOfVolume, arraysFound, type VolumeArray } from './volume-array.js';

/** An attachment's objects on the host, found by ids (NQN, namespace UUID, array UUID, dm UUID), never by device numbers. */
export interface AttachmentTrace {
  bootId: string;
  controllers: NvmeController[];
  /** By leg id. */
  heads: Map<string, NvmeHead>;
  array: VolumeArray | undefined;
  /** The array under the UUID of the previous epoch; of a volume with several arrays: never. */
  previousArray: MdArray | undefined;
  /** All arrays of it, also of the previous epoch. */
  arrays: MdArray[];
  top: DmMapping | undefined;
  stripe: DmMapping | undefined;
  /** Its dm-crypt device, whatever key it was opened with. */
  crypt: DmMapping | undefined;
  link: DeviceLink | undefined;
}

export function traceAttachment(attachment: AttachmentAssignment, fast: FastState): AttachmentTrace {
  const heads = new Map<string, NvmeHead>();
  for (const leg of attachment.legs) {
    const head = fast.heads.find((candidate) => candidate.subsystemNqn === leg.subsystemNqn && candidate.uuid === leg.legId);
    if (head) heads.set(leg.legId, head);
  }
  const top = mappingNamed(fast, dmName(attachment.volumeId));
  return {
    bootId: fast.bootId,
    controllers: fast.controllers.filter((controller) => attachmentIdOfNqn(controller.subsystemNqn) === attachment.attachmentId),
    heads,
    array: arrayOfVolume(attachment, fast),
    previousArray: fast.arrays.find((candidate) => candidate.uuid === attachment.array?.previousUuid),
    arrays: arraysFound(attachment, fast),
    top,
    stripe: mappingNamed(fast, dmStripeName(attachment.volumeId)),
    crypt: fast.mappings.find(({ name, uuid }) => isDmCryptName(name, attachment.volumeId) && uuid === dmUuid(name)),
    // A dangling link of this name is ours as well: only Weft writes in /dev/weft.
    link: fast.links.find(
      (candidate) =>
        candidate.name === attachment.volumeName &&
        (!top || pointsTo(candidate, top) || !fast.mappings.some((other) => pointsTo(candidate, other))),
    ),
  };
}

/** True if the link's target is the mapping's kernel name (`dm-0`) or dm name (`/dev/mapper/…`). */
export const pointsTo = (link: DeviceLink, mapping: DmMapping): boolean =>
  [mapping.device, mapping.name].includes(link.target.split('/').at(-1) ?? '');

export const isEmptyTrace = (trace: AttachmentTrace): boolean =>
  trace.controllers.length === 0 && trace.arrays.length === 0 && !trace.top && !trace.crypt && !trace.stripe && !trace.link;

/** The leg's head if a controller is live: reading a head without one would hang. */
export function liveHead(leg: AttachedLeg, trace: AttachmentTrace): NvmeHead | undefined {
  const live = trace.controllers.some((controller) => controller.subsystemNqn === leg.subsystemNqn && controller.state === 'live');
  return live ? trace.heads.get(leg.legId) : undefined;
}

export const headPath = (head: NvmeHead): string => `/dev/${head.device}`;

/** The md member on this leg's head; undefined when there is no such member or no head. */
export function memberOf(leg: AttachedLeg, trace: AttachmentTrace): MdMember | undefined {
  const device = trace.heads.get(leg.legId)?.device;
  return device === undefined ? undefined : trace.array?.members.find((member) => member.device === device);
}
/** md uses it, or rebuilds it. */
export const isIn = (member: MdMember | undefined): member is MdMember => member !== undefined && !member.flags.includes('faulty');
export const isActive = (member: MdMember | undefined): boolean =>
  member?.flags.includes('in_sync') === true && !member.flags.includes('faulty');

/** Ids of attachments whose namespaces lie under the volume's devices (mappings and array), as far as the chain can be followed down. */
export function ownersOfDevices(attachment: AttachmentAssignment, fast: FastState): Set<string> {
  const trace = traceAttachment(attachment, fast);
  const owners = new Set<string>();
  const seen = new Set<string>();
  const open = [trace.top, trace.crypt, trace.stripe].flatMap((mapping) => mapping?.under ?? []);
  open.push(...trace.arrays.map(({ device }) => device));
  for (let device = open.pop(); device !== undefined; device = open.pop()) {
    if (seen.has(device)) continue;
    seen.add(device);
    const current = device;
    const head = fast.heads.find((candidate) => candidate.device === current);
    const owner = head && attachmentIdOfNqn(head.subsystemNqn);
    if (owner) owners.add(owner);
    open.push(...(fast.arrays.find((candidate) => candidate.device === current)?.members.map((member) => member.device) ?? []));
    open.push(...(fast.mappings.find((candidate) => candidate.device === current)?.under ?? []));
  }
  return owners;
}

/**
 * The mirror set of a leg's index, which is that of its slot in md too: near=2 of raid10 has the slots 2i and 2i+1 in one set (md(4)), and raid1 is one set.
 * Within a set, slot and index may differ once md has filled a slot with another leg: use `slotOf`.
 */
export const setOf = ({ array }: Pick<AttachmentAssignment, 'array'>, { index }: { index: number }): number =>
  mirrorSetOf(index, array?.copies ?? DEFAULT_COPIES);

/** The slot that a leg's superblock claims; its index if the superblock claims none. */
export function slotOf({ index }: AttachedLeg, superblock: MdSuperblock | null | undefined): number {
  const claimed = /^Active device (\d+)$/.exec(superblock?.deviceRole ?? '')?.[1];
  return claimed === undefined ? index : Number(claimed);
}

/** The other halves of the mirror set of an index or slot that md has in sync. */
export const activeBeside = (
  attachment: Pick<AttachmentAssignment, 'array'>,
  { members }: MdArray,
  index: number,
  member: MdMember | undefined,
): MdMember[] =>
  members.filter(
    (other) =>
      other !== member &&
      isActive(other) &&
      other.slot !== null &&
      setOf(attachment, { index: other.slot }) === setOf(attachment, { index }),
  );

/** Members of legs that a path leads to. */
export const reachableMembers = ({ legs }: Pick<AttachmentAssignment, 'legs'>, trace: AttachmentTrace): ReadonlySet<MdMember> =>
  new Set(legs.flatMap((leg) => (liveHead(leg, trace) ? (memberOf(leg, trace) ?? []) : [])));

export const legsInOrder = (attachment: AttachmentAssignment): AttachedLeg[] => [...attachment.legs].sort((a, b) => a.index - b.index);
