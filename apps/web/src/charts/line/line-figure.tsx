import { type MetricName, metricOf, type Unit } from '@weft/shared/stats/metrics';
import { useMemo, useState } from 'react';
import { boundsText, unitWords, valueText } from '../../ui/text/value-text.js';
import { logarithmicTicks, tickDistances, valueRange } from '../axis.js';
import { type ChartData, resolutionText } from '../chart-data.js';
import { Figure, type ValueRow } from '../figure.js';
import { missingBefore, momentText } from '../moment-text.js';
import { type Place, Plot, type PlotShape } from '../plot.js';
import { beginOf, boundsAt, type Slot, valueAt } from '../timeline.js';

export interface LineFigureSpec {
  title: string;
  metrics: readonly MetricName[];
  logarithmic?: boolean;
  /** Replaces "Nothing was recorded" when other metrics of the object have data. */
  nothing?: string;
}

const NOTHING = 'No data in this period.';
const shapeOf = (unit: Unit, count: number, logarithmic: boolean): PlotShape => ({
  lines: Array.from({ length: count }, (_, index) => index),
  logarithmic,
  ticks: logarithmic ? logarithmicTicks : null,
  distances: tickDistances(unit),
  text: (value) => valueText(value, unit),
  range: (least, most) => valueRange(least, most, logarithmic ? 'logarithmic' : 'linear'),
});

/** Metrics of one unit as lines over time. */
export function LineFigure({ spec, data }: { spec: LineFigureSpec; data: ChartData }) {
  const { metrics, logarithmic = false } = spec;
  const { history, slots, window } = data;
  const [place, setPlace] = useState<Place | null>(null);
  const unit = metricOf(metrics[0] as MetricName).unit;
  const shape = useMemo(() => shapeOf(unit, metrics.length, logarithmic), [unit, metrics.length, logarithmic]);
  const times = useMemo(() => slots.map(({ at }) => at), [slots]);
  const lines = useMemo(() => metrics.map((metric) => slots.map((slot) => valueAt(history, slot, metric))), [metrics, slots, history]);
  const isThere = (slot: Slot) => metrics.some((metric) => valueAt(history, slot, metric) !== null);
  const shown = place ? slots[place.index] : slots.findLast(isThere);
  const first = slots.find(isThere);
  const hasBounds = metrics.some((metric) => metricOf(metric).fraction !== undefined);

  return (
    <Figure
      title={spec.title}
      unit={`${unitWords[unit]}${logarithmic ? ', logarithmic' : ''}`}
      range={data.range}
      when={shown ? `${place ? 'At' : 'Last, at'} ${momentText(shown.at)}` : 'Last'}
      rows={metrics.map((metric, colour) => rowOf(metric, colour, shown, data))}
      {...(hasBounds ? { boundsTitle: 'Error bound: the exact value is in' } : {})}
      source={`${data.source}; ${resolutionText(history, shown?.live !== undefined)}.`}
      note={missingBefore(first && beginOf(first, history), window.from, history?.stepMs ?? 0)}
      nothing={first ? null : (slots.length > 0 && spec.nothing) || NOTHING}
    >
      <Plot
        shape={shape}
        shapeKey={`${unit} ${metrics.join()} ${logarithmic}`}
        times={times}
        lines={lines}
        window={window}
        onPoint={setPlace}
      />
    </Figure>
  );
}

function rowOf(metric: MetricName, colour: number, slot: Slot | undefined, { history, source, object, label }: ChartData): ValueRow {
  const { title, unit } = metricOf(metric);
  const value = slot ? valueAt(history, slot, metric) : null;
  const found = slot && value !== null ? boundsAt(history, slot, metric) : null;
  const bounds = found && boundsText(found.lower, found.upper);
  return {
    name: title,
    colour,
    value: value === null ? 'none' : valueText(value, unit),
    bounds,
    of: slot && value !== null ? { metric, object, label, source, at: slot.at, bounds } : null,
  };
}
