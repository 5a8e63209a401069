/** Versions of an object that may follow each other at once. */
const BURST = 30;
/** An object that used its burst has a version this often. */
const EVERY_MS = 10_000;
/** Changes of restless fields alone make a version this long after the last one. */
const RESTLESS_MS = 60_000;

/** Digests of an object: of all that counts, and without restless fields. */
export interface State {
  all: string;
  calm: string;
}
/** Of an object that is not there. */
export const absent: State = { all: '', calm: '' };

/** What the recorder knows of an object: its last version. */
export interface Known extends State {
  at: number;
  /** Versions that may still follow at once, at that time. */
  left: number;
}

export const known = (state: State, at: number): Known => ({ ...state, at, left: BURST });

export type Verdict = { kind: 'same' } | { kind: 'later'; at: number } | { kind: 'version'; left: number };

/**
 * Whether an object has a version now. A flapping object has at most one in 10 s after its first 30, and the last state of a burst always gets one.
 * @param last undefined: it has no version yet
 */
export function paced(last: Known | undefined, { all, calm }: State, now: number): Verdict {
  if (!last) return all === '' ? { kind: 'same' } : { kind: 'version', left: BURST };
  if (all === last.all) return { kind: 'same' };
  if (calm === last.calm) {
    const at = last.at + RESTLESS_MS;
    return now >= at ? { kind: 'version', left: last.left } : { kind: 'later', at };
  }
  const left = Math.min(BURST, last.left + Math.max(0, now - last.at) / EVERY_MS);
  return left >= 1 ? { kind: 'version', left: left - 1 } : { kind: 'later', at: last.at + (1 - last.left) * EVERY_MS };
}
