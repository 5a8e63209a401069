import type { JobTimeline } from '@weft/shared/timeline/job-timeline';
import { expect, test } from 'vitest';
import { drawWaterfall } from './waterfall.js';

const span = (startMs: number, durationMs: number, operation: string | null = null): JobTimeline['lanes'][number]['spans'][number] => ({
  ...{ by: 'agent', what: operation ? 'operation' : 'observe', operation, startMs, durationMs, failed: false },
});
const lane = (spans: JobTimeline['lanes'][number]['spans']): JobTimeline['lanes'][number] => ({
  ...{ node: { id: 'n', name: 't<1>' }, kind: 'export', objectId: 'o', generation: 1, begin: 'assignment' },
  ...{ uncertaintyMs: null, omitted: 0, spans },
});

test('draws each span between its times, and nothing after the end of the job', () => {
  const svg = drawWaterfall('A & B', {
    durationMs: 2000,
    lanes: [lane([span(0, 1000, 'connect'), span(1500, 2000), span(2000, 100, 'late')])],
  });
  const bars = [...svg.matchAll(/<rect x="([\d.]+)" y="\d+" width="([\d.]+)"[^>]*><title>([^<]*)</g)].map(([, x, width, name]) => [
    x,
    width,
    name,
  ]);
  expect(bars).toEqual([
    ['150.0', '393.0', 'connect: 1000 ms'],
    ['739.5', '196.5', 'observe: 2000 ms'],
  ]);
  expect(svg).toContain('t&lt;1>');
  expect(svg).toContain('<title>A &amp; B</title>');
  expect(svg).not.toContain('late');
});
