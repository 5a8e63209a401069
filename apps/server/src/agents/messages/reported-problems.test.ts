import { isTrouble } from '@weft/shared/kinds/condition-types';
import { nodeRef } from '@weft/shared/text/references';
import { expect, test } from 'vitest';
import { withReportedProblems } from './reported-problems.js';

const at = '2026-01-01T00:00:00.000Z';
const healthy = { type: 'AgentHealthy', status: 'true' as const, reason: 'reported', message: '', since: at };
const missing = {
  code: 'latency-by-direction-unavailable',
  message: 'latency of reads and of writes is not collected separately: bpftrace or setpriv is not installed',
};

test('shows why the agent does not collect latency by direction, as a notice and not as trouble', () => {
  const conditions = withReportedProblems([healthy], nodeRef('c1', 'c1'), [missing], at);
  expect(conditions).toMatchObject([
    healthy,
    {
      type: 'LatencyByDirectionMissing',
      message: expect.stringContaining('c1 reports that latency of reads and of writes is not collected separately: bpftrace'),
      unblockedBy: expect.stringContaining('installing bpftrace'),
    },
  ]);
  expect(conditions.filter(isTrouble)).toEqual([]);
  expect(withReportedProblems(conditions, nodeRef('c1', 'c1'), [], at)).toEqual([healthy]);
});

test('sets NodeUnreadable while the storage of the node cannot be read', () => {
  const problem = { code: 'host-unreadable', message: 'lvs did not end within 60 s' };
  const conditions = withReportedProblems([], nodeRef('t1', 't1'), [problem], at);
  expect(conditions).toMatchObject([{ type: 'NodeUnreadable', status: 'true', message: expect.stringContaining('lvs did not end') }]);
  expect(withReportedProblems(conditions, nodeRef('t1', 't1'), [], at)).toEqual([]);
});
