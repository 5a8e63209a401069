import type { Recorded } from './recorded.js';

/** One version of an object; null: it was removed. */
export interface Version {
  id: string;
  document: Recorded | null;
}

/** The documents of a snapshot, and versions after it in order of time: the documents at the time of the last version. */
export function folded(snapshot: readonly Recorded[], changes: Iterable<readonly Version[]>): Recorded[] {
  const documents = new Map(snapshot.map((document) => [document._id, document]));
  for (const versions of changes)
    for (const { id, document } of versions) {
      if (document) documents.set(id, document);
      else documents.delete(id);
    }
  return [...documents.values()];
}
