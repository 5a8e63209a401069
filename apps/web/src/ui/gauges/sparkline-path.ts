export interface SparkPoint {
  at: number;
  value: number | null;
}

/** More columns than pixels would draw noise. */
export const SPARK_COLUMNS = 96;
export const SPARK_HEIGHT = 32;

/**
 * SVG path of a line in a box of SPARK_COLUMNS × SPARK_HEIGHT: the mean of each column, and a gap where values are missing: at least one
 * of the points, and more than one column.
 * @param most value at the upper edge; the lower edge is 0
 */
export function sparklinePath(points: readonly SparkPoint[], window: { from: number; to: number }, most: number): string {
  const sums = Array.from({ length: SPARK_COLUMNS }, () => ({ sum: 0, count: 0 }));
  const span = window.to - window.from;
  for (const { at, value } of points) {
    const column = sums[Math.min(SPARK_COLUMNS - 1, Math.floor(((at - window.from) / span) * SPARK_COLUMNS))];
    if (!column || value === null) continue;
    column.sum += value;
    column.count += 1;
  }
  const widest = Math.max(2, Math.ceil((spacing(points) / span) * SPARK_COLUMNS));
  let path = '';
  let before = Number.NEGATIVE_INFINITY;
  sums.forEach(({ sum, count }, at) => {
    if (count === 0) return;
    // A point on the upper or lower edge would lose half of its line.
    const y = SPARK_HEIGHT - 1 - (most > 0 ? sum / count / most : 0) * (SPARK_HEIGHT - 2);
    path += `${at - before > widest ? 'M' : 'L'}${at} ${y.toFixed(1)}`;
    before = at;
  });
  return path;
}

/** Smallest distance of two neighbouring points in milliseconds; 0: fewer than two. */
function spacing(points: readonly SparkPoint[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 1; n < points.length; n++) least = Math.min(least, (points[n]?.at ?? 0) - (points[n - 1]?.at ?? 0));
  return Number.isFinite(least) ? least : 0;
}

/** Largest value of all lines, so that they share one scale; 0: there is no value. */
export const largest = (lines: readonly (readonly SparkPoint[])[]): number =>
  lines.reduce((most, points) => points.reduce((max, { value }) => Math.max(max, value ?? 0), most), 0);

/** Shortest period that a line shows. */
const LEAST_MS = 300_000;

/** The period from the first observation on: a young cluster would have all of its line in the last pixels. */
export function observedWindow(
  lines: readonly (readonly SparkPoint[])[],
  window: { from: number; to: number },
): { from: number; to: number } {
  const first = Math.min(...lines.map((points) => points.find(({ value }) => value !== null)?.at ?? Number.POSITIVE_INFINITY));
  return { from: Math.max(window.from, Math.min(first, window.to - LEAST_MS)), to: window.to };
}
