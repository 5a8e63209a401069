/*
 * A line with several values for each column of pixels, as what can be seen of it
 * given values of one column, then it reaches from the least to the most of them: no peak is lost
 * given values of neighbouring columns, then both reach to where the line between them goes from one to the other: it has no hole
 * given a gap, then at least one column stays empty, and what comes right after it moves on by a pixel rather than hide it
 */

export interface Line {
  /** Rising. */
  times: ArrayLike<number>;
  /** Null: a gap. */
  values: ArrayLike<number | null | undefined>;
}

/** Where times are: whole columns of pixels, rising. */
export interface TimeScale {
  columnAt: (time: number) => number;
  /** The first time of the next column. */
  endOf: (column: number) => number;
}

/**
 * Tells what the values from `first` to `last` show, column by column from left to right.
 * @param draw not called for columns without anything: nothing is made for a value or a column
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
    // Rounding may say that its end is still in the column.
    let next = time < end ? column : Math.max(column, columnAt(time));
    if (next > column) {
      if (isGap) {
        if (hasAny) draw(column, least, most);
        if (next === column + 1) next += 1;
        least = value;
        most = value;
      } else {
        for (let crossed = column; crossed < next; crossed += 1) {
          const crossing = before + ((value - before) * (crossed + 0.5 - column)) / (next - column);
          draw(crossed, Math.min(least, crossing), Math.max(most, crossing));
          least = crossing;
          most = crossing;
        }
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
