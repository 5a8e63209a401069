import { drillScheduleSchema } from '@weft/shared/kinds/drills/drill';
import { expect, test } from 'vitest';
import { readForm } from '../../../forms/read-form.js';
import { type DrillSchedule, formOfSchedule, requiredOfSchedule, type ScheduleForm, scheduleSchema, whenText } from './schedule-schema.js';

const id = '8d0d9c77-6d0c-4f5e-9d39-000000000000';
const read = (change: Partial<ScheduleForm>) =>
  readForm(scheduleSchema, { ...formOfSchedule(null), client: id, driveClassId: id, ...change }, requiredOfSchedule);

test('makes a schedule that the contract accepts, with its faults in the order of the list', () => {
  const { body } = read({ kinds: ['fail-leg', 'close-path'] });
  expect(drillScheduleSchema.parse(body)).toEqual(body);
  expect(body?.kinds).toEqual(['close-path', 'fail-leg']);
});

test('reads a stored schedule back as it was', () => {
  const { body } = read({ size: '512 MiB', everyDays: '30', hour: '23' });
  expect(readForm(scheduleSchema, formOfSchedule(body as DrillSchedule), requiredOfSchedule).body).toEqual(body);
});

test('refuses what the contract refuses', () => {
  expect(read({ hour: '24' }).body).toBeNull();
  expect(read({ kinds: [] }).refusedBecause).toBe('Choose a fault first.');
});

test('says when', () => {
  expect(whenText({ everyDays: 1, hour: 23 })).toBe('Every day, between 23:00 and 00:00 UTC');
  expect(whenText({ everyDays: 7, hour: 3 })).toBe('Every 7 days, between 03:00 and 04:00 UTC');
});
