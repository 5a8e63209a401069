import { type Document, FIELD, isDocument, valuesAt } from './document.js';
import { type Filter, parseFilter } from './filter.js';
import { Refusal } from './reasons.js';

/** What a list request asks for. */
export interface Query {
  page: number;
  /** 0: all. */
  count: number;
  filter: Filter;
  sort: readonly { path: readonly string[]; descending: boolean }[];
  projection: Projection | null;
}

interface Projection {
  /** Whether the fields are those to show, or those to leave out. */
  include: boolean;
  paths: readonly (readonly string[])[];
  id: boolean;
}

/** Longest text of a filter, sort or projection in a URL. */
const MOST_CHARACTERS = 8192;
const MOST_FIELDS = 100;

/** The value of a query parameter that holds JSON. Absent or empty: undefined. */
function json(what: string, text: unknown): unknown {
  if (text === undefined || text === '') return undefined;
  if (typeof text !== 'string') throw new Refusal('not-json', { what });
  if (text.length > MOST_CHARACTERS) throw new Refusal('too-large', { what, most: `${MOST_CHARACTERS} characters` });
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('not-json', { what });
  }
}

function sortOf(value: unknown): Query['sort'] {
  if (value === undefined) return [];
  if (!isDocument(value)) throw new Refusal('bad-sort', { problem: 'it must be an object of fields, each 1 or -1' });
  const entries = Object.entries(value);
  if (entries.length > 8) throw new Refusal('bad-sort', { problem: 'it has more than 8 fields' });
  return entries.map(([field, direction]) => {
    if (!FIELD.test(field)) throw new Refusal('bad-sort', { problem: `${field.slice(0, 100)} is no name of a field` });
    if (direction !== 1 && direction !== -1) throw new Refusal('bad-sort', { problem: `${field} must be 1 or -1` });
    return { path: field.split('.'), descending: direction === -1 };
  });
}

function projectionOf(value: unknown): Projection | null {
  if (value === undefined) return null;
  const refuse = (problem: string) => new Refusal('bad-projection', { problem });
  if (!isDocument(value)) throw refuse('it must be an object of fields, each 1 or 0');
  const entries = Object.entries(value);
  if (entries.length === 0) return null;
  if (entries.length > MOST_FIELDS) throw refuse(`it has more than ${MOST_FIELDS} fields`);
  const shown = entries.map(([field, show]) => {
    if (!FIELD.test(field)) throw refuse(`${field.slice(0, 100)} is no name of a field`);
    if (show !== 0 && show !== 1 && typeof show !== 'boolean') throw refuse(`${field} must be 1 or 0`);
    return { field, show: Boolean(show) };
  });
  const others = shown.filter(({ field }) => field !== '_id');
  const id = shown.find(({ field }) => field === '_id')?.show;
  if (others.some(({ show }) => show !== others[0]?.show)) throw refuse('fields to show and fields to leave out cannot be mixed');
  const include = others[0]?.show ?? id ?? true;
  return { include, paths: others.map(({ field }) => field.split('.')), id: id ?? true };
}

/** The name that a valid filter asks for, if it is for one object: then the others need not be read. */
export function exactName(filter: unknown): string | undefined {
  const value = json('The filter', filter);
  if (!isDocument(value)) return undefined;
  const name = value._id ?? value.name;
  return typeof name === 'string' && name.length <= 64 ? name : undefined;
}

const wholeNumber = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new Refusal('bad-page');
  return Number(text);
};

/** @param path page and count; absent: all. @throws Refusal */
export function parseQuery(path: { page?: string | undefined; count?: string | undefined }, query: Document): Query {
  const filter = json('The filter', query.filter);
  return {
    page: wholeNumber(path.page ?? '0'),
    count: wholeNumber(path.count ?? '0'),
    filter: filter === undefined ? () => true : parseFilter(filter),
    sort: sortOf(json('The sort', query.sort)),
    projection: projectionOf(json('The projection', query.projection)),
  };
}

/** Texts by characters, numbers by size, anything else and what is missing first. */
function order(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  const rank = (value: unknown) => ['undefined', 'object', 'number', 'string', 'boolean'].indexOf(typeof value);
  return rank(left) - rank(right);
}

function projectInto(value: unknown, paths: readonly (readonly string[])[], include: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => projectInto(each, paths, include));
  if (!isDocument(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]): [string, unknown][] => {
      const here = paths.filter(([first]) => first === field);
      const whole = here.some((path) => path.length === 1);
      if (whole) return include ? [[field, inner]] : [];
      if (here.length === 0) return include ? [] : [[field, inner]];
      return [
        [
          field,
          projectInto(
            inner,
            here.map((path) => path.slice(1)),
            include,
          ),
        ],
      ];
    }),
  );
}

function projected(document: Document, projection: Projection | null): Document {
  if (!projection) return document;
  const { _id, ...rest } = document;
  const { include, paths, id } = projection;
  // `{_id: 1}` alone shows nothing else; `{_id: 0}` alone leaves out nothing else.
  const shown = projectInto(rest, paths, include) as Document;
  return { ...(id ? { _id } : {}), ...shown };
}

/** @returns the documents that match, and how many there are on all pages */
export function select(documents: readonly Document[], query: Query): { items: Document[]; total: number } {
  const { page, count, filter, sort, projection } = query;
  const found = documents.filter(filter);
  if (sort.length > 0)
    found.sort((left, right) => {
      for (const { path, descending } of sort) {
        const by = order(valuesAt(left, path)[0], valuesAt(right, path)[0]);
        if (by !== 0) return descending ? -by : by;
      }
      return 0;
    });
  const shown = count === 0 ? found : found.slice(page * count, (page + 1) * count);
  return { items: shown.map((document) => projected(document, projection)), total: found.length };
}
