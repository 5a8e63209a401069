import { AsyncLocalStorage } from 'node:async_hooks';
import type { Collection } from 'mongodb';

/** Set for the duration of a request that may be answered with old data. */
const accepted = new AsyncLocalStorage<true>();

/** Runs `work`; its reads come from a secondary. Only requests that change nothing may run so: no decision rests on old data. */
export const acceptingStaleReads = <T>(work: () => T): T => accepted.run(true, work);

/** Whether the running request may be answered with old data. */
export const acceptsStaleReads = (): boolean => accepted.getStore() === true;

const READS: ReadonlySet<string | symbol> = new Set([
  'find',
  'findOne',
  'aggregate',
  'countDocuments',
  'estimatedDocumentCount',
  'distinct',
]);

/** `current`, whose reads go to `stale` while the running request accepts old data. Reads in a session, and all writes, go to `current`. */
export function withStaleReads<T extends object>(current: Collection<T>, stale: () => Collection<T>): Collection<T> {
  return new Proxy(current, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      if (!READS.has(key)) return value.bind(target);
      return (...args: unknown[]) => {
        const inSession = args.some((each) => typeof each === 'object' && each !== null && 'session' in each && each.session !== undefined);
        const from = acceptsStaleReads() && !inSession ? stale() : target;
        return (from[key as keyof Collection<T>] as (...args: unknown[]) => unknown)(...args);
      };
    },
  });
}
