import { nodeRef } from '@weft/shared/text/references';
import { expect, test } from 'vitest';
import { withClock } from './node-clock.js';

const at = '2026-01-01T00:00:00.000Z';
const other = { type: 'AgentHealthy', status: 'true' as const, reason: 'reported', message: '', since: at };
const off = { code: 'clock-off', message: "its clock is at least 37 s ahead of the server's" };

test('sets ClockSkewed with the offset and the remedy while the agent reports a wrong clock', () => {
  const said = withClock([other], nodeRef('t1', 't1'), [{ code: 'ledger-unwritable', message: 'no' }, off], at);
  expect(said).toMatchObject([
    other,
    {
      type: 'ClockSkewed',
      status: 'true',
      message: expect.stringMatching(/^t1 reports that its clock is at least 37 s ahead of the server's: times in its logs/),
      unblockedBy: expect.stringContaining('chronyc tracking on t1'),
    },
  ]);
  expect(withClock(said, nodeRef('t1', 't1'), [], at)).toEqual([other]);
});
