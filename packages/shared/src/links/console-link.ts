import type { StatisticsWatch } from '../kinds/statistics.js';
import type { MetricName } from '../stats/metrics.js';

/** Socket.IO namespace of browsers. The session cookie authenticates; viewers may listen. */
export const CONSOLE_NAMESPACE = '/console';

/** Kinds whose changes browsers are told of, as they happen. */
export const liveKinds = ['node', 'drive', 'drive-class', 'volume', 'attachment', 'job', 'settings'] as const;
export type LiveKind = (typeof liveKinds)[number];

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
  /** What was observed of one watched object since the last message about it: at once, and about one a second at most. */
  statistics: (now: LiveStatistics) => void;
}

/** Values of every metric that there is of the object's kind, as the query gives them; null: nothing to tell. */
export interface LiveStatistics {
  /** As it was asked for. */
  object: string;
  /** End of what was observed, by the server's clock. */
  at: string;
  /** Nodes whose samples the values are made of. Fewer than `expected`: the values are of a part. */
  heard: number;
  /** Nodes whose samples make the object up, connected or not: a client's I/O goes on while its agent is away. */
  expected: number;
  values: Partial<Record<MetricName, number | number[] | null>>;
}

export type WatchAnswer = { ok: true } | { ok: false; code: string; detail: string };

export interface ConsoleToServerEvents {
  /** Takes the place of what the socket watched before. */
  watch: (watch: StatisticsWatch, ack: (answer: WatchAnswer) => void) => void;
}
