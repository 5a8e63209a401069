import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Collection, Document } from 'mongodb';
import type { ScopeRows, ScopeRule } from './scope-rows.js';

/** Set for the duration of a read of a caller who sees only some volumes. */
const scope = new AsyncLocalStorage<ScopeRows>();

/** Runs `work`: everything that it reads from MongoDB is of the visible volumes, and it cannot write. */
export const readingWithin = <T>(rows: ScopeRows, work: () => T): T => scope.run(rows, work);

/** Runs `work` on all volumes, for sums that name none of them, and for decisions. */
export const readingEverything = <T>(work: () => T): T => scope.exit(work);

/** The rows that the running request may read; undefined: all. */
export const currentScope = (): ScopeRows | undefined => scope.getStore();

/** The filter that a read of this collection gets now. @throws DomainError `volume-scope` for a closed collection. */
function filterNow(rule: ScopeRule, rows: ScopeRows): Document | null {
  if (rule === 'open') return null;
  if (typeof rule !== 'function') throw new DomainError('volume-scope', { userName: rows.callerName });
  return rule(rows);
}

const both = (given: Document | undefined, within: Document): Document =>
  given && Object.keys(given).length > 0 ? { $and: [within, given] } : within;

type Read = (within: Document, args: unknown[]) => unknown[];

/** How each read of a collection takes one more filter. All other methods fail. */
const reads: Record<string, Read> = {
  find: (within, [filter, ...rest]) => [both(filter as Document | undefined, within), ...rest],
  findOne: (within, [filter, ...rest]) => [both(filter as Document | undefined, within), ...rest],
  countDocuments: (within, [filter, ...rest]) => [both(filter as Document | undefined, within), ...rest],
  distinct: (within, [field, filter, ...rest]) => [field, both(filter as Document | undefined, within), ...rest],
  aggregate: (within, [pipeline, ...rest]) => [[{ $match: within }, ...((pipeline as Document[] | undefined) ?? [])], ...rest],
};

/** Stages that read another collection, past its filter. */
const FOREIGN: ReadonlySet<string> = new Set(['$lookup', '$graphLookup', '$unionWith', '$out', '$merge']);
function isForeign(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if (Array.isArray(part)) return part.some(isForeign);
  return Object.entries(part).some(([key, value]) => FOREIGN.has(key) || isForeign(value));
}

/** `current`, whose reads return the visible rows alone while the running request sees only some volumes. All else then fails. */
export const withScope = <T extends Document>(rule: ScopeRule, current: Collection<T>): Collection<T> =>
  new Proxy(current, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      const rows = currentScope();
      if (typeof value !== 'function') return value;
      if (!rows) return value.bind(target);
      return (...args: unknown[]) => {
        const read = reads[String(key)];
        if (!read) throw new Error(`${target.collectionName}.${String(key)}: a caller who sees only some volumes can only read`);
        if (key === 'aggregate' && isForeign(args[0]))
          throw new Error(
            `${target.collectionName}.aggregate: this pipeline reads other collections, past the filter of the visible volumes`,
          );
        const within = filterNow(rule, rows);
        return (value as (...args: unknown[]) => unknown).apply(target, within === null ? args : read(within, args));
      };
    },
  });
