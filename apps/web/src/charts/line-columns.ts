/*
 * Reduces a line with several values per pixel column to what is visible of it.
 * - Values of one column: the stroke reaches from their minimum to their maximum, so no peak is lost.
 * - Values of neighbouring columns: both strokes reach the point where the line crosses between them, so the line has no hole.
 * - A gap leaves at least one column empty. A value right after it moves one pixel to the right rather than hide the gap.
 */

export interface Line {
  /** Ascending. */
  times: ArrayLike<number>;
  /** Null: a gap. */
  values: ArrayLike<number | null | undefined>;
}

/** Maps times to whole pixel columns, ascending. */
export interface TimeScale {
  columnAt: (time: number) => number;
  /** The first time of the next column. */
  endOf: (column: number) => number;
}

/**
 * Calls `draw` with the range of values of each pixel column, from left to right, for the values from `first` to `last`.
 * @param draw not called for empty columns. Nothing is allocated per value or column.
 */
export function eachColumn(
  { times, values }: Line,
  [first, last]: readonly [number, number],
  { columnAt, endOf }: TimeScale,
  draw: (column: number, least: number, most: number) => void,
): void {
  let column = Number.NEGATIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  let [least, most, before] = [0, 0, 0];
  let [hasAny, isGap] = [false, true];
  for (let at = first; at <= last; at += 1) {
    const value = values[at];
    if (value == null) {
      isGap = true;
      continue;
    }
    const time = times[at] as number;
    // Because of rounding, `columnAt` may place the end of a column in that column.
    let next = time < end ? column : Math.max(column, columnAt(time));
    if (next > column) {
      if (isGap) {
        if (hasAny) draw(column, least, most);
        if (next === column + 1) next += 1;
        least = value;
        most = value;
      } else {
        least = crossColumns(column, next, before, value, least, most, draw);
        most = least;
      }
      column = next;
      end = endOf(column);
    }
    if (value < least) least = value;
    if (value > most) most = value;
    before = value;
    hasAny = true;
    isGap = false;
  }
  if (hasAny) draw(column, least, most);
}

/**
 * Draws the columns from `column` to the one before `next`: the line crosses them on its way from `before` to `value`.
 * @param least with `most` the range of the first of them so far
 * @returns where the line enters column `next`
 */
function crossColumns(
  column: number,
  next: number,
  before: number,
  value: number,
  least: number,
  most: number,
  draw: (column: number, least: number, most: number) => void,
): number {
  let low = least;
  let high = most;
  for (let crossed = column; crossed < next; crossed += 1) {
    const crossing = before + ((value - before) * (crossed + 0.5 - column)) / (next - column);
    draw(crossed, Math.min(low, crossing), Math.max(high, crossing));
    low = crossing;
    high = crossing;
  }
  return low;
}
