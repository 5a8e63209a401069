import { describe, expect, it } from 'vitest';
import { jobMarks, subjectOf } from './job-marks.js';

const subject = { kind: 'volume', id: 'v', name: 'orders' } as const;

describe('jobs on charts', () => {
  it('last from their request to their end; a running one goes on', () => {
    const job = { id: 'a', kind: 'volume.repair' as const, subject, createdAt: '2026-11-25T10:00:00Z' };
    const marks = jobMarks([
      { ...job, state: 'done', finishedAt: '2026-11-25T10:01:00Z' },
      { ...job, id: 'b', state: 'running', finishedAt: null },
    ]);
    expect(marks.map(({ id, from, to }) => [id, to === null ? null : to - from])).toEqual([
      ['a', 60_000],
      ['b', null],
    ]);
    expect(marks[0]?.text).toMatch(/^Repair orders: done, requested 2026-/);
  });

  it('are those of the object of the chart, and all jobs on charts of the cluster', () => {
    expect(subjectOf('volume:v')).toBe('v');
    expect(subjectOf('cluster')).toBeNull();
  });
});
