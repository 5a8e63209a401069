import type { Document } from 'mongodb';

/** What a caller who does not reach all volumes sees of the database. */
export interface ScopeRows {
  /** The caller: reads of one key have the same result. */
  key: string;
  callerName: string;
  /** Name under which the caller has requested jobs. Null: a token with a selector, which shares the name with all of its user. */
  jobsOf: string | null;
  volumeIds: readonly string[];
  attachmentIds: readonly string[];
  /** Legs of the volumes. */
  legIds: readonly string[];
}

/** open: nothing in it is about volumes, or only what other rows lead to. closed: a read fails. Otherwise the filter of the visible rows. */
export type ScopeRule = 'open' | 'closed' | ((rows: ScopeRows) => Document);
