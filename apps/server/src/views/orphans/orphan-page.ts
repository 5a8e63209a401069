import { createHash } from 'node:crypto';
import type { Query } from '@weft/shared/endpoints/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { ListedOrphan } from '@weft/shared/kinds/views/orphan';
import { z } from 'zod';
import type { Page } from '../../core/mongo/page.js';

type OrphanQuery = Query<typeof endpoints.listOrphans>;

const cursorSchema = z.tuple([z.string(), z.union([z.string(), z.number(), z.null()]), z.string()]);
type Position = [value: string | number | null, id: string];

/** Binds a cursor to its sort and filters. */
const bindingOf = ({ limit: _limit, cursor: _cursor, ...rest }: OrphanQuery): string =>
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

const matches = (orphan: ListedOrphan, { kind, side, nodeId, volumeId, mayHoldOnlyCopy }: OrphanQuery): boolean =>
  (kind === undefined || orphan.kind === kind) &&
  (side === undefined || orphan.side === side) &&
  (nodeId === undefined || orphan.node.id === nodeId) &&
  (volumeId === undefined || orphan.volume?.id === volumeId) &&
  (mayHoldOnlyCopy === undefined || String(orphan.mayHoldOnlyCopy) === mayHoldOnlyCopy);

/**
 * One page of the list, found by the position of the last item as in `findPage`.
 * @throws DomainError `invalid-cursor` for a cursor that is malformed or of another sort or filter.
 */
export function orphanPage(orphans: readonly ListedOrphan[], query: OrphanQuery): Page<ListedOrphan> {
  const direction = query.sort.startsWith('-') ? -1 : 1;
  const field = query.sort.replace(/^-/, '') as 'since' | 'sizeBytes' | 'kind';
  const binding = bindingOf(query);
  const of = (orphan: ListedOrphan): Position => [orphan[field], orphan.id];
  const matching = orphans.filter((orphan) => matches(orphan, query));
  const start = query.cursor === undefined ? null : positionOf(query.cursor, binding);
  const sorted = matching.sort((a, b) => direction * compare(of(a), of(b)));
  const rest = start === null ? sorted : sorted.filter((orphan) => direction * compare(of(orphan), start) > 0);
  const items = rest.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items,
    total: sorted.length,
    nextCursor: last && rest.length > items.length ? Buffer.from(JSON.stringify([binding, ...of(last)])).toString('base64url') : null,
  };
}
