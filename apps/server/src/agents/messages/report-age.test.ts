import { nodeRef } from '@weft/shared/text/references';
import { expect, it } from 'vitest';
import { ReportAge, withFreshReports, withStaleReports } from './report-age.js';

it('calls reports stale after three times the interval of full reports, and fresh with the next one', () => {
  let seconds = 0;
  const age = new ReportAge(() => seconds);
  seconds = 900;
  expect(age.isStale).toBe(false);
  seconds = 901;
  expect(age.isStale).toBe(true);
  age.heard();
  expect(age.isStale).toBe(false);
});

it('says so on the node, and no longer after a report', () => {
  const conditions = withStaleReports([], nodeRef('n1', 'n1'), '2026-01-01T00:00:00.000Z');
  expect(conditions).toMatchObject([{ type: 'ReportsStale', status: 'true', reason: 'reports-stale' }]);
  expect(withFreshReports(conditions)).toEqual([]);
});
