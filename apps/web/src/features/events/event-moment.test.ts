import { expect, test } from 'vitest';
import type { ClusterEvent } from '../../api/types.js';
import { eventMoment } from './event-moment.js';

const LAST_AT = '2026-11-28T12:00:00.000Z';
const event = (more: Partial<ClusterEvent>) =>
  ({
    kind: 'drive',
    topic: 'state',
    to: 'missing',
    subjects: [{ id: 'd1', name: 'S1' }],
    subjectCount: 1,
    lastAt: LAST_AT,
    ...more,
  }) as ClusterEvent;

test.each([
  ['the page of its object', {}, '/drives/$driveId'],
  ['the overview for several objects', { subjectCount: 2 }, '/'],
  ['the overview for a removed object', { topic: 'existence', to: null }, '/'],
  ['the overview for a job', { kind: 'job' as const }, '/'],
])('leads to %s at its last change', (_, more, to) => {
  expect(eventMoment(event(more))).toMatchObject({ to, search: { at: LAST_AT } });
});
