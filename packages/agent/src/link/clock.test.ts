import { expect, test } from 'vitest';
import { aheadMs, clockProblem } from './clock.js';

test('reports no offset when the server’s time lies within the round trip', () => {
  expect(aheadMs({ sentMs: 1000, serverMs: 1000, receivedMs: 1000 })).toBe(0);
  // Nine seconds on a slow link: a difference of 4 s within them is no clock error.
  expect(clockProblem({ sentMs: 1000, serverMs: 5000, receivedMs: 10_000 })).toBeNull();
});

test('reports the minimum offset when the server’s time lies outside the round trip', () => {
  expect(aheadMs({ sentMs: 60_000, serverMs: 23_000, receivedMs: 60_100 })).toBe(37_000);
  expect(aheadMs({ sentMs: 60_000, serverMs: 65_100, receivedMs: 60_100 })).toBe(-5000);
});

test('reports an offset above 2 s as a problem, with its size and direction', () => {
  expect(clockProblem({ sentMs: 60_000, serverMs: 58_000, receivedMs: 60_010 })).toBeNull();
  expect(clockProblem({ sentMs: 60_000, serverMs: 22_600, receivedMs: 60_010 })).toEqual({
    code: 'clock-off',
    params: { seconds: 37, direction: 'ahead' },
    message: "its clock is at least 37 s ahead of the server's",
  });
  expect(clockProblem({ sentMs: 60_000, serverMs: 70_010, receivedMs: 60_010 })?.message).toBe(
    "its clock is at least 10 s behind the server's",
  );
});
