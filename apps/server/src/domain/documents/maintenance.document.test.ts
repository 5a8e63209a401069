import { expect, test } from 'vitest';
import { isInForce, type MaintenanceDocument, maintenanceCondition } from './maintenance.document.js';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));
const maintenance: MaintenanceDocument = {
  since: at(0),
  until: at(60),
  requestedBy: 'admin',
  forced: false,
  endedAt: null,
  endedBy: null,
};
const ended = { ...maintenance, endedAt: at(30), endedBy: 'ops' };

test('isInForce returns true until the maintenance expires or is ended early', () => {
  expect([at(0), at(59), at(60)].map((now) => isInForce(maintenance, now))).toEqual([true, true, false]);
  expect(isInForce(ended, at(31))).toBe(false);
});

test('maintenanceCondition reports period and requester, and how and by whom it ended', () => {
  expect(maintenanceCondition(maintenance, at(1))).toMatchObject({
    type: 'Maintenance',
    reason: 'planned',
    message: expect.stringContaining('since 2026-01-01T00:00:00.000Z, until 2026-01-01T01:00:00.000Z, requested by admin'),
  });
  expect(maintenanceCondition({ ...maintenance, forced: true }, at(1)).reason).toBe('forced');
  expect(maintenanceCondition(maintenance, at(61))).toMatchObject({
    type: 'MaintenanceEnded',
    reason: 'expired',
    since: at(60).toISOString(),
  });
  expect(maintenanceCondition(ended, at(31))).toMatchObject({ reason: 'ended', message: expect.stringContaining('by ops') });
});
