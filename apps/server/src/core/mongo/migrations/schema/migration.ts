import type { Db } from 'mongodb';

/** One schema step. It may be interrupted and run again, so each statement must be idempotent. Never change a released one. */
export interface Migration {
  version: number;
  name: string;
  run(db: Db): Promise<void>;
  /**
   * Servers that know only the schema before can use the database afterwards, so that servers can be upgraded and rolled back one after the other. Set it if
   * the step only adds collections, indexes and optional fields, and the validators accept what older servers write.
   */
  keepsOlderServers?: true;
}
