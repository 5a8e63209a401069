import { EXPORTED_METRICS } from '@weft/shared/stats/exported/exported-metrics';
import { expect, test } from 'vitest';
import { curlOf } from '../../../api/curl.js';
import { VALUE_METRICS } from '../../../topology/colours.js';
import { colourings } from '../../../topology/topology-search.js';
import { legendProvenance } from './legend-provenance.js';

const names = new Set<string>(EXPORTED_METRICS.map(({ name }) => name));
const volumes = Array.from({ length: 20 }, (_, n) => ({ id: `v${n}` })) as never;

test('queries only exported metrics for colours by number, and nothing for colours by state', () => {
  for (const colouring of colourings)
    for (const [metric] of (legendProvenance(colouring, { volumes })?.promql ?? '').matchAll(/weft_\w+/g))
      expect(names).toContain(metric.replace(/_bucket$/, ''));
  expect(legendProvenance('health', { volumes })).toBeNull();
  expect(legendProvenance('class', { volumes })).toBeNull();
});

test('requests the metric that the colours by load or latency show', async () => {
  for (const colouring of ['load', 'latency'] as const)
    expect(await curlOf(legendProvenance(colouring, { volumes })?.request as never, 'https://weft.example')).toContain(
      `&metrics=${VALUE_METRICS[colouring]}&`,
    );
  expect(legendProvenance('latency', { volumes })?.promql).not.toContain('quantile');
});

test('limits the command to eight volumes, or to the cluster when there is none', async () => {
  const command = async (of: never) => curlOf(legendProvenance('load', { volumes: of })?.request as never, 'https://weft.example');
  expect((await command(volumes)).match(/volume:/g)).toHaveLength(8);
  expect(await command([] as never)).toContain('objects=cluster&metrics=iops');
});
