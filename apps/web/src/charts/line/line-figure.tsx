import { type MetricName, metricOf, type Unit } from '@weft/shared/stats/metrics';
import { useMemo, useState } from 'react';
import { boundsText, unitWords, valueText } from '../../ui/text/value-text.js';
import { logarithmicTicks, tickDistances, valueRange } from '../axis/axis.js';
import { type Threshold, withThresholds } from '../axis/threshold.js';
import { type ChartData, resolutionText } from '../chart-data.js';
import { lineCsv } from '../export/chart-csv.js';
import { ExportMenu } from '../export/export-menu.js';
import { Figure, type ValueRow } from '../figure.js';
import { isolated } from '../legend/value-rows.js';
import { markAt } from '../marks.js';
import { missingBefore, momentText } from '../moment-text.js';
import { type Place, Plot, type PlotShape } from '../plot.js';
import { beginOf, boundsAt, type Slot, valueAt, valueBefore } from '../timeline.js';

export interface LineFigureSpec {
  title: string;
  metrics: readonly MetricName[];
  logarithmic?: boolean;
  /** Of its metrics, on every object. Those of one object are in the data. */
  thresholds?: readonly Threshold[];
  /** Replaces "Nothing was recorded" when other metrics of the object have data. */
  nothing?: string;
  /** Only with data: agents collect it with a setting that is off by default. */
  onlyWithData?: boolean;
}

const NOTHING = 'No data in this period.';
/** Share of the window in which the pointer finds the beginning of a mark. */
const NEAR = 0.01;

const shapeOf = (unit: Unit, count: number, logarithmic: boolean, hasBefore: boolean, thresholds: readonly Threshold[]): PlotShape => ({
  lines: Array.from({ length: count }, (_, index) => index),
  before: hasBefore ? Array.from({ length: count }, (_, index) => index) : [],
  logarithmic,
  ticks: logarithmic ? logarithmicTicks : null,
  distances: tickDistances(unit),
  text: (value) => valueText(value, unit),
  range: (least, most) => valueRange(least, withThresholds(most, thresholds), logarithmic ? 'logarithmic' : 'linear'),
  thresholds: thresholds.map(({ value, text }) => ({ value, text: `${text}, ${valueText(value, unit)}` })),
});

/** Values of the lines, then of those of the period before. A line that is not shown has no values, so that the axis fits the others. */
function linesOf(metrics: readonly MetricName[], { slots, history, before }: ChartData, alone: string | null): (number | null)[][] {
  const isShown = (metric: MetricName) => alone === null || metricOf(metric).title === alone;
  const line = (metric: MetricName, numberAt: (slot: Slot) => number | null) =>
    slots.map((slot) => (isShown(metric) ? numberAt(slot) : null));
  return [
    ...metrics.map((metric) => line(metric, (slot) => valueAt(history, slot, metric))),
    ...(before ? metrics.map((metric) => line(metric, ({ at }) => valueBefore(before, at, metric))) : []),
  ];
}

/** Metrics of one unit as lines over time. */
export function LineFigure({ spec, data }: { spec: LineFigureSpec; data: ChartData }) {
  const { metrics, logarithmic = false } = spec;
  const { history, slots, window, before, marks } = data;
  const thresholds = useMemo(
    () => [...(spec.thresholds ?? []), ...data.thresholds.filter(({ metric }) => metrics.includes(metric))],
    [spec, metrics, data.thresholds],
  );
  const [place, setPlace] = useState<Place | null>(null);
  const [alone, setAlone] = useState<string | null>(null);
  const unit = metricOf(metrics[0] as MetricName).unit;
  const hasBefore = before !== null;
  const shape = useMemo(
    () => shapeOf(unit, metrics.length, logarithmic, hasBefore, thresholds),
    [unit, metrics.length, logarithmic, hasBefore, thresholds],
  );
  const limits = shape.thresholds?.map(({ text }) => text).join('; ');
  const times = useMemo(() => slots.map(({ at }) => at), [slots]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the data, only these are drawn.
  const lines = useMemo(() => linesOf(metrics, data, alone), [metrics, slots, history, before, alone]);
  const isThere = (slot: Slot) => metrics.some((metric) => valueAt(history, slot, metric) !== null);
  const shown = place ? slots[place.index] : slots.findLast(isThere);
  const first = slots.find(isThere);
  const hasBounds = metrics.some((metric) => metricOf(metric).fraction !== undefined);
  const mark = place && shown ? markAt(marks, shown.at, NEAR * (window.to - window.from), window) : null;

  return (
    <Figure
      title={spec.title}
      unit={`${unitWords[unit]}${logarithmic ? ', logarithmic' : ''}`}
      range={limits ? `${data.range}; ${thresholds.length > 1 ? 'thresholds' : 'threshold'}: ${limits}` : data.range}
      when={shown ? `${place ? 'At' : 'Last, at'} ${momentText(shown.at)}` : 'Last'}
      rows={metrics.map((metric, colour) => rowOf(metric, colour, shown, data))}
      isPointed={place !== null}
      beforeTitle={hasBefore ? 'Period before' : undefined}
      alone={alone}
      onAlone={metrics.length > 1 ? (name) => setAlone(isolated(alone, name)) : undefined}
      mark={mark?.text ?? null}
      menu={
        <ExportMenu
          title={spec.title}
          metrics={metrics}
          data={data}
          lines={metrics.map((metric) => metricOf(metric).title)}
          csv={(simulated) => lineCsv(metrics, slots, history, simulated)}
        />
      }
      {...(hasBounds ? { boundsTitle: 'Error bound: the exact value is in' } : {})}
      source={`${data.source}; ${resolutionText(history, shown?.live !== undefined)}.`}
      note={missingBefore(first && beginOf(first, history), window.from, history?.stepMs ?? 0)}
      nothing={first ? null : (slots.length > 0 && spec.nothing) || NOTHING}
    >
      <Plot
        shape={shape}
        shapeKey={`${unit} ${metrics.join()} ${logarithmic} ${hasBefore} ${limits}`}
        times={times}
        lines={lines}
        window={window}
        marks={marks}
        onZoom={data.onZoom}
        onPoint={setPlace}
      />
    </Figure>
  );
}

function rowOf(metric: MetricName, colour: number, slot: Slot | undefined, data: ChartData): ValueRow {
  const { history, before, source, object, label } = data;
  const { title, unit } = metricOf(metric);
  const value = slot ? valueAt(history, slot, metric) : null;
  const earlier = slot && before ? valueBefore(before, slot.at, metric) : null;
  const found = slot && value !== null ? boundsAt(history, slot, metric) : null;
  const bounds = found && boundsText(found.lower, found.upper);
  return {
    name: title,
    colour,
    value: value === null ? 'none' : valueText(value, unit),
    amount: value,
    before: before ? (earlier === null ? 'none' : valueText(earlier, unit)) : null,
    bounds,
    of: slot && value !== null ? { metric, object, label, source, at: slot.at, bounds } : null,
  };
}
