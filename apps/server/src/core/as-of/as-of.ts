import { AsyncLocalStorage } from 'node:async_hooks';
import type { Collection, Document } from 'mongodb';
import { MemoryCollection } from './memory-collection.js';

/** The recorded documents of one past moment. */
export interface AsOf {
  readonly at: Date;
  /** Documents of a collection at that moment. Callers share them, so none may change them. @throws Error if the collection is not recorded. */
  documents(collection: string): Promise<readonly Document[]>;
}

/** Set for the duration of a request that is answered with recorded documents. */
const past = new AsyncLocalStorage<AsOf>();

/** Runs `work`: everything that it reads from MongoDB is as of that moment, and it cannot write. */
export const readingAsOf = <T>(asOf: AsOf, work: () => T): T => past.run(asOf, work);

/** Runs `work` on the present documents, also within a request that reads a past moment. */
export const readingNow = <T>(work: () => T): T => past.exit(work);

/** The moment that the running request reads; undefined: now. */
export const asOf = (): AsOf | undefined => past.getStore();

/** The time to compare stored times with: that of the moment, otherwise now. */
export const readTime = (): Date => asOf()?.at ?? new Date();

/** `current`, whose reads come from the recorded documents while the running request reads a past moment. All else then fails. */
export const withPast = <T extends Document>(current: Collection<T>): Collection<T> =>
  new Proxy(current, {
    get(target, key) {
      const moment = asOf();
      if (moment && key !== 'collectionName' && key !== 'dbName') {
        const recorded = new MemoryCollection(target.collectionName, moment);
        const read: unknown = Reflect.get(recorded, key, recorded);
        if (typeof read !== 'function') throw new Error(`${target.collectionName}.${String(key)}: a past moment can only be read`);
        return read.bind(recorded);
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
