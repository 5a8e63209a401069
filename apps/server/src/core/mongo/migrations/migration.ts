import type { Db } from 'mongodb';

/** One schema step. It may be interrupted and run again, so each statement must be idempotent. Never change a released one. */
export interface Migration {
  version: number;
  name: string;
  run(db: Db): Promise<void>;
}
