import { expect, test } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.js';

test('follows the Date header of the server, and ignores a response without one', () => {
  const browser = Date.parse('2026-11-21T11:00:00Z');
  noteServerTime(new Headers({ date: 'Sat, 21 Nov 2026 12:00:00 GMT' }), browser);
  noteServerTime(new Headers(), browser);
  expect(new Date(serverNow(browser + 5000)).toISOString()).toBe('2026-11-21T12:00:05.000Z');
});
