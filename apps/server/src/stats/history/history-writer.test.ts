import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Point } from '../points/point.js';
import { StatsMetrics } from '../sampling/stats-metrics.js';
import { HistoryWriter } from './history-writer.js';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A writer over a store with this `insert`. */
function writerOver(insert: (points: readonly Point[]) => Promise<void>) {
  const registry = new Registry();
  const writer = new HistoryWriter(
    { insert: (_tier: unknown, points: readonly Point[]) => insert(points) } as never,
    { intervalSeconds: 5 } as never,
    new StatsMetrics({ registry } as never),
  );
  writer.onApplicationBootstrap();
  const value = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values[0]?.value;
  return { writer, value };
}

const observe = (writer: HistoryWriter, seconds: number) => {
  for (let n = 0; n < seconds; n += 5)
    writer.add({ kind: 'node', id: 'n' }, { coveredMs: 5000, numbers: { interrupts: 10 } }, 1_000_000 + n * 1000, 1_005_000 + n * 1000);
};

test('stores each ended step once, and the open step at shutdown', async () => {
  const stored: number[] = [];
  const { writer, value } = writerOver((points) => {
    stored.push(...points.map(({ at }) => at));
    return Promise.resolve();
  });
  observe(writer, 25);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(stored).toEqual([1_000_000, 1_010_000]);
  await writer.onApplicationShutdown();
  expect(stored).toEqual([1_000_000, 1_010_000, 1_020_000]);
  expect(await value('weft_server_statistics_points_total')).toBe(3);
});

test('counts points as lost while the database fails, and accumulates none', async () => {
  const { writer, value } = writerOver(() => Promise.reject(new Error('no primary')));
  observe(writer, 20);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await value('weft_server_statistics_points_lost_total')).toBe(2);
  expect(await value('weft_server_statistics_open_points')).toBe(0);
});

test('keeps one batch waiting for a hanging database, and drops and counts later points', async () => {
  let inserts = 0;
  const { writer, value } = writerOver(() => {
    inserts += 1;
    return new Promise(() => undefined);
  });
  observe(writer, 30);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(inserts).toBe(1);
  expect(await value('weft_server_statistics_points_lost_total')).toBe(2);
  expect(await value('weft_server_statistics_open_points')).toBe(0);
});
