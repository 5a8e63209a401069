import { expect, test } from 'vitest';
import { aheadMs, clockProblem } from './clock.js';

test('given an answer in between by the clock of the server, however long it took, then there is no difference', () => {
  expect(aheadMs({ sentMs: 1000, serverMs: 1000, receivedMs: 1000 })).toBe(0);
  // Nine seconds on a slow link: a difference of 4 s within them is no clock error.
  expect(clockProblem({ sentMs: 1000, serverMs: 5000, receivedMs: 10_000 })).toBeNull();
});

test('given a server that answered before it was asked or after the answer was here, then at least the rest is the difference', () => {
  expect(aheadMs({ sentMs: 60_000, serverMs: 23_000, receivedMs: 60_100 })).toBe(37_000);
  expect(aheadMs({ sentMs: 60_000, serverMs: 65_100, receivedMs: 60_100 })).toBe(-5000);
});

test('given more than 2 s, then it is a problem with the difference in its words', () => {
  expect(clockProblem({ sentMs: 60_000, serverMs: 58_000, receivedMs: 60_010 })).toBeNull();
  expect(clockProblem({ sentMs: 60_000, serverMs: 22_600, receivedMs: 60_010 })).toEqual({
    code: 'clock-off',
    message: "its clock is at least 37 s ahead of the server's",
  });
  expect(clockProblem({ sentMs: 60_000, serverMs: 70_010, receivedMs: 60_010 })?.message).toBe(
    "its clock is at least 10 s behind the server's",
  );
});
