import { metricDifferences } from '@weft/test-support/exposition';
import { describe, expect, test } from 'vitest';
import { exposition } from './exposition.js';

/* The check that agents and servers must pass finds the differences that it should. */

describe.each(['agent', 'server'] as const)('metrics of an %s', (by) => {
  test('have no differences when they match the table', () => {
    expect(metricDifferences(by, [exposition(1, by)])).toEqual([]);
  });
});

test('reports a missing metric, an extra one, another type and another label', () => {
  const text = exposition(1, 'agent')
    .replaceAll('weft_array_sync_ratio', 'weft_array_sync')
    .replace('# TYPE weft_path_live gauge', '# TYPE weft_path_live counter')
    .replace('weft_leg_io_latency_seconds_sum{leg=', 'weft_leg_io_latency_seconds_sum{slice=');
  expect(metricDifferences('agent', [text]).sort()).toEqual([
    'weft_array_sync is exported and not in the table',
    'weft_array_sync_ratio is in the table and not exported',
    'weft_leg_io_latency_seconds is exported with the labels drive,slice,volume; in the table: drive,leg,volume',
    'weft_path_live is exported as a counter and is a gauge in the table',
  ]);
});
