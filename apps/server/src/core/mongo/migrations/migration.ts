import type { Db } from 'mongodb';

/** One step of the schema. It may be interrupted and run again, so each of its statements must bear repetition. Never changed once released. */
export interface Migration {
  version: number;
  name: string;
  run(db: Db): Promise<void>;
}
