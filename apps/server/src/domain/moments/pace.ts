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
  /** When a version would be due if all had come at their pace: the burst is how far this may be ahead (generic cell rate algorithm, ITU-T I.371). */
  dueAt: number;
}

export const known = (state: State, at: number): Known => ({ ...state, at, dueAt: at + EVERY_MS });

export type Turn = { kind: 'same' } | { kind: 'later'; at: number } | { kind: 'version'; dueAt: number };

/**
 * Whether an object has a version now. A flapping object has at most one in 10 s after its first 30, and the last state of a burst always gets one.
 * @param last undefined: it has no version yet
 */
export function paced(last: Known | undefined, { all, calm }: State, now: number): Turn {
  if (!last) return all === '' ? { kind: 'same' } : { kind: 'version', dueAt: now + EVERY_MS };
  if (all === last.all) return { kind: 'same' };
  if (calm === last.calm) {
    const at = last.at + RESTLESS_MS;
    return now >= at ? { kind: 'version', dueAt: last.dueAt } : { kind: 'later', at };
  }
  const at = last.dueAt - (BURST - 1) * EVERY_MS;
  return now >= at ? { kind: 'version', dueAt: Math.max(now, last.dueAt) + EVERY_MS } : { kind: 'later', at };
}
