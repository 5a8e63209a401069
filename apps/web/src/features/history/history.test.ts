import { describe, expect, it } from 'vitest';
import type { AuditEntry, ClusterEvent, Condition, Job, Note } from '../../api/types.js';
import { conditionHappenings, historyOf } from './history.js';

const at = (hour: number) => `2026-11-25T${String(hour).padStart(2, '0')}:00:00.000Z`;
const job = (created: number, finished: number | null) =>
  ({ id: `job ${created}`, createdAt: at(created), finishedAt: finished === null ? null : at(finished) }) as Job;
const entry = (hour: number) => ({ at: at(hour) }) as AuditEntry;
const note = (hour: number) => ({ createdAt: at(hour) }) as Note;
const event = (hour: number, more: Partial<ClusterEvent> = {}) =>
  ({ lastAt: at(hour), kind: 'node', topic: 'connection', ...more }) as ClusterEvent;
const list = <T>(items: T[], total = items.length) => ({ items, total });
const none = { jobs: list<Job>([]), audit: list<AuditEntry>([]), events: list<ClusterEvent>([]), notes: list<Note>([]), others: [] };
const hours = (of: Parameters<typeof historyOf>[0]) => historyOf(of).happenings.map((each) => Number(each.at.slice(11, 13)));

describe('the history of an object', () => {
  it('joins jobs, audit, notes and other events, newest first; a job stands where it ended', () => {
    const others = [{ at: at(2), what: { text: 'created' } }];
    const all = {
      jobs: list([job(9, null), job(3, 8)]),
      audit: list([entry(5)]),
      events: list([event(6)]),
      notes: list([note(7)]),
      others,
    };
    expect(hours(all)).toEqual([9, 8, 7, 6, 5, 2]);
    expect(historyOf(all).until).toBeNull();
  });

  it('ends where the first of its lists was not read further, rather than leave out some entries', () => {
    const all = { ...none, jobs: list([job(9, 9), job(6, 6)], 40), audit: list([entry(8), entry(3)]) };
    expect(hours(all)).toEqual([9, 8, 6]);
    expect(historyOf(all).until).toBe(at(6));
  });

  it('shows a job once, and a condition that has an event by its event', () => {
    const condition = { type: 'ReportsStale', since: at(4) } as Condition;
    const others = conditionHappenings('t1', [condition, { ...condition, type: 'AgentHealthy', since: at(3) }]);
    const events = list([event(9, { kind: 'job', topic: 'state' }), event(5, { topic: 'ReportsStale' })]);
    expect(hours({ ...none, events, others })).toEqual([5, 3]);
  });

  it('is empty and whole without entries', () => {
    expect(historyOf(none)).toEqual({ happenings: [], until: null });
  });
});
