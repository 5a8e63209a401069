import { rebuildPriorities } from '@weft/shared/kinds/volume';
import { said, textOfMessage } from '@weft/shared/text/rendering/render';
import { volumeOf } from '../documents/references.js';
import type { RepairTurn, VolumeDocument } from '../documents/volume.document.js';
import type { Wait } from './replacement-due.js';

/*
 * Queue of the volumes that wait for other rebuilds to end. Scenarios:
 *
 * - Two volumes contend for one drive or target: the higher priority goes first; at equal priority, the one that has waited longer.
 * - They contend for different ones: neither blocks the other.
 * - A place is free, and a volume ahead contends for its drives or nodes: this volume yields. Each waiting volume is checked within
 *   a minute and then shows its present blocker: so no volume holds a place that it cannot use for longer than that.
 * - A running rebuild is never stopped for a later one.
 */
export type InLine = Pick<VolumeDocument, '_id' | 'name'> & {
  spec: Pick<VolumeDocument['spec'], 'rebuildPriority'>;
  status: { repairTurn: RepairTurn };
};

const rank = ({ spec }: InLine): number => rebuildPriorities.indexOf(spec.rebuildPriority);

export const inOrder = (a: InLine, b: InLine): number =>
  rank(b) - rank(a) || a.status.repairTurn.since.getTime() - b.status.repairTurn.since.getTime() || a._id.localeCompare(b._id);

/** Volumes ahead of this one that contend for the same drives or nodes, in queue order. */
export const before = (volume: InLine, line: readonly InLine[]): InLine[] =>
  line
    .filter((other) => other._id !== volume._id && inOrder(other, volume) < 0)
    .filter(({ status: { repairTurn } }) => repairTurn.waitsFor.some((id) => volume.status.repairTurn.waitsFor.includes(id)))
    .sort(inOrder);

/** The wait, with the volume's position in the queue. */
export function withPlace(wait: Wait, volume: InLine, line: readonly InLine[]): Wait {
  const params = { ...wait.params, place: before(volume, line).length + 1, priority: volume.spec.rebuildPriority };
  return { ...wait, params, message: textOfMessage({ code: wait.code ?? wait.reason, params }) };
}

export const yielding = (index: number, first: InLine): Wait =>
  said('leg-yields', { legIndex: index, volume: volumeOf(first), volumePriority: first.spec.rebuildPriority }, 'copies-running');
