import type { LiveChange } from '@weft/shared/links/console-link';
import type { Change } from '../core/changes/change-feed.js';
import { collections } from '../core/mongo/collections.js';
import { partsOfStatusId } from '../domain/documents/agent.documents.js';

/** Newer than every copy: used when the shown data is stored in another collection and has no revision of the object. */
export const READ_AGAIN = Number.MAX_SAFE_INTEGER;

/**
 * The live event for a change, or null. An attachment shows its client's last report (paths, array, open processes), which is stored separately. A node shows
 * how many of its orphans are not ignored.
 */
export function liveChange({ collection, id, revision, deleted }: Change): LiveChange | null {
  if (collection === 'objectStatuses') {
    const { kind, objectId } = partsOfStatusId(id);
    return kind === 'attachment' && objectId !== '' ? { kind, id: objectId, revision: READ_AGAIN, deleted: false } : null;
  }
  if (collection === 'orphanIgnores' && (revision !== null || deleted))
    return { kind: 'node', id: id.slice(0, id.indexOf('/')), revision: READ_AGAIN, deleted: false };
  const kind = collections[collection];
  if (kind === 'servers' || (revision === null && !deleted)) return null;
  return { kind, id, revision: revision ?? 0, deleted };
}

/** Changes since the last batch: the newest one per object. Changes beyond `limit` are dropped: reading everything again is then cheaper. */
export class LiveBatch {
  private readonly changes = new Map<string, LiveChange>();

  constructor(private readonly limit: number) {}

  add(change: LiveChange): void {
    const key = `${change.kind} ${change.id}`;
    const before = this.changes.get(key);
    if (before && !change.deleted && before.revision > change.revision) return;
    if (before || this.changes.size <= this.limit) this.changes.set(key, change);
  }

  get isOverflown(): boolean {
    return this.changes.size > this.limit;
  }

  /** Returns the collected changes and clears them. */
  take(): LiveChange[] {
    const taken = [...this.changes.values()];
    this.changes.clear();
    return taken;
  }
}
