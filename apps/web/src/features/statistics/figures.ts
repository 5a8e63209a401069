import type { MetricName } from '@weft/shared/stats/metrics';
import type { ChartData } from '../../charts/chart-data.js';
import type { HeatFigureSpec } from '../../charts/heat/heat-figure.js';
import { coreRows, latencyRows } from '../../charts/heat/heat-rows.js';
import type { LineFigureSpec } from '../../charts/line/line-figure.js';
import { valueAt } from '../../charts/timeline.js';

export type FigureSpec = ({ kind: 'lines' } & LineFigureSpec) | ({ kind: 'heat-map' } & HeatFigureSpec);

/** Charts of every object that does I/O. */
export const ioFigures: readonly FigureSpec[] = [
  { kind: 'lines', title: 'IOPS', metrics: ['read-iops', 'write-iops'] },
  { kind: 'lines', title: 'Throughput', metrics: ['read-throughput', 'write-throughput'] },
  {
    kind: 'lines',
    title: 'Latency percentiles',
    metrics: ['latency-p50', 'latency-p90', 'latency-p95', 'latency-p99', 'latency-p999'],
    logarithmic: true,
    nothing: 'No I/O in this period, so there is no latency.',
  },
  {
    kind: 'lines',
    title: 'Average latency',
    metrics: ['read-latency-average', 'write-latency-average'],
    nothing: 'No I/O in this period, or the agents are older and do not report reads and writes separately.',
  },
  {
    kind: 'heat-map',
    title: 'Latency heat map',
    metric: 'latency-heat-map',
    rate: 'iops',
    rows: latencyRows,
    unit: '1/s',
    axes: 'latency in seconds (µs, ms, s), logarithmic; colour: I/O per second, logarithmic',
    nothing: 'No I/O in this period.',
  },
];

/** Of objects whose clients or targets collect latency by direction. */
export const directionFigures: readonly FigureSpec[] = [
  {
    kind: 'lines',
    title: 'Read and write latency percentiles',
    metrics: ['read-latency-p50', 'read-latency-p99', 'write-latency-p50', 'write-latency-p99'],
    logarithmic: true,
    onlyWithData: true,
  },
];

/** Of volumes, legs and cache drives with a cache. */
export const cacheFigures: readonly FigureSpec[] = [
  {
    kind: 'lines',
    title: 'Cache: share found',
    metrics: ['cache-read-hit-ratio', 'cache-write-hit-ratio'],
    nothing: 'No I/O reached a cache in this period.',
  },
  {
    kind: 'lines',
    title: 'Cache: found and not found',
    metrics: ['cache-read-hits', 'cache-read-misses', 'cache-write-hits', 'cache-write-misses'],
  },
  { kind: 'lines', title: 'Cache: use', metrics: ['cache-used', 'cache-dirty'] },
  { kind: 'lines', title: 'Cache: blocks moved', metrics: ['cache-promotions', 'cache-demotions'] },
];

export const cpuFigures: readonly FigureSpec[] = [
  {
    kind: 'lines',
    title: 'CPU by mode',
    metrics: ['cpu-user', 'cpu-system', 'cpu-irq', 'cpu-softirq', 'cpu-steal'],
  },
  {
    kind: 'heat-map',
    title: 'CPU by core',
    metric: 'core-busy',
    rows: coreRows,
    unit: 'ratio',
    axes: 'cores; colour: % busy',
    nothing: 'No data in this period.',
  },
  { kind: 'lines', title: 'Export overhead', metrics: ['target-tax', 'agent-cpu'] },
  { kind: 'lines', title: 'Network', metrics: ['nic-receive', 'nic-transmit'] },
  { kind: 'lines', title: 'Retransmits', metrics: ['rdma-retransmits', 'tcp-retransmits'] },
];

/** A node that exports nothing: its export overhead would be the CPU of its agent once more. */
export const clientCpuFigures: readonly FigureSpec[] = cpuFigures.map((figure) =>
  figure.kind === 'lines' && figure.metrics.includes('target-tax')
    ? { kind: 'lines', title: 'CPU of the agent', metrics: ['agent-cpu'] }
    : figure,
);

export const healthFigures: readonly FigureSpec[] = [
  { kind: 'lines', title: 'Temperature', metrics: ['temperature'] },
  {
    kind: 'lines',
    title: 'Wear',
    metrics: ['wear', 'available-spare'],
    // NVM Express Base 2.0, figure 207: percentage used.
    thresholds: [{ metric: 'wear', value: 1, text: 'rated endurance' }],
  },
  { kind: 'lines', title: 'Media errors', metrics: ['media-errors'] },
];

/** Charts to draw: those of an optional setting only if there is a value of them. */
export const drawnFigures = (figures: readonly FigureSpec[], { history, slots }: Pick<ChartData, 'history' | 'slots'>): FigureSpec[] =>
  figures.filter(
    (figure) =>
      figure.kind !== 'lines' ||
      !figure.onlyWithData ||
      slots.some((slot) => figure.metrics.some((metric) => valueAt(history, slot, metric) !== null)),
  );

/** Metrics to request for these charts. */
export const metricsOfFigures = (figures: readonly FigureSpec[]): MetricName[] => [
  ...new Set(figures.flatMap((each) => (each.kind === 'lines' ? each.metrics : [each.metric, ...(each.rate ? [each.rate] : [])]))),
];
