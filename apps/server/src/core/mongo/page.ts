import { createHash } from 'node:crypto';
import { DomainError } from '@weft/shared/errors/domain-error';
import { BSON, type Document, type Filter, type Sort } from 'mongodb';
import { SharedReads } from '../load/shared-reads.js';
import { currentScope } from '../scope/scope.js';
import type { Readable } from './mongo.js';

export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
  /** A field of the API, `-field` for descending. */
  sort: string;
}

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  /** Number of objects that match the filter. */
  total: number;
}

interface PageRequest<T> {
  filter: Filter<T>;
  /** Few objects that the list leaves out. Without another filter they are counted by an index, and taken from the number of all. */
  except?: Filter<T>;
  query: PageQuery;
  /** Fields that the list does not show are not read. Default: all are. */
  projection?: Document;
  /** API field → path in the document. */
  sortFields: Record<string, string>;
}

type SortValue = string | number | boolean | Date | null;
interface Position {
  value: SortValue;
  id: string;
}

const { EJSON } = BSON;
/** A count reads everything that matches, so requests that arrive together share one: fifty lists of 50,000 objects a second took a core of the database. */
const totals = new SharedReads<number>();
const invalid = (cause?: unknown) => new DomainError('cursor-unknown', {}, { field: 'cursor', cause });

/** Binds a cursor to its list, sort and filter. */
const bindingOf = (collection: string, sort: string, filter: unknown): string =>
  createHash('sha256')
    .update(EJSON.stringify([collection, sort, filter], { relaxed: false }))
    .digest('base64url')
    .slice(0, 16);

const encode = (binding: string, { value, id }: Position): string =>
  Buffer.from(EJSON.stringify([binding, value, id], { relaxed: false })).toString('base64url');

const isSortValue = (value: unknown): value is SortValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) || value instanceof Date;

function decode(cursor: string, binding: string): Position {
  let parts: unknown;
  try {
    parts = EJSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'), { relaxed: true });
  } catch (cause) {
    throw invalid(cause);
  }
  if (!Array.isArray(parts) || parts.length !== 3) throw invalid();
  const [bound, value, id] = parts as unknown[];
  if (bound !== binding || typeof id !== 'string' || !isSortValue(value)) throw invalid();
  return { value, id };
}

/** Filter for documents after a position. Null and absent sort first; `$gt`/`$lt` compare within one BSON type (MongoDB manual, "Comparison/Sort Order"). */
function after(path: string, direction: 1 | -1, { value, id }: Position): object {
  const beyond = direction === 1 ? '$gt' : '$lt';
  const sameValue = { [path]: value, _id: { [beyond]: id } };
  if (path === '_id') return { _id: { [beyond]: id } };
  if (value === null) return direction === 1 ? { $or: [{ [path]: { $ne: null } }, sameValue] } : sameValue;
  const further = [{ [path]: { [beyond]: value } }, sameValue];
  return { $or: direction === 1 ? further : [...further, { [path]: null }] };
}

function valueAt(document: unknown, path: string): SortValue {
  let value: unknown = document;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[key];
  return isSortValue(value) ? value : null;
}

const isEmpty = (filter: object): boolean => Object.keys(filter).length === 0;

function without<T>(filter: Filter<T>, except: Filter<T> | undefined): Filter<T> {
  if (!except) return filter;
  const others = { $nor: [except] } as Filter<T>;
  return isEmpty(filter) ? others : ({ $and: [filter, others] } as Filter<T>);
}

async function totalOf<T extends { _id: string }>(collection: Readable<T>, { filter, except }: Pick<PageRequest<T>, 'filter' | 'except'>) {
  if (!except || !isEmpty(filter)) return countOf(collection, without(filter, except));
  const [all, left] = await Promise.all([countOf(collection, filter), countOf(collection, except)]);
  return all - left;
}

function countOf<T extends { _id: string }>(collection: Readable<T>, filter: Filter<T>): Promise<number> {
  // The keys of all objects are much smaller than the objects. A caller who sees only some volumes has a filter, which the collection adds.
  const isAll = isEmpty(filter) && currentScope() === undefined;
  const key = `${collection.dbName} ${bindingOf(collection.collectionName, '', filter)}`;
  return totals.get(key, () => collection.countDocuments(filter, isAll ? { hint: { _id: 1 } } : {}));
}

/**
 * One page of a list, found by the position of the last item and never by counting: stable while others write.
 * @throws DomainError `invalid-cursor` for a cursor that is malformed or of another sort or filter.
 */
export async function findPage<T extends { _id: string }>(
  collection: Readable<T>,
  { filter: asked, except, query, projection, sortFields }: PageRequest<T>,
): Promise<Page<T>> {
  const filter = without(asked, except);
  const direction = query.sort.startsWith('-') ? -1 : 1;
  const field = query.sort.replace(/^-/, '');
  const path = sortFields[field];
  if (path === undefined) throw new Error(`${collection.collectionName} has no sort field ${field}: give its path in sortFields`);
  const binding = bindingOf(collection.collectionName, query.sort, filter);
  const place = query.cursor === undefined ? null : after(path, direction, decode(query.cursor, binding));
  const sort: Sort = path === '_id' ? { _id: direction } : { [path]: direction, _id: direction };
  const [found, total] = await Promise.all([
    collection
      .find(place ? ({ $and: [filter, place] } as Filter<T>) : filter, projection ? { projection } : {})
      .sort(sort)
      .limit(query.limit + 1)
      .toArray(),
    totalOf(collection, { filter: asked, ...(except && { except }) }),
  ]);
  const items = found.slice(0, query.limit) as T[];
  const last = items.at(-1);
  return {
    items,
    total,
    nextCursor: found.length > query.limit && last ? encode(binding, { value: valueAt(last, path), id: last._id }) : null,
  };
}
