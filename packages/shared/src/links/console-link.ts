import { type NounName, nounNames, nouns } from '../kinds/nouns.js';
import type { StatisticsWatch } from '../kinds/statistics.js';
import type { MetricName } from '../stats/metrics.js';

/** Socket.IO namespace of browsers. The session cookie authenticates; the viewer role is enough. */
export const CONSOLE_NAMESPACE = '/console';

type Nouns = typeof nouns;
/** Kinds whose changes the server pushes to browsers. */
export type LiveKind = { [Kind in NounName]: Nouns[Kind]['live'] extends true ? Kind : never }[NounName];

/** What to read again after a change: the list of the kind; of settings, the one document. */
export const liveLists = Object.fromEntries(
  nounNames.flatMap((kind) => (nouns[kind].live ? [[kind, `/api/v1/${nouns[kind].path}`]] : [])),
) as { readonly [Kind in LiveKind]: `/api/v1/${Nouns[Kind]['path']}` };

/** An object changed: read it again if your copy has a lower `revision`. `deleted`: the object no longer exists. */
export interface LiveChange {
  kind: LiveKind;
  id: string;
  revision: number;
  deleted: boolean;
}

/**
 * On a new connection the server sends the changes of so many milliseconds. A browser whose reads are older than half of that at its first connection
 * reads everything again; the other half is for requests and change stream.
 */
export const RECENT_CHANGES_MS = 30_000;

export interface ServerToConsoleEvents {
  /** Changes since the last message, at most one entry per object. On a new connection: the recent ones. */
  changes: (changes: LiveChange[]) => void;
  /** Changes were lost: read everything again. */
  resync: () => void;
  /** The whole job, whenever it changes. */
  job: (job: import('../kinds/job.js').Job) => void;
  /** New observations of one watched object, sent at once, but at most about once a second. */
  statistics: (now: LiveStatistics) => void;
}

/** Values of every metric of the object's kind, as the query returns them; null: no value. */
export interface LiveStatistics {
  /** The object as in the watch request. */
  object: string;
  /** End of the observed interval, by the server's clock. */
  at: string;
  /** Number of nodes whose samples the values include. If less than `expected`, the values cover only part of the object. */
  heard: number;
  /** Number of nodes that the object needs samples of, connected or not: a client's I/O continues while its agent is offline. */
  expected: number;
  values: Partial<Record<MetricName, number | number[] | null>>;
}

export type WatchAnswer = { ok: true } | { ok: false; code: string; detail: string };

export interface ConsoleToServerEvents {
  /** Replaces everything that the socket watched before. */
  watch: (watch: StatisticsWatch, ack: (answer: WatchAnswer) => void) => void;
}
