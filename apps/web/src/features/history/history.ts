import type { AuditEntry, ClusterEvent, Condition, Job, Note } from '../../api/types.js';
import type { Sentence } from '../../ui/text/sentence.js';

export interface Happening {
  at: string;
  what:
    | { job: Job }
    | { entry: AuditEntry }
    | { event: ClusterEvent }
    | { note: Note }
    | { about: Sentence; condition: Condition }
    | { text: Sentence };
}

/** Last transition of each condition: before this version, no event was recorded. */
export const conditionHappenings = (about: Sentence, conditions: readonly Condition[]): Happening[] =>
  conditions.map((condition) => ({ at: condition.since, what: { about, condition } }));

/** The newest objects of a list, newest first, as the API returns them. */
interface Newest<T> {
  items: readonly T[];
  /** In the whole list. */
  total: number;
}

interface Sources {
  jobs: Newest<Job>;
  audit: Newest<AuditEntry>;
  /** By the time of their last change. */
  events: Newest<ClusterEvent>;
  notes: Newest<Note>;
  others: readonly Happening[];
}

/** The oldest time from which on a list is complete. */
const completeFrom = <T>({ items, total }: Newest<T>, timeOf: (item: T) => string): string => {
  const last = items.at(-1);
  return last && total > items.length ? timeOf(last) : '';
};

/**
 * Known history of an object, newest first; a job stands at the time it ended.
 * @returns until: the history ends there, because a list has older entries that were not read; null: it is whole.
 */
export function historyOf({ jobs, audit, events, notes, others }: Sources): { happenings: Happening[]; until: string | null } {
  // Times as text are in the order of time.
  const until = [
    completeFrom(jobs, ({ createdAt }) => createdAt),
    completeFrom(audit, ({ at }) => at),
    completeFrom(events, ({ lastAt }) => lastAt),
    completeFrom(notes, ({ createdAt }) => createdAt),
  ]
    .sort()
    .at(-1) as string;
  // A job has an entry of its own, and a condition with an event needs no other.
  const told = events.items.filter(({ kind }) => kind !== 'job');
  const topics = new Set(told.map(({ topic }) => topic));
  const happenings = [
    ...others.filter(({ what }) => !('condition' in what && topics.has(what.condition.type))),
    ...told.map((event): Happening => ({ at: event.lastAt, what: { event } })),
    ...jobs.items.map((job): Happening => ({ at: job.finishedAt ?? job.createdAt, what: { job } })),
    ...audit.items.map((entry): Happening => ({ at: entry.at, what: { entry } })),
    ...notes.items.map((note): Happening => ({ at: note.createdAt, what: { note } })),
  ]
    .filter(({ at }) => at >= until)
    .sort((a, b) => b.at.localeCompare(a.at));
  return { happenings, until: until === '' ? null : until };
}
