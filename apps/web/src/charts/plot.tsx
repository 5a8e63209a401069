import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { aloneIn } from './alone.js';
import { tickText } from './axis/axis.js';
import styles from './figure.module.css';
import { linePath } from './line-path.js';
import { bandsOf, type ChartMark, spaced } from './marks.js';
import { type Palette, readPalette } from './palette.js';
import type { Window } from './timeline.js';

export interface PlotShape {
  /** Palette index of each line. Heat maps have none. */
  lines: readonly number[];
  /** Palette index of each line of the period before, thin and dashed; their values follow those of the lines. */
  before?: readonly number[];
  logarithmic: boolean;
  /** Ticks between two values of the y axis, and their labels. */
  ticks: ((least: number, most: number) => number[]) | null;
  distances: number[];
  text: (value: number) => string;
  range: (least: number | null, most: number | null) => [number, number];
  /** Drawn across the chart where its axis has them. */
  thresholds?: readonly { value: number; text: string }[];
}

export interface Place {
  index: number;
  value: number | null;
}

interface Props {
  shape: PlotShape;
  /** Key of the shape: the plot is recreated when it changes. */
  shapeKey: string;
  /** Milliseconds, ascending. */
  times: readonly number[];
  lines: readonly (readonly (number | null)[])[];
  window: Window;
  /** Draws below the axes, instead of or in addition to lines. */
  paint?: (context: CanvasRenderingContext2D, plot: uPlot, palette: Palette) => void;
  /** Drawn above everything else. */
  marks?: readonly ChartMark[];
  /** The user has dragged over a period. */
  onZoom?: (period: Window) => void;
  /** Place under the pointer: index in `times`, and value on the y axis, or null when the pointer is over another chart. */
  onPoint: (place: Place | null) => void;
}

const HEIGHT = 190;
/** Synchronises the pointer, so that all charts of a page show the same moment. A drag is for one chart: the others follow the page's period. */
const SYNC = 'weft';
const isPointed = (type: string) => type !== 'mousedown' && type !== 'mouseup';
/** A shorter drag is a click. */
const DRAG_PX = 8;

/** The only module besides `line-path` that calls uPlot. */
export function Plot(props: Props) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const newest = useRef(props);
  newest.current = props;
  const scheme = useComputedColorScheme('light');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a plot keeps its colours and its shape: new ones make a new plot.
  useEffect(() => {
    const parent = element.current;
    if (!parent) return;
    const made = new uPlot(options(newest, readPalette(), parent.clientWidth), dataOf(newest.current), parent);
    plot.current = made;
    // The observer also reports the initial size, which is already drawn.
    const resized = new ResizeObserver(() => {
      if (parent.clientWidth !== made.width) made.setSize({ width: parent.clientWidth, height: HEIGHT });
    });
    resized.observe(parent);
    return () => {
      resized.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [scheme, props.shapeKey]);

  const { times, lines, window } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what is drawn.
  useEffect(() => {
    plot.current?.setData(dataOf(newest.current));
  }, [times, lines, window.from, window.to]);
  const marked = (props.marks ?? []).map(({ id, to }) => `${id} ${to}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new values draw the marks as well, so only changed marks need another time.
  useEffect(() => {
    plot.current?.redraw(false);
  }, [marked]);

  return <div ref={element} className={styles.plot} aria-hidden />;
}

const dataOf = ({ times, lines }: Props): uPlot.AlignedData =>
  [times, ...(lines.length > 0 ? lines : [times.map(() => null)])] as unknown as uPlot.AlignedData;

function options(newest: RefObject<Props>, palette: Palette, width: number): uPlot.Options {
  const { shape } = newest.current;
  // Over a heat map the grid would be drawn through the cells.
  const grid = { show: shape.lines.length > 0, stroke: palette.line, width: 1 };
  const axis = { stroke: palette.text, font: FONT, grid, ticks: { stroke: palette.line, width: 1 } };
  const { ticks } = shape;
  return {
    width,
    height: HEIGHT,
    ms: 1,
    legend: { show: false },
    padding: [8, 20, 0, 0],
    cursor: {
      drag: { x: true, y: false, setScale: false, dist: DRAG_PX },
      sync: { key: SYNC, scales: ['x', null], filters: { pub: isPointed } },
      points: { size: 6 },
    },
    scales: {
      x: { time: true, range: () => [newest.current.window.from, newest.current.window.to] },
      y: {
        distr: shape.logarithmic ? 3 : 1,
        range: (_, least, most) => newest.current.shape.range(least ?? null, most ?? null),
      },
    },
    axes: [
      { ...axis, space: 70, size: 30, values: (_, splits, __, ___, apart) => splits.map((at) => tickText(at, apart)) },
      {
        ...axis,
        size: 76,
        ...(ticks ? { splits: (_: uPlot, __: number, least: number, most: number) => ticks(least, most) } : { incrs: shape.distances }),
        // On a logarithmic scale uPlot would drop some of these ticks by its own rule.
        filter: (_: uPlot, splits: number[]) => splits,
        values: (_, splits) => splits.map((value) => shape.text(value)),
      },
    ],
    series: seriesOf(shape, palette),
    hooks: hooksOf(newest, palette),
  };
}

/** The time, the lines, and those of the period before. */
const seriesOf = (shape: PlotShape, palette: Palette): uPlot.Series[] => [
  {},
  ...(shape.lines.length > 0
    ? shape.lines.map((colour) => ({
        stroke: palette.series[colour] ?? palette.text,
        width: 1.5,
        spanGaps: false,
        paths: linePath,
        points: { show: () => false, filter: (plot: uPlot, at: number) => aloneIn(plot.data[at] ?? []), size: 4 },
      }))
    : [{ show: true, stroke: palette.text, points: { show: false } }]),
  ...(shape.before ?? []).map((colour) => ({
    stroke: palette.series[colour] ?? palette.text,
    width: 1,
    dash: [3, 3],
    alpha: 0.7,
    spanGaps: false,
    paths: linePath,
    points: { show: false },
  })),
];

const hooksOf = (newest: RefObject<Props>, palette: Palette): uPlot.Hooks.Arrays => ({
  drawClear: [
    (made) => {
      made.ctx.save();
      newest.current.paint?.(made.ctx, made, palette);
      made.ctx.restore();
    },
  ],
  draw: [
    (made) => drawThresholds(made, newest.current.shape.thresholds ?? [], palette),
    (made) => drawMarks(made, newest.current.marks ?? [], newest.current.window, palette),
  ],
  setSelect: [
    (made) => {
      const { left, width } = made.select;
      if (width <= 0) return;
      made.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      newest.current.onZoom?.({ from: made.posToVal(left, 'x'), to: made.posToVal(left + width, 'x') });
    },
  ],
  setCursor: [
    (made) => {
      const { idx, left = -1, top = -1 } = made.cursor;
      const isHere = made.over.matches(':hover');
      newest.current.onPoint(typeof idx === 'number' && left >= 0 ? { index: idx, value: isHere ? made.posToVal(top, 'y') : null } : null);
    },
  ],
});

/** A dashed line at each threshold, with its text above it at the right end. */
function drawThresholds(plot: uPlot, thresholds: NonNullable<PlotShape['thresholds']>, palette: Palette): void {
  const { ctx: context, bbox } = plot;
  const pixel = uPlot.pxRatio;
  const highest = plot.scales['y']?.max ?? Number.POSITIVE_INFINITY;
  context.save();
  context.fillStyle = palette.text;
  context.strokeStyle = palette.text;
  context.lineWidth = pixel;
  context.setLineDash([6 * pixel, 4 * pixel]);
  context.font = FONT.replace('11px', `${11 * pixel}px`);
  context.textAlign = 'right';
  for (const { value, text } of thresholds) {
    if (value > highest) continue;
    const y = Math.round(plot.valToPos(value, 'y', true)) + 0.5;
    context.beginPath();
    context.moveTo(bbox.left, y);
    context.lineTo(bbox.left + bbox.width, y);
    context.stroke();
    context.fillText(text, bbox.left + bbox.width - 4 * pixel, y - 4 * pixel);
  }
  context.restore();
}

/** A line where a mark begins, with a triangle above it, and a band while marks last. */
function drawMarks(plot: uPlot, marks: readonly ChartMark[], window: Window, palette: Palette): void {
  const { ctx: context, bbox } = plot;
  const size = 5 * uPlot.pxRatio;
  context.save();
  context.beginPath();
  context.rect(bbox.left, 0, bbox.width, bbox.top + bbox.height);
  context.clip();
  context.fillStyle = palette.text;
  const pixelOf = (at: number) => plot.valToPos(at, 'x', true);
  context.globalAlpha = 0.1;
  for (const { from, to } of bandsOf(marks, window)) context.fillRect(pixelOf(from), bbox.top, pixelOf(to) - pixelOf(from), bbox.height);
  context.globalAlpha = 0.8;
  const starts = marks.map(({ from }) => pixelOf(from));
  for (const start of spaced(starts, size)) {
    context.fillRect(Math.round(start), bbox.top, uPlot.pxRatio, bbox.height);
    context.beginPath();
    context.moveTo(start - size, bbox.top - size);
    context.lineTo(start + size, bbox.top - size);
    context.lineTo(start, bbox.top + size / 2);
    context.fill();
  }
  context.restore();
}

const FONT = '11px Inter, system-ui, "Segoe UI", "Liberation Sans", sans-serif';
