import { nodeRef } from '@weft/shared/text/references';
import { expect, it } from 'vitest';
import { ReportAge, withFreshReports, withStaleReports } from './report-age.js';

it('treats reports as stale after three full-report intervals, until the next report', () => {
  let seconds = 0;
  const age = new ReportAge(() => seconds);
  seconds = 900;
  expect(age.isStale).toBe(false);
  seconds = 901;
  expect(age.isStale).toBe(true);
  age.heard();
  expect(age.isStale).toBe(false);
});

it('sets ReportsStale on the node, and clears it after a report', () => {
  const conditions = withStaleReports([], nodeRef('n1', 'n1'), '2026-01-01T00:00:00.000Z');
  expect(conditions).toMatchObject([{ type: 'ReportsStale', status: 'true', reason: 'reports-stale' }]);
  expect(withFreshReports(conditions)).toEqual([]);
});
