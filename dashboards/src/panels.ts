import {
  BigValueColorMode,
  BigValueGraphMode,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  SortOrder,
  StackingConfigBuilder,
  StackingMode,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import {
  type DashboardLinkBuilder,
  MappingType,
  type Panel,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard';
import {
  CellValuesBuilder,
  PanelBuilder as HeatmapBuilder,
  HeatmapColorMode,
  HeatmapColorOptionsBuilder,
  HeatmapColorScale,
  YAxisConfigBuilder,
} from '@grafana/grafana-foundation-sdk/heatmap';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as StateTimelineBuilder } from '@grafana/grafana-foundation-sdk/statetimeline';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { consoleLinks } from './console-links.js';
import { sourcesOf } from './sources.js';

/** Grafana's names of the units in use. */
export type Unit = 's' | 'Bps' | 'bytes' | 'iops' | 'percentunit' | 'celsius' | 'short' | 'cps' | 'reqps' | 'ops';

export interface Query {
  readonly expr: string;
  readonly legend: string;
}

export interface PanelSpec {
  readonly title: string;
  readonly unit: Unit;
  /** Meaning of the number. Its source is added from the queries. */
  readonly about: string;
  readonly queries: readonly Query[];
  /** Width in columns, of 24. */
  readonly width?: number;
  readonly stacked?: boolean;
  /** The panel marks values above this limit. */
  readonly limit?: number;
  /** Shortest step, for what happens less often than scrapes. */
  readonly step?: string;
  /** Replaces "No data" when the absence of values has a meaning. */
  readonly nothing?: string;
}

export const dataSource = { type: 'prometheus', uid: '$datasource' };
const HEIGHT = 8;
/** The axis reaches at least this value: without it, an axis of zeros only reaches 100 of the unit, such as 10,000 %. */
const LEAST_TOP: Record<Unit, number> = {
  ...{ s: 1e-5, Bps: 1e3, bytes: 1e3, iops: 1, percentunit: 1e-3, celsius: 10 },
  ...{ short: 1, cps: 1, reqps: 1, ops: 1 },
};

const targets = (queries: readonly Query[]) =>
  queries.map(({ expr, legend }, index) =>
    new DataqueryBuilder()
      .refId(String.fromCharCode(65 + index))
      .expr(expr)
      .legendFormat(legend)
      .range(),
  );

const described = ({ about, queries }: PanelSpec): string => `${about} ${sourcesOf(queries.map(({ expr }) => expr))}`;

const thresholds = (limit: number | undefined) =>
  new ThresholdsConfigBuilder()
    .mode(ThresholdsMode.Absolute)
    .steps([{ value: null, color: 'green' }, ...(limit === undefined ? [] : [{ value: limit, color: 'orange' }])]);

interface Common {
  title(title: string): this;
  description(description: string): this;
  datasource(source: typeof dataSource): this;
  unit(unit: string): this;
  dataLinks(links: DashboardLinkBuilder[]): this;
  span(width: number): this;
  height(height: number): this;
  targets(targets: DataqueryBuilder[]): this;
}

const common = <Builder extends Common>(builder: Builder, spec: PanelSpec, width: number, height: number): Builder =>
  builder
    .title(spec.title)
    .description(described(spec))
    .datasource(dataSource)
    .unit(spec.unit)
    .dataLinks(consoleLinks(spec.queries))
    .span(spec.width ?? width)
    .height(height)
    .targets(targets(spec.queries));

/** Curves over time. A gap in the data is a gap in the curve. The legend is beside them: below, it would show three rows. It has no mean: of percentiles there is none. */
export function lines(spec: PanelSpec) {
  const legend = new VizLegendOptionsBuilder()
    .showLegend(true)
    .displayMode(LegendDisplayMode.Table)
    .placement(LegendPlacement.Right)
    .calcs(['max', 'lastNotNull']);
  // Objects by their last value; names without an object have an order of their own, such as percentiles.
  if (spec.queries.every(({ legend }) => legend.startsWith('{{'))) legend.sortBy('Last *').sortDesc(true);
  const builder = common(new TimeseriesBuilder(), spec, 12, HEIGHT)
    .min(0)
    .axisSoftMax(LEAST_TOP[spec.unit])
    .spanNulls(false)
    .legend(legend)
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending))
    .thresholds(thresholds(spec.limit));
  if (spec.step !== undefined) builder.interval(spec.step);
  return spec.stacked ? builder.stacking(new StackingConfigBuilder().mode(StackingMode.Normal)).fillOpacity(20) : builder;
}

/** The newest value, large, without a line: it would run through the number, and the panels below draw it over time. */
export const stat = (spec: PanelSpec) =>
  common(new StatBuilder(), spec, 4, 4)
    .noValue(spec.nothing ?? 'No data')
    .graphMode(BigValueGraphMode.None)
    .colorMode(BigValueColorMode.Value)
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .thresholds(thresholds(spec.limit));

export interface State {
  readonly name: string;
  readonly color: 'green' | 'yellow' | 'orange' | 'red' | 'gray';
}

/** Spans of states over time, one row an object. The query's value is the place of the state in `states`. */
export function stateSpans(spec: PanelSpec & { readonly states: readonly State[] }) {
  const options = Object.fromEntries(spec.states.map(({ name, color }, place) => [String(place), { text: name, color }]));
  return common(new StateTimelineBuilder(), spec, 12, HEIGHT)
    .mappings([{ type: MappingType.ValueToText, options }])
    .showValue(VisibilityMode.Auto)
    .mergeValues(true)
    .legend(
      new VizLegendOptionsBuilder().showLegend(false).displayMode(LegendDisplayMode.List).placement(LegendPlacement.Bottom).calcs([]),
    );
}

/** Buckets of a histogram over time; the query's series are numbers per second by `le`. */
export function heatmap(spec: PanelSpec) {
  const builder = common(new HeatmapBuilder(), spec, 24, HEIGHT + 5);
  return builder
    .targets(
      spec.queries.map(({ expr, legend }) =>
        new DataqueryBuilder().refId('A').expr(expr).legendFormat(legend).format(PromQueryFormat.Heatmap),
      ),
    )
    .color(
      // One slow I/O in ten thousand must be visible.
      new HeatmapColorOptionsBuilder()
        .mode(HeatmapColorMode.Scheme)
        .scheme('Oranges')
        .scale(HeatmapColorScale.Exponential)
        .exponent(0.25)
        .steps(64),
    )
    .cellValues(new CellValuesBuilder().unit('iops'))
    .yAxis(new YAxisConfigBuilder().unit(spec.unit))
    .showLegend();
}

/** On top of every dashboard: shows whether the cluster is simulated. */
export function simulatedOrReal(agents: string) {
  const spec: PanelSpec = {
    title: 'This cluster',
    unit: 'short',
    about: 'Says SIMULATED when nodes, drives and load of the cluster are simulated: its figures then say nothing about any hardware.',
    queries: [{ expr: `max(weft_agent_info{${agents},simulated="true"}) or 0 * max(weft_agent_info{${agents}})`, legend: 'simulated' }],
    width: 24,
  };
  const words = {
    '0': { text: 'Real nodes and drives', color: 'green' },
    '1': { text: 'SIMULATED: nodes, drives and load are not real', color: 'orange' },
  };
  return common(new StatBuilder(), spec, 24, 2)
    .graphMode(BigValueGraphMode.None)
    .colorMode(BigValueColorMode.Background)
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .mappings([{ type: MappingType.ValueToText, options: words }])
    .noValue('No agent of this cluster is scraped');
}

export interface PanelBuilder {
  build(): Panel;
}
