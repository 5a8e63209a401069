import { createHash } from 'node:crypto';
import type { AttachmentAssignment } from '../messages/assignment.js';
import { DEFAULT_COPIES, mirrorSetOf } from '../mirror-sets.js';
import { roundUp } from '../units.js';

/*
 * The md arrays of a mirrored volume (docs/decisions/three-way-mirrors.md). md keeps raid1 and raid10 with two copies in one array. A raid10 with three copies
 * is one raid1 array for each mirror set, under one dm-striped table: md's own raid10 with three copies loses writes. The server stores one array for it, with
 * one UUID; the arrays of the sets follow from that here, so that server and agent cannot differ.
 */

type ArrayAssignment = NonNullable<AttachmentAssignment['array']>;
type ArrayShape = Pick<ArrayAssignment, 'level' | 'copies'>;

/** Whether each mirror set has an md array of its own. */
export const hasArrayPerSet = ({ level, copies }: ArrayShape): boolean => level === 'raid10' && (copies ?? DEFAULT_COPIES) > DEFAULT_COPIES;

/** UUID version 5 of a name within another UUID (RFC 9562, 5.5). */
export function derivedId(within: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(within.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Id of mirror set `set` within any id of its volume: within the UUID of the volume's array it is the UUID of the set's array. */
export const idOfSet = (within: string, set: number): string => derivedId(within, `mirror set ${set}`);

/** UUIDs in the superblocks of a volume with these legs, by mirror set. */
export const arrayUuids = (array: ArrayShape & { uuid: string }, legs: readonly { index: number }[]): string[] =>
  hasArrayPerSet(array) ? setNumbers(array, legs).map((set) => idOfSet(array.uuid, set)) : [array.uuid];

/** The array of each mirror set of a volume: the id by which agents remember it, and the UUID in its superblocks. */
export const arrayIds = (volumeId: string, array: ArrayShape & { uuid: string }, legs: readonly { index: number }[]) =>
  arrayUuids(array, legs).map((uuid, set) => ({ id: hasArrayPerSet(array) ? idOfSet(volumeId, set) : volumeId, uuid }));

/** Bytes of each of `sets` arrays under a dm-striped table: whole stripes (stripe_ctr in drivers/md/dm-stripe.c). */
export const bytesPerSet = (sizeBytes: number, stripeSizeBytes: number, sets: number): number =>
  roundUp(Math.ceil(sizeBytes / sets), stripeSizeBytes);

/** An attachment as far as one md array of it goes. */
export interface ArrayAttachment extends AttachmentAssignment {
  /** One of several arrays of the volume. Absent: its only one. */
  set?: {
    /** In place of the volume's id: in the name of the array, and for what the agent remembers of it. */
    id: string;
    /** In place of the attachment's id, for how far its scrub is. */
    scrubId: string;
  };
}

/** By this id the agent names the array and remembers it. */
export const arrayIdOf = ({ volumeId, set }: Pick<ArrayAttachment, 'volumeId' | 'set'>): string => set?.id ?? volumeId;

/** By this id the agent remembers how far the scrub of the array is. */
export const scrubIdOf = ({ attachmentId, set }: Pick<ArrayAttachment, 'attachmentId' | 'set'>): string => set?.scrubId ?? attachmentId;

/**
 * The md arrays of an attachment, in the order of their mirror sets; none without a mirror. Each of several is what a raid1 volume of its own would be, except
 * that ids and names are those of the volume. Legs are numbered within their set.
 */
export function arraysOf(attachment: AttachmentAssignment): (ArrayAttachment & { array: ArrayAssignment })[] {
  const { array, legs, volumeId, attachmentId } = attachment;
  if (!array) return [];
  if (!hasArrayPerSet(array)) return [{ ...attachment, array }];
  const copies = array.copies ?? DEFAULT_COPIES;
  const sets = setNumbers(array, legs);
  return sets.map((set) => ({
    ...attachment,
    protection: 'raid1',
    sizeBytes: bytesPerSet(attachment.sizeBytes, attachment.stripeSizeBytes, sets.length),
    array: {
      ...array,
      level: 'raid1',
      uuid: idOfSet(array.uuid, set),
      previousUuid: array.previousUuid && idOfSet(array.previousUuid, set),
      ...(array.copiedFrom && { copiedFrom: array.copiedFrom.map((origin) => idOfSet(origin, set)) }),
    },
    legs: legs.filter(({ index }) => mirrorSetOf(index, copies) === set).map((leg) => ({ ...leg, index: leg.index - set * copies })),
    set: { id: idOfSet(volumeId, set), scrubId: idOfSet(attachmentId, set) },
  }));
}

/** 0 to the highest one: a set without legs has none at the moment, and its array must not be left out. */
const setNumbers = ({ copies = DEFAULT_COPIES }: ArrayShape, legs: readonly { index: number }[]): number[] =>
  Array.from({ length: Math.max(-1, ...legs.map(({ index }) => mirrorSetOf(index, copies))) + 1 }, (_, set) => set);
