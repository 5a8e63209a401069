import { rebuildPriorities } from '@weft/shared/kinds/volume';
import type { RepairTurn, VolumeDocument } from '../documents/volume.document.js';
import type { Wait } from './replacement-due.js';

/*
 * The line of volumes that wait for other copies to end. Scenarios:
 *
 * - Two wait for one drive or target: the one of higher priority is first, else the one that has waited longer.
 * - They wait for different ones: neither holds up the other.
 * - A place is free, and somebody before this volume waits for what it would take: it lets that one go first. Whoever waits is looked at
 *   within a minute, and says then what it waits for now: nobody holds a place that it cannot use for longer.
 * - What runs is never stopped for whoever comes later.
 */
export type InLine = Pick<VolumeDocument, '_id' | 'name'> & {
  spec: Pick<VolumeDocument['spec'], 'rebuildPriority'>;
  repairTurn: RepairTurn;
};

const rank = ({ spec }: InLine): number => rebuildPriorities.indexOf(spec.rebuildPriority);

export const inOrder = (a: InLine, b: InLine): number =>
  rank(b) - rank(a) || a.repairTurn.since.getTime() - b.repairTurn.since.getTime() || a._id.localeCompare(b._id);

/** Who goes before `volume` and waits for one of the same drives and nodes, the first first. */
export const before = (volume: InLine, line: readonly InLine[]): InLine[] =>
  line
    .filter((other) => other._id !== volume._id && inOrder(other, volume) < 0)
    .filter(({ repairTurn }) => repairTurn.waitsFor.some((id) => volume.repairTurn.waitsFor.includes(id)))
    .sort(inOrder);

/** The wait with its place in the line. */
export function withPlace(wait: Wait, volume: InLine, line: readonly InLine[]): Wait {
  const place = before(volume, line).length + 1;
  return { ...wait, message: `${wait.message}; ${ordinal(place)} in line, priority ${volume.spec.rebuildPriority}` };
}

export function yielding(index: number, first: InLine): Wait {
  const { rebuildPriority } = first.spec;
  return {
    reason: 'copies-running',
    message: `leg ${index} waits for its turn: ${first.name} (priority ${rebuildPriority}) goes first on what both need`,
    waitingFor: `the repair of ${first.name}`,
    unblockedBy: 'nothing: it starts when its turn comes',
  };
}

function ordinal(place: number): string {
  const teen = place % 100 >= 11 && place % 100 <= 13;
  return `${place}${(teen ? undefined : ['th', 'st', 'nd', 'rd'][place % 10]) ?? 'th'}`;
}
