import { expect, test } from 'vitest';
import { piecesOf, spanOf } from './row-window.js';

test('returns the visible rows and a margin at the top of a table', () => {
  expect(spanOf(100, 800, 32)).toEqual({ first: 0, end: 36 });
});

test('returns the visible rows and a margin on both sides in a scrolled table', () => {
  const { first, end } = spanOf(-160_000, 800, 32);
  expect(first).toBeLessThanOrEqual(5000 - 12);
  expect(first).toBeGreaterThan(5000 - 20);
  expect(end).toBeGreaterThanOrEqual(5025 + 12);
  expect(end).toBeLessThan(5025 + 20);
});

test('changes the first row at most once within 32 pixels of scrolling', () => {
  const spans = new Set(Array.from({ length: 32 }, (_, pixel) => spanOf(-16_000 - pixel, 800, 32).first));
  expect(spans.size).toBeLessThanOrEqual(2);
});

test('extends the margin ahead of a fast scroll, and shortens the one behind', () => {
  const still = spanOf(-16_000, 800, 32);
  const down = spanOf(-16_000, 800, 32, -400);
  const up = spanOf(-16_000, 800, 32, 400);
  expect(down.end).toBe(still.end + 24);
  expect(down.first).toBe(still.first + 6);
  expect(up.first).toBe(still.first - 24);
  expect(up.end).toBe(still.end - 6);
  expect(spanOf(-16_000, 800, 32, -16)).toEqual(still);
  // After a jump the next direction is unknown.
  expect(spanOf(-16_000, 800, 32, -16_000)).toEqual(still);
});

test('places gaps as high as the omitted rows around the visible ones', () => {
  expect(piecesOf({ first: 2, end: 4 }, 10, null)).toEqual([{ gap: 2, before: 2 }, { index: 2 }, { index: 3 }, { gap: 6, before: 10 }]);
  expect(piecesOf({ first: 0, end: 48 }, 2, null)).toEqual([{ index: 0 }, { index: 1 }]);
});

test('keeps a focused row outside the window without a change of height', () => {
  expect(piecesOf({ first: 5, end: 6 }, 8, 1)).toEqual([
    { gap: 1, before: 1 },
    { index: 1 },
    { gap: 3, before: 5 },
    { index: 5 },
    { gap: 2, before: 8 },
  ]);
  expect(piecesOf({ first: 0, end: 1 }, 1, 7)).toEqual([{ index: 0 }]);
});
