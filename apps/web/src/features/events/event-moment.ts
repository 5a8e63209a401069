import type { ClusterEvent } from '../../api/types.js';
import { objectPage } from '../../paths/object-page.js';
import { pastOf, paths } from '../../paths/paths.js';

/** A link to the object of an event, or to the cluster if it has many, as it was after the last change. A removed object has no page then. */
export function eventMoment({ kind, subjects, subjectCount, topic, to, lastAt }: ClusterEvent) {
  const [subject] = subjects;
  const isOne = subject !== undefined && subjectCount === 1 && !(topic === 'existence' && to === null);
  // Jobs and settings have no page of the past.
  return pastOf((isOne ? objectPage(kind, subject.id) : null) ?? paths.overview(), lastAt);
}
