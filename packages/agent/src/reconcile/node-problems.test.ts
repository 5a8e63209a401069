import { expect, test } from 'vitest';
import { nodeProblems } from './node-problems.js';

const none = { ledger: [], objects: [], connectionsFailure: null, slowFailure: null, directionsFailure: null, tlsDaemon: undefined };

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

test('states that tlshd is missing only where paths need it', () => {
  expect(nodeProblems({ ...none, tlsDaemon: 'ready' })).toEqual([]);
  expect(nodeProblems({ ...none, tlsDaemon: 'stopped' })).toMatchObject([{ code: 'tls-daemon-missing', params: { state: 'stopped' } }]);
});
