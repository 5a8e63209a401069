import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import { isStarted } from '@weft/shared/messages/report';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import { arraysOf, hasArrayPerSet } from '@weft/shared/mirrors/mirror-set-arrays';
import type { FastState, MdArray } from '../host/host.js';

/*
 * The md array of a volume. If each mirror set has its own (mirror-set-arrays.ts), they are shown as one, in which set n has the slots that it would have in
 * one array: every rule about a volume's members, its redundancy and its health then reads it as any other. What acts on an array asks for `arraysOf`.
 */
export interface VolumeArray extends MdArray {
  /** The arrays of the mirror sets, in order. Absent: it is one array. */
  sets?: MdArray[];
}

/** All arrays of the volume that there are, whole or not, also of the previous epoch. */
export function arraysFound(attachment: AttachmentAssignment, { arrays }: FastState): MdArray[] {
  const wanted = arraysOf(attachment).map(({ array }) => array);
  const uuids = [...wanted.map(({ uuid }) => uuid), ...wanted.flatMap(({ previousUuid }) => previousUuid ?? [])];
  return uuids.flatMap((uuid) => arrays.find((candidate) => candidate.uuid === uuid) ?? []);
}

/** Undefined: not every array of it is there. */
export function arrayOfVolume(attachment: AttachmentAssignment, { arrays }: FastState): VolumeArray | undefined {
  const { array, stripeSizeBytes } = attachment;
  if (!array || !hasArrayPerSet(array)) return arrays.find(({ uuid }) => uuid === array?.uuid);
  const wanted = arraysOf(attachment);
  const sets = wanted.flatMap((each) => arrays.find(({ uuid }) => uuid === each.array.uuid) ?? []);
  const [first] = sets;
  if (!first || sets.length < wanted.length) return undefined;
  const copies = array.copies ?? DEFAULT_COPIES;
  const smallest = Math.min(...sets.map(({ sizeBytes }) => sizeBytes));
  return {
    ...syncOf(sets, first),
    uuid: array.uuid,
    device: first.device,
    level: array.level,
    state: worstOf(sets).state,
    degraded: sum(sets.map(({ degraded }) => degraded)),
    raidDisks: sum(sets.map(({ raidDisks }) => raidDisks)),
    // dm-striped takes whole chunks of each.
    sizeBytes: Math.floor(smallest / stripeSizeBytes) * stripeSizeBytes * sets.length,
    readOnly: sets.some(({ readOnly }) => readOnly),
    members: sets.flatMap(({ members }, set) =>
      members.map((member) => ({ ...member, slot: member.slot === null ? null : member.slot + set * copies })),
    ),
    sets,
  };
}

/** A resync or rebuild before a check. */
function syncOf(sets: readonly MdArray[], first: MdArray) {
  const busy = sets.filter(({ syncAction }) => syncAction !== 'idle');
  const shown = busy.find(({ syncAction }) => syncAction !== 'check' && syncAction !== 'repair') ?? busy[0] ?? first;
  const { syncAction, syncProgressRatio, syncSpeedBytesPerSecond, syncSpeedLimits } = shown;
  return { syncAction, syncProgressRatio, syncSpeedBytesPerSecond, syncSpeedLimits };
}

const worstOf = (sets: readonly MdArray[]): { state: string } =>
  sets.find(({ state }) => state === 'broken') ?? sets.find((each) => !isStarted(each)) ?? sets.find(isReadOnly) ?? newest(sets);

const isReadOnly = ({ state }: MdArray): boolean => state === 'readonly' || state === 'read-auto';
/** The one that writes now, if any. */
const newest = (sets: readonly MdArray[]): { state: string } => sets.find(({ state }) => state !== 'clean') ?? { state: 'clean' };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
