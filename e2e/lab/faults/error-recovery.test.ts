import { expect, test } from 'vitest';
import { longestTeardownMs } from './error-recovery.js';

const log = `[  100.100000] nvme nvme2: starting error recovery
[  109.100000] nvme nvme2: Reconnecting in 1 seconds...
[  272.500000] nvme nvme2: starting error recovery
[  272.790994] nvme nvme3: starting error recovery
[  273.610075] nvme nvme2: reading non-mdts-limits failed: -4
[  273.622500] nvme nvme2: Reconnecting in 1 seconds...
[  273.644391] nvme nvme3: Reconnecting in 1 seconds...
[  277.698139] nvme nvme3: rdma connection establishment failed (-104)
[  277.698522] nvme nvme3: Reconnecting in 1 seconds...`;

test('returns the longest error recovery after a time, without failed reconnects', () => {
  expect(longestTeardownMs(log, 200)).toBeCloseTo(1122.5, 1);
  expect(longestTeardownMs(log, 0)).toBeCloseTo(9000, 1);
});

test('throws when the log has no error recovery after that time', () => {
  expect(() => longestTeardownMs(log, 300)).toThrow('no error recovery after 300 s');
});
