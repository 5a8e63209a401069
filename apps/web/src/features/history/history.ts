import type { AuditEntry, Condition, Job } from '../../api/types.js';
import type { Sentence } from '../../ui/text/sentence.js';

export interface Happening {
  at: string;
  what: { job: Job } | { entry: AuditEntry } | { about: Sentence; condition: Condition } | { text: Sentence };
}

/** Last transition of each condition. The API keeps no earlier ones. */
export const conditionHappenings = (about: Sentence, conditions: readonly Condition[]): Happening[] =>
  conditions.map((condition) => ({ at: condition.since, what: { about, condition } }));

/** Known history of an object, newest first; a job stands at the time it ended. */
export const historyOf = (jobs: readonly Job[], audit: readonly AuditEntry[], others: readonly Happening[]): Happening[] =>
  [
    ...others,
    ...jobs.map((job): Happening => ({ at: job.finishedAt ?? job.createdAt, what: { job } })),
    ...audit.map((entry): Happening => ({ at: entry.at, what: { entry } })),
  ].sort((a, b) => b.at.localeCompare(a.at));
