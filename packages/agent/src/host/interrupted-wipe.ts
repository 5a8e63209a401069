/** Contents of a drive that holds data in its last MiB only. */
export const UNKNOWN_TAIL = 'unknown data in the last MiB';

/** Whether an interrupted wipe may have left these contents. A wipe zeroes from the start, so a signature is older than all of it, or newer. */
export const mayBeInterruptedWipe = (contents: readonly string[]): boolean => contents.every((each) => each === UNKNOWN_TAIL);
