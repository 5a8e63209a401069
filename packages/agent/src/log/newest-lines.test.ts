import { expect, test } from 'vitest';
import { newestLines } from './newest-lines.js';

test('keeps the newest whole lines within the bytes, oldest first', () => {
  expect(newestLines('one\ntwo\nthree\n', 10)).toEqual(['two', 'three']);
  expect(newestLines('one\ntwo\nthree\n', 100)).toEqual(['one', 'two', 'three']);
  expect(newestLines('', 100)).toEqual([]);
});

test('cuts a line that is too long, and counts bytes, not letters', () => {
  expect(newestLines('x'.repeat(10_000), 8192)[0]).toHaveLength(4096);
  expect(newestLines('äöü\nß', 4)).toEqual(['ß']);
});
