import { beforeEach, expect, test } from 'vitest';
import { FakeReceiver } from '../../../../test-support/fake-receiver.js';
import { LongMemory, type LongMemoryFailure } from './long-memory.js';
import type { LongMemoryRead } from './long-memory-query.js';

const read: LongMemoryRead = {
  ...{ clusterId: 'c', kind: 'cluster', by: 'id', ids: [''], parts: ['reads'] },
  ...{ from: 1_764_500_040_000, to: 1_764_500_160_000, stepMs: 60_000 },
};
let receiver: FakeReceiver;
let memory: LongMemory;
beforeEach(async () => {
  receiver = await FakeReceiver.start();
  const config = { longMemoryQueryUrl: `${receiver.url}/prometheus/`, longMemoryTimeoutSeconds: 0.5 };
  memory = new LongMemory(config as never, receiver.http());
  return () => receiver.stop();
});
const all = async (of: LongMemoryRead = read) => {
  const points = [];
  for await (const some of memory.read(of)) points.push(...some);
  return points;
};
const answer = (result: object[]) => ({ status: 200, body: JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }) });
const problem = () => all().catch((error: LongMemoryFailure) => error.problem);

test('asks for the ends of steps, and returns points of their starts', async () => {
  const values = (value: string): [number, string][] => [[1_764_500_100, value]];
  receiver.answers = [
    answer([
      { metric: { weft_part: 'reads' }, values: values('7') },
      { metric: { weft_part: 'coveredMs' }, values: values('59.987') },
    ]),
  ];
  expect(await all()).toMatchObject([{ at: 1_764_500_040_000, observed: { coveredMs: 59_987, numbers: { reads: 7 } } }]);
  const asked = new URLSearchParams(receiver.received[0]?.body.toString());
  expect([asked.get('start'), asked.get('end'), asked.get('step')]).toEqual(['1764500100', '1764500160', '60']);
});

test('asks for at most 10,000 steps at a time', async () => {
  receiver.answers = [answer([])];
  await all({ ...read, to: read.from + 25_000 * read.stepMs });
  const starts = receiver.received.map(({ body }) => Number(new URLSearchParams(body.toString()).get('start')));
  expect(starts.map((start) => (start * 1000 - read.from) / read.stepMs)).toEqual([1, 10_001, 20_001]);
});

test.each([
  ['hangs', 'never', 'no answer within 0.5 s'],
  ['closes the connection', 'close', 'ECONNRESET'],
  [
    'refuses',
    { status: 422, body: '{"status":"error","error":"query processing would load too many samples"}' },
    'status 422: query processing would load too many samples',
  ],
  ['answers no Prometheus', { status: 200, body: '<html>' }, 'its answer is not that of a Prometheus'],
] as const)('names the reason, within its time, when the long memory %s', async (_, given, failure) => {
  receiver.answers = [given];
  const began = performance.now();
  expect(await problem()).toEqual({ code: 'long-memory-failed', params: { failure } });
  expect(performance.now() - began).toBeLessThan(5000);
});

test('refuses further queries at once while many wait, and asks once at a time after a failure', async () => {
  receiver.answers = ['never'];
  const began = performance.now();
  const problems = await Promise.all(Array.from({ length: 21 }, problem));
  expect(problems.filter((each) => 'code' in each && each.code === 'long-memory-busy')).toHaveLength(1);
  // Four at once, and one from the queue.
  expect(receiver.received.length).toBeLessThanOrEqual(6);
  expect(performance.now() - began).toBeLessThan(2000);
  receiver.answers = [answer([])];
  expect(await all()).toEqual([]);
  expect(await Promise.all([all(), all()])).toEqual([[], []]);
});
