import { expect, test } from 'vitest';
import { nodeProblems } from './node-problems.js';

const none = { ledger: [], objects: [], connectionsFailure: null, slowFailure: null, directionsFailure: null };

test('has no problem when nothing failed', () => {
  expect(nodeProblems(none)).toEqual([]);
});

test('states why the host does not collect latency by direction, with the words of bpftrace', () => {
  expect(nodeProblems({ ...none, directionsFailure: { cause: 'no-btf' } })).toMatchObject([
    {
      code: 'latency-by-direction-unavailable',
      params: { cause: 'no-btf' },
      message: expect.stringContaining('the kernel has no BTF'),
    },
  ]);
  const failure = 'ERROR: Operation not permitted (lockdown)';
  expect(nodeProblems({ ...none, directionsFailure: { cause: 'ended', failure } })[0]?.message).toContain(`bpftrace ended: ${failure}`);
});
