import type { ClusterEvent } from '../../api/types.js';
import { pastOf, paths } from '../../paths/paths.js';

/** The page of one object; the overview for jobs and settings, which have no page of the past. */
function pageOf(kind: ClusterEvent['kind'], id: string) {
  switch (kind) {
    case 'volume':
      return paths.volume(id);
    case 'attachment':
      return paths.attachment(id);
    case 'node':
      return paths.node(id);
    case 'drive':
      return paths.drive(id);
    case 'drive-class':
      return paths.driveClass(id);
    default:
      return paths.overview();
  }
}

/** A link to the object of an event, or to the cluster if it has many, as it was after the last change. A removed object has no page then. */
export function eventMoment({ kind, subjects, subjectCount, topic, to, lastAt }: ClusterEvent) {
  const [subject] = subjects;
  const isOne = subject !== undefined && subjectCount === 1 && !(topic === 'existence' && to === null);
  return pastOf(isOne ? pageOf(kind, subject.id) : paths.overview(), lastAt);
}
