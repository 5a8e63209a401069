import type { Orphan } from '@weft/shared/messages/report';
import type { StoredOrphan } from '../../domain/documents/node.document.js';

const keyOf = ({ kind, name, identity = name }: Orphan): string => JSON.stringify([kind, identity]);

/** The reported orphans, each with the time of its first report. An orphan that an earlier version stored keeps no time. */
export function orphansAfter(before: readonly StoredOrphan[], reported: readonly Orphan[], now: Date): StoredOrphan[] {
  const known = new Map(before.map((orphan) => [keyOf(orphan), orphan]));
  return reported.map((orphan) => {
    const found = known.get(keyOf(orphan));
    const since = found ? found.since : now;
    return since ? { ...orphan, since } : orphan;
  });
}
