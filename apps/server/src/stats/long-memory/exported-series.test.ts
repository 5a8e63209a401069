import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { seriesKinds } from '../points/series.js';
import {
  bucketLabels,
  CORES,
  type ExportedField,
  exportedFields,
  exportedHistograms,
  metricName,
  OBSERVED,
  QUANTILE,
} from './exported-series.js';

const fields: ExportedField[] = [...Object.values(exportedFields), ...Object.values(exportedHistograms), OBSERVED, CORES, QUANTILE];

test('docs/observability.md lists every kind and value of the long memory', () => {
  const page = readFileSync(new URL('../../../../../docs/observability.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('## Long memory');
  for (const { name } of fields) expect(section).toContain(`\`${name}\``);
  for (const kind of seriesKinds) expect(section).toContain(`\`${metricName(kind, OBSERVED).split('_').slice(2, -2).join('_')}\``);
});

test('names and labels distinguish all values, and fit the data model of Prometheus', () => {
  const keys = fields.map(({ name, labels }) => JSON.stringify([name, labels]));
  expect(new Set(keys).size).toBe(keys.length);
  for (const kind of seriesKinds) for (const field of fields) expect(metricName(kind, field)).toMatch(/^[a-z_]+$/);
  expect(new Set(bucketLabels).size).toBe(82);
});
