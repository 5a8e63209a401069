import { MAX_POINTS } from '@weft/shared/kinds/statistics';
import { metricOf, type StatisticsObjectKind } from '@weft/shared/stats/metrics';
import { expect, test } from 'vitest';
import type { LivePoint } from '../../charts/live-points.js';
import {
  clientCpuFigures,
  cpuFigures,
  directionFigures,
  drawnFigures,
  type FigureSpec,
  healthFigures,
  ioFigures,
  metricsOfFigures,
} from './figures.js';

test.each<[StatisticsObjectKind[], readonly FigureSpec[]]>([
  [['volume', 'client', 'target', 'drive'], ioFigures],
  [['volume', 'attachment', 'client', 'target', 'cluster'], directionFigures],
  [['node'], cpuFigures],
  [['node'], clientCpuFigures],
  [['drive'], healthFigures],
])('has every metric that the charts of %s use, with one unit per line chart', (kinds, figures) => {
  for (const metric of metricsOfFigures(figures)) expect(metricOf(metric).objects).toEqual(expect.arrayContaining(kinds));
  for (const figure of figures)
    if (figure.kind === 'lines') expect(new Set(figure.metrics.map((metric) => metricOf(metric).unit)).size).toBe(1);
});

test('keeps one query of all drive charts with 500 values a series within the server’s limit', () => {
  expect(metricsOfFigures([...ioFigures, ...healthFigures]).length * 501).toBeLessThanOrEqual(MAX_POINTS);
});

test('shows the export overhead of targets only', () => {
  expect(metricsOfFigures(cpuFigures)).toContain('target-tax');
  expect(metricsOfFigures(clientCpuFigures)).not.toContain('target-tax');
  expect(metricsOfFigures(clientCpuFigures)).toContain('agent-cpu');
});

test('draws percentiles by direction only where some agent collects them', () => {
  const figures = [...ioFigures, ...directionFigures];
  const slot = (values: LivePoint['values']) => ({ at: 0, live: { at: 0, values } });
  expect(drawnFigures(figures, { history: null, slots: [slot({ 'latency-p99': 1 })] })).toEqual(ioFigures);
  expect(drawnFigures(figures, { history: null, slots: [slot({ 'write-latency-p99': 1 })] })).toEqual(figures);
});
