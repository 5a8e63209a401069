/** Socket.IO namespace of browsers. The session cookie authenticates; viewers may listen. */
export const CONSOLE_NAMESPACE = '/console';

export type LiveKind = 'node' | 'drive' | 'drive-class' | 'volume' | 'attachment' | 'job' | 'settings';

/** An object changed: read it again if the `revision` of your copy is lower. `deleted`: it is gone. */
export interface LiveChange {
  kind: LiveKind;
  id: string;
  revision: number;
  deleted: boolean;
}

export interface ServerToConsoleEvents {
  /** What changed since the last message, at most one entry an object. */
  changes: (changes: LiveChange[]) => void;
  /** History was lost: read everything again. */
  resync: () => void;
  /** A job in full, whenever it changes. */
  job: (job: import('../kinds/job.js').Job) => void;
}
