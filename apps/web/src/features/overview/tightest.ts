import type { ClassCapacity } from '../../api/types.js';

/** Limit of classes on the overview; the full list has its own page. */
export const MOST_CLASSES = 12;

const missing = ({ repair }: ClassCapacity): number => (repair ? Math.max(0, repair.neededBytes - repair.availableBytes) : 0);
const used = ({ usedBytes, capacityBytes }: ClassCapacity): number => (capacityBytes === 0 ? 0 : usedBytes / capacityBytes);

/** All classes in their order while they are few; else those with the largest lack of repair space first, then the fullest. */
export const tightest = (classes: readonly ClassCapacity[]): readonly ClassCapacity[] =>
  classes.length <= MOST_CLASSES
    ? classes
    : [...classes].sort((a, b) => missing(b) - missing(a) || used(b) - used(a)).slice(0, MOST_CLASSES);
