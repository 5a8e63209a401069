import { type MetricName, metricOf, type Unit } from '@weft/shared/stats/metrics';
import { useMemo, useState } from 'react';
import type uPlot from 'uplot';
import { valueText } from '../../ui/text/value-text.js';
import { type ChartData, resolutionText } from '../chart-data.js';
import { heatCsv } from '../export/chart-csv.js';
import { ExportMenu } from '../export/export-menu.js';
import { Figure, type ValueRow } from '../figure.js';
import { markAt } from '../marks.js';
import { missingBefore, momentText } from '../moment-text.js';
import type { Palette } from '../palette.js';
import { type Place, Plot, type PlotShape } from '../plot.js';
import { type HeatColumn, type HeatMap, heatMap, strength } from './heat-map.js';
import type { HeatRows } from './heat-rows.js';

export interface HeatFigureSpec {
  title: string;
  metric: MetricName;
  rate?: MetricName;
  rows: HeatRows;
  /** Unit of a cell, and the titles of both axes. */
  unit: Unit;
  axes: string;
  nothing: string;
}

const NO_LINES: readonly (number | null)[][] = [];

/** Rows over time; a stronger colour means more. Columns without an observation stay empty; columns without a value have a background. */
export function HeatFigure({ spec, data }: { spec: HeatFigureSpec; data: ChartData }) {
  const { history, live, window, marks } = data;
  const [place, setPlace] = useState<Place | null>(null);
  const map = useMemo(
    () => (history ? heatMap(history, live, window, { ...spec, full: spec.rows.full }) : { columns: [], most: 0, rows: null, height: 0 }),
    [history, live, window, spec],
  );
  const { rows } = map;
  const shape = useMemo(() => shapeOf(spec.rows, map), [spec.rows, map]);
  const times = useMemo(() => map.columns.map(({ from, to }) => (from + to) / 2), [map]);
  const column = place ? map.columns[place.index] : map.columns.findLast(({ values }) => values !== null);
  const first = map.columns.find(({ values }) => values !== null);
  const mark = place && column ? markAt(marks, (column.from + column.to) / 2, column.to - column.from, window) : null;
  const strongest = map.most > 0 ? valueText(map.most, spec.unit) : null;

  return (
    <Figure
      title={spec.title}
      unit={spec.axes}
      range={data.range}
      when={column ? `${place ? 'Step from' : 'Last step, from'} ${momentText(column.from)}` : 'Last step'}
      rows={rowsOf(spec, column, place)}
      isPointed={false}
      mark={mark?.text ?? null}
      menu={
        <ExportMenu
          title={spec.title}
          metrics={[spec.metric]}
          data={data}
          lines={[]}
          csv={(simulated) => heatCsv(map.columns, rowCount(map), spec.rows.name, simulated)}
        />
      }
      source={`${data.source}; ${resolutionText(history, false)}${column?.isLive && column.values ? ', this one live' : ''}.`}
      note={[strongest && `Strongest colour: ${strongest}.`, missingBefore(first?.from, window.from, history?.stepMs ?? 0)]
        .filter(Boolean)
        .join(' ')}
      nothing={rows ? null : spec.nothing}
    >
      <Plot
        shape={shape}
        shapeKey={spec.metric}
        times={times}
        lines={NO_LINES}
        window={window}
        marks={marks}
        onZoom={data.onZoom}
        paint={(context, plot, palette) => paint(context, plot, palette, map, spec.rows)}
        onPoint={setPlace}
      />
    </Figure>
  );
}

const rowCount = ({ columns }: HeatMap): number => columns.find(({ values }) => values !== null)?.values?.length ?? 0;

const shapeOf = (rows: HeatRows, { rows: shown, height }: HeatMap): PlotShape => ({
  lines: [],
  logarithmic: rows.logarithmic,
  ticks: rows.ticks,
  distances: [],
  text: rows.tickText,
  // For latencies, only the rows that occur; all cores, so that idle ones show as idle.
  range: () => (rows.logarithmic ? [rows.edges(shown?.first ?? 0)[0], rows.edges(shown?.last ?? 31)[1]] : [0, Math.max(1, height)]),
});

function rowsOf({ rows, unit, metric }: HeatFigureSpec, column: HeatColumn | undefined, place: Place | null): ValueRow[] {
  const { values } = column ?? {};
  if (!values) return [{ name: metricOf(metric).title, value: 'not observed' }];
  const most = values.reduce((best, value, row) => (value > (values[best] ?? 0) ? row : best), 0);
  const text = (row: number) => valueText(values[row] ?? 0, unit);
  const busiest = { name: 'Most', value: (values[most] ?? 0) > 0 ? `${text(most)} in ${rows.name(most)}` : 'none' };
  if (place?.value == null) return [busiest];
  const row = rows.rowAt(place.value);
  return [busiest, { name: `Here, ${rows.name(row)}`, value: text(row) }];
}

function paint(context: CanvasRenderingContext2D, plot: uPlot, palette: Palette, { columns, most }: HeatMap, rows: HeatRows): void {
  const { left, top, width, height } = plot.bbox;
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  for (const { from, to, values } of columns) {
    if (!values) continue;
    const x = Math.round(plot.valToPos(from, 'x', true));
    const wide = Math.max(1, Math.round(plot.valToPos(to, 'x', true)) - x);
    context.globalAlpha = 1;
    context.fillStyle = palette.ground;
    context.fillRect(x, top, wide, height);
    context.fillStyle = palette.series[0] ?? palette.text;
    values.forEach((value, row) => {
      const alpha = strength(value, most, rows.scale);
      if (alpha === 0) return;
      const [low, high] = rows.edges(row);
      const y = Math.round(plot.valToPos(high, 'y', true));
      context.globalAlpha = alpha;
      context.fillRect(x, y, wide, Math.max(1, Math.round(plot.valToPos(low, 'y', true)) - y));
    });
  }
}
