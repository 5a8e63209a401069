import { createHash } from 'node:crypto';
import { DomainError } from '@weft/shared/errors/domain-error';
import { z } from 'zod';
import type { Page } from '../mongo/page.js';

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  sort: string;
}
type Value = string | number | null;
type Position = [value: Value, id: string];
const cursorSchema = z.tuple([z.string(), z.union([z.string(), z.number(), z.null()]), z.string()]);

/** Binds a cursor to its sort and filters. */
const bindingOf = ({ limit: _limit, cursor: _cursor, ...rest }: ListQuery): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(rest).sort()))
    .digest('base64url')
    .slice(0, 16);

function positionOf(cursor: string, binding: string): Position {
  const invalid = (cause?: unknown) => new DomainError('cursor-unknown', {}, { field: 'cursor', cause });
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch (cause) {
    throw invalid(cause);
  }
  const parsed = cursorSchema.safeParse(parts);
  if (!parsed.success || parsed.data[0] !== binding) throw invalid();
  return [parsed.data[1], parsed.data[2]];
}

/** Null sorts first, as in the lists of the database. */
function compare([a, aId]: Position, [b, bId]: Position): number {
  if (a === b) return aId < bId ? -1 : Number(aId > bId);
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

/**
 * One page of a computed list, found by the position of the last item as in `findPage`.
 * @param items all that match the filters of the query
 * @throws DomainError `invalid-cursor` for a cursor that is malformed or of another sort or filter.
 */
export function pageInMemory<T extends { id: string }>(
  items: readonly T[],
  query: ListQuery,
  sortValue: (item: T, field: string) => Value,
): Page<T> {
  const direction = query.sort.startsWith('-') ? -1 : 1;
  const field = query.sort.replace(/^-/, '');
  const binding = bindingOf(query);
  const of = (item: T): Position => [sortValue(item, field), item.id];
  const start = query.cursor === undefined ? null : positionOf(query.cursor, binding);
  const sorted = [...items].sort((a, b) => direction * compare(of(a), of(b)));
  const rest = start === null ? sorted : sorted.filter((item) => direction * compare(of(item), start) > 0);
  const shown = rest.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    items: shown,
    total: sorted.length,
    nextCursor: last && rest.length > shown.length ? Buffer.from(JSON.stringify([binding, ...of(last)])).toString('base64url') : null,
  };
}
