import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachColumn } from './line-columns.js';

const WIDTH = 20;
type Value = number | null;

/** Draws a line whose times are the indexes of its values, with `perColumn` values per column. */
function drawn(values: readonly Value[], perColumn: number, [first, last] = [0, values.length - 1]) {
  const columns: { column: number; least: number; most: number }[] = [];
  eachColumn(
    { times: values.map((_, at) => at), values },
    [first, last],
    { columnAt: (time) => Math.floor(time / perColumn), endOf: (column) => (column + 1) * perColumn },
    (column, least, most) => columns.push({ column, least, most }),
  );
  return columns;
}

test('draws a column from its least to its greatest value, and halfway to its neighbour', () => {
  expect(drawn([1, 9, 2, 3, 4, 5, 4, 4], 4)).toEqual([
    { column: 0, least: 1, most: 9 },
    { column: 1, least: 3.5, most: 5 },
  ]);
});

test('draws a straight line through columns without values when there is no gap', () => {
  const columns: [number, number, number][] = [];
  const times = [0, 1, 4];
  eachColumn({ times, values: [0, 0, 6] }, [0, 2], { columnAt: (time) => time, endOf: (column) => column + 1 }, (...each) =>
    columns.push(each),
  );
  expect(columns).toEqual([
    [0, 0, 0],
    [1, 0, 1],
    [2, 1, 3],
    [3, 3, 5],
    [4, 5, 6],
  ]);
});

test('leaves the columns of a gap empty, and draws no line into it', () => {
  expect(drawn([5, 5, null, null, null, null, 1, 1], 2)).toEqual([
    { column: 0, least: 5, most: 5 },
    { column: 3, least: 1, most: 1 },
  ]);
});

test('leaves one column empty for a gap between neighbours, and shows every value after it', () => {
  expect(drawn([5, 5, 5, null, 1, 9, 1, 1, 2, 2, 2, 2], 4)).toEqual([
    { column: 0, least: 5, most: 5 },
    { column: 2, least: 1, most: 9 },
  ]);
});

test('draws only the selected part of a line, and nothing for a line of gaps', () => {
  expect(drawn([7, 1, 2, 7], 1, [1, 2])).toEqual([
    { column: 1, least: 1, most: 1.5 },
    { column: 2, least: 1.5, most: 2 },
  ]);
  expect(drawn([null, null], 1)).toEqual([]);
});

test('shows the minimum and maximum of any line, in ascending columns that touch', () => {
  const value = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -50, max: 50 }) }, { weight: 1, arbitrary: fc.constant(null) });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: WIDTH * 6 }), fc.integer({ min: 1, max: 6 }), (values, perColumn) => {
      const columns = drawn(values, perColumn);
      const there = values.filter((each) => each !== null);
      expect(Math.min(...columns.map(({ least }) => least))).toBe(Math.min(...there));
      expect(Math.max(...columns.map(({ most }) => most))).toBe(Math.max(...there));
      columns.slice(1).forEach(({ column, least, most }, at) => {
        const before = columns[at] as (typeof columns)[number];
        expect(column).toBeGreaterThan(before.column);
        if (column > before.column + 1) return;
        expect(least).toBeLessThanOrEqual(before.most);
        expect(most).toBeGreaterThanOrEqual(before.least);
      });
    }),
  );
});
