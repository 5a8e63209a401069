import { expect, test } from 'vitest';
import { withAgentAhead } from './agent-ahead.js';

const at = '2026-01-01T00:00:00.000Z';
const other = { type: 'AgentHealthy', status: 'true' as const, reason: 'reported', message: '', since: at };
const seen = (reported: number, stored: number, conditions = [other]) =>
  withAgentAhead(conditions, { nodeName: 't1', reported, stored }, at);

test('given an agent that follows a newer generation than the database has, then its node says so and what would end it', () => {
  expect(seen(57, 41)).toMatchObject([
    other,
    {
      type: 'GenerationKnown',
      status: 'false',
      reason: 'agent-ahead',
      message: expect.stringContaining('t1 follows generation 57, and the database has only 41'),
      unblockedBy: expect.stringContaining('backup'),
    },
  ]);
});

test('given an agent that follows what the database has, or less, then nothing is said, and what was said before is gone', () => {
  expect([seen(41, 41), seen(40, 41), seen(57, 58, seen(57, 41) as never)]).toEqual([[other], [other], [other]]);
});
