import { EXPORTED_METRICS } from '@weft/shared/stats/exported-metrics';
import { expect, test } from 'vitest';
import { curlOf } from '../../api/curl.js';
import { VALUE_METRICS } from '../../topology/colours.js';
import { colourings } from '../../topology/topology-search.js';
import { legendProvenance } from './legend-provenance.js';

const names = new Set<string>(EXPORTED_METRICS.map(({ name }) => name));
const volumes = Array.from({ length: 20 }, (_, n) => ({ id: `v${n}` })) as never;

test('given colours that are numbers, then each query names what is exported, and states have none', () => {
  for (const colouring of colourings)
    for (const [metric] of (legendProvenance(colouring, { volumes })?.promql ?? '').matchAll(/weft_\w+/g))
      expect(names).toContain(metric.replace(/_bucket$/, ''));
  expect(legendProvenance('health', { volumes })).toBeNull();
  expect(legendProvenance('class', { volumes })).toBeNull();
});

test('given colours by load or latency, then what they are told to be is what is read for them', async () => {
  for (const colouring of ['load', 'latency'] as const)
    expect(await curlOf(legendProvenance(colouring, { volumes })?.request as never, 'https://weft.example')).toContain(
      `&metrics=${VALUE_METRICS[colouring]}&`,
    );
  expect(legendProvenance('latency', { volumes })?.promql).not.toContain('quantile');
});

test('given many volumes, or none, then the command stays one that a person reads', async () => {
  const command = async (of: never) => curlOf(legendProvenance('load', { volumes: of })?.request as never, 'https://weft.example');
  expect((await command(volumes)).match(/volume:/g)).toHaveLength(8);
  expect(await command([] as never)).toContain('objects=cluster&metrics=iops');
});
