import type { DrillSchedule } from '@weft/shared/kinds/drills/drill';
import { expect, test } from 'vitest';
import { dueKind } from './schedule.js';

const schedule: DrillSchedule = {
  everyDays: 7,
  hour: 3,
  kinds: ['close-path', 'stop-exports', 'fail-leg'],
  faultSeconds: 20,
  scratch: { nodeId: 'c1', sizeBytes: 2 ** 30, driveClassId: 'all', protection: 'raid1', transport: 'rdma' },
};
const at = (text: string) => new Date(`2026-12-${text}:00.000Z`);
const last = (kind: DrillSchedule['kinds'][number], text: string) => ({ kind, createdAt: at(text) });

test.each([
  ['the first one at any time of its hour', null, '01T03:59', 'close-path'],
  ['none before its hour', null, '01T02:59', null],
  ['none after its hour, as when the servers were down', null, '01T04:00', null],
  ['the next kind after the days', last('close-path', '01T03:40'), '08T03:00', 'stop-exports'],
  ['none a day early', last('close-path', '01T03:00'), '07T03:59', null],
  ['none twice in its hour', last('close-path', '01T03:00'), '01T03:30', null],
  ['the first kind after the last', last('fail-leg', '01T03:00'), '08T03:00', 'close-path'],
  ['the first kind after one that the schedule does not have', last('kill-agent', '01T03:00'), '08T03:00', 'close-path'],
  ['one after weeks without servers, once', last('close-path', '01T03:00'), '29T03:10', 'stop-exports'],
] as const)('starts %s', (_, before, now, kind) => {
  expect(dueKind(schedule, before, at(now))).toBe(kind);
});

test('starts one each day, although each begins later in its hour', () => {
  const daily = { ...schedule, everyDays: 1 };
  expect(dueKind(daily, last('close-path', '01T03:59'), at('02T03:00'))).toBe('stop-exports');
  expect(dueKind(daily, last('close-path', '01T03:00'), at('01T03:59'))).toBeNull();
});
