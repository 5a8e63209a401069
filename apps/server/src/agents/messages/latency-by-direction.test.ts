import { isTrouble } from '@weft/shared/kinds/condition-types';
import { nodeRef } from '@weft/shared/text/references';
import { expect, test } from 'vitest';
import { withLatencyByDirection } from './latency-by-direction.js';

const at = '2026-01-01T00:00:00.000Z';
const healthy = { type: 'AgentHealthy', status: 'true' as const, reason: 'reported', message: '', since: at };
const missing = {
  code: 'latency-by-direction-unavailable',
  message: 'latency of reads and of writes is not collected separately: bpftrace or setpriv is not installed',
};

test('shows why the agent does not collect latency by direction, as a notice and not as trouble', () => {
  const conditions = withLatencyByDirection([healthy], nodeRef('c1', 'c1'), [missing], at);
  expect(conditions).toMatchObject([
    healthy,
    {
      type: 'LatencyByDirectionMissing',
      message: expect.stringContaining('c1 reports that latency of reads and of writes is not collected separately: bpftrace'),
      unblockedBy: expect.stringContaining('installing bpftrace'),
    },
  ]);
  expect(conditions.filter(isTrouble)).toEqual([]);
  expect(withLatencyByDirection(conditions, nodeRef('c1', 'c1'), [], at)).toEqual([healthy]);
});
