import uPlot from 'uplot';
import { eachColumn } from './line-columns.js';

/** From this many values per pixel, a line is drawn column by column. */
const DENSE = 2;

const fromPointToPoint = uPlot.paths.linear?.() ?? (() => null);

/** A field that uPlot reads from a path but does not declare in its types. */
type Path = uPlot.Series.Paths & { _width: number };

/**
 * Draws from value to value. With more values than pixels, draws one vertical stroke per column, one pixel wide, from its minimum to its maximum: the same
 * picture, and the fastest way without a GPU. A line 1.5 pixels wide with round joins that turns in every pixel takes 25 times as long.
 */
export const linePath: uPlot.Series.PathBuilder = (plot, at, first, last) => {
  const { left, width } = plot.bbox;
  const [times, values] = [plot.data[0], plot.data[at]];
  const { min, max } = plot.scales['x'] ?? {};
  if (!values || min == null || max == null || last - first < DENSE * width) return fromPointToPoint(plot, at, first, last);
  const perTime = width / (max - min);
  const columnAt = (time: number) => Math.round(left + (time - min) * perTime);
  const endOf = (column: number) => min + (column + 0.5 - left) / perTime;
  const half = ((plot.series[at]?.width ?? 1) * uPlot.pxRatio) / 2;
  const stroke = new Path2D();
  eachColumn({ times, values }, [first, last], { columnAt, endOf }, (column, least, most) => {
    stroke.moveTo(column, plot.valToPos(most, 'y', true) - half);
    stroke.lineTo(column, plot.valToPos(least, 'y', true) + half);
  });
  const path: Path = { stroke, _width: 1 / uPlot.pxRatio };
  return path;
};
