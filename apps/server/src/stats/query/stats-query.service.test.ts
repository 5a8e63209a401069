import { randomUUID } from 'node:crypto';
import { statisticsQuerySchema } from '@weft/shared/kinds/statistics';
import { beforeEach, expect, test } from 'vitest';
import { StatsQueryService } from './stats-query.service.js';

const objects = Array.from({ length: 200 }, () => `volume:${randomUUID()}`).join(',');
const to = '2026-11-21T12:00:00Z';
/** Half a day of 200 volumes in steps of 10 s, merged into one series: 864,000 stored points. */
const large = statisticsQuerySchema.parse({ objects, metrics: 'iops', groupBy: 'all', from: '2026-11-21T00:00:00Z', to, step: '10' });
const small = statisticsQuerySchema.parse({ objects: 'cluster', metrics: 'iops', from: '2026-11-21T00:00:00Z', to, step: '60' });

let stored: number;
let reads: number;
let counts: number;
let held: Promise<void>;
let service: StatsQueryService;
beforeEach(() => {
  [stored, reads, counts, held] = [0, 0, 0, Promise.resolve()];
  const repository = {
    progress: async () => new Map(),
    count: async (_tier: unknown, _from: Date, _to: Date, _of: unknown, most: number) => {
      counts += 1;
      await held;
      return Math.min(stored, most);
    },
    read: async function* () {
      reads += 1;
      yield [];
    },
  };
  const statisticsKeptHours = { tenSeconds: 1_000_000, minutes: 1_000_000, hours: 1_000_000 };
  const settings = { get: async () => ({ clusterId: 'c', simulated: false, spec: { statisticsKeptHours } }) };
  const catalog = { seriesOf: (of: unknown[]) => of.length };
  service = new StatsQueryService(
    repository as never,
    catalog as never,
    settings as never,
    { isConfigured: false } as never,
    { intervalSeconds: 5 } as never,
  );
});

test('refuses a query over too many stored points before it reads any', async () => {
  stored = 864_000;
  await expect(service.query(large)).rejects.toMatchObject({ code: 'too-many-points' });
  expect([counts, reads]).toEqual([1, 0]);
});

test('answers a large query when few points are stored', async () => {
  stored = 10;
  const { series } = await service.query(large);
  expect(series[0]?.values).toHaveLength(4320);
});

test('runs two large queries, queues eight, refuses the next, and runs a small one at once', async () => {
  let release = () => {};
  held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = Array.from({ length: 10 }, () => service.query(large));
  await expect(service.query(large)).rejects.toMatchObject({ code: 'rate-limited', retryAfterSeconds: 5 });
  expect(counts).toBe(2);
  await expect(service.query(small)).resolves.toMatchObject({ stepSeconds: 60 });
  release();
  expect(await Promise.all(asked)).toHaveLength(10);
});
