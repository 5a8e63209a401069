import { MAX_POINTS } from '@weft/shared/kinds/statistics';
import { metricOf, type StatisticsObjectKind } from '@weft/shared/stats/metrics';
import { expect, test } from 'vitest';
import { cpuFigures, type FigureSpec, healthFigures, ioFigures, metricsOfFigures } from './figures.js';

test.each<[StatisticsObjectKind[], readonly FigureSpec[]]>([
  [['volume', 'client', 'target', 'drive'], ioFigures],
  [['node'], cpuFigures],
  [['drive'], healthFigures],
])('given an object of %s, then there is every metric that its charts ask for, and lines of one chart have one unit', (kinds, figures) => {
  for (const metric of metricsOfFigures(figures)) expect(metricOf(metric).objects).toEqual(expect.arrayContaining(kinds));
  for (const figure of figures)
    if (figure.kind === 'lines') expect(new Set(figure.metrics.map((metric) => metricOf(metric).unit)).size).toBe(1);
});

test('given all charts of a drive, which are the most, then one query of 500 values a series fits into what the server answers', () => {
  expect(metricsOfFigures([...ioFigures, ...healthFigures]).length * 501).toBeLessThanOrEqual(MAX_POINTS);
});
