import { EXPORTED_METRICS } from '@weft/shared/stats/exported/exported-metrics';
import { expect, test } from 'vitest';
import type { MapRow } from './brush.js';
import { mapNumbers, mappedNumber } from './map-provenance.js';
import { measureNames } from './map-search.js';
import { measureOf } from './measures.js';

const labels = new Map(EXPORTED_METRICS.map((metric) => [metric.name as string, metric.labels as readonly string[]]));
const row = { id: 'd', serial: 'S1', node: { id: 'n', name: 'n1' }, at: '2026-01-01T00:00:00Z' } as MapRow;

test.each(measureNames)('queries exported drive metrics for the colours by %s, and picks the field that sets them', (name) => {
  const { promql, pick } = mapNumbers(name, { to: row.at });
  for (const [metric] of (promql ?? '').matchAll(/weft_\w+/g)) expect(labels.get(metric)).toContain('drive');
  const [, field = ''] = /\[\.serial, \.(\w+)\]/.exec(pick) ?? [];
  // The query picks the field that colours the map.
  expect(measureOf(name).value({ [field]: 7 } as never)).toBe(7);
});

test('identifies the number of one drive by its id, and names its node', () => {
  expect(mappedNumber(row, 'load')).toMatchObject({ metric: 'iops', object: 'drive:d', source: expect.stringContaining('n1') });
  expect(mappedNumber(row, 'free')).toMatchObject({ pick: '.drives[] | select(.id=="d") | .freeRatio', nodes: [{ name: 'n1' }] });
});
