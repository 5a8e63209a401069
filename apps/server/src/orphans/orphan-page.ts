import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ListedOrphan } from '@weft/shared/kinds/views/orphan';
import { pageInMemory } from '../core/lists/page-in-memory.js';
import type { Page } from '../core/mongo/page.js';

type OrphanQuery = Query<typeof endpoints.listOrphans>;

const matches = (orphan: ListedOrphan, { kind, side, nodeId, volumeId, mayHoldOnlyCopy, ignored }: OrphanQuery): boolean =>
  (ignored === 'any' || (orphan.ignored !== null) === (ignored === 'true')) &&
  (kind === undefined || orphan.kind === kind) &&
  (side === undefined || orphan.side === side) &&
  (nodeId === undefined || orphan.node.id === nodeId) &&
  (volumeId === undefined || orphan.volume.references.some(({ id }) => id === volumeId)) &&
  (mayHoldOnlyCopy === undefined || orphan.mayHoldOnlyCopy === mayHoldOnlyCopy);

/** @throws DomainError `invalid-cursor` */
export function orphanPage(orphans: readonly ListedOrphan[], query: OrphanQuery): Page<ListedOrphan> {
  const matching = orphans.filter((orphan) => matches(orphan, query));
  return pageInMemory(matching, query, (orphan, field) => orphan[field as 'since' | 'sizeBytes' | 'kind']);
}
