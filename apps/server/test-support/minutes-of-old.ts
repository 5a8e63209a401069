import { randomUUID } from 'node:crypto';
import { fromSparse } from '@weft/shared/stats/histograms';
import type { LeaseDocument } from '../src/core/leases/lease-documents.js';
import { RollUp } from '../src/stats/history/roll-up.js';
import { StatsRepository } from '../src/stats/history/stats.repository.js';
import type { Observed } from '../src/stats/points/observed.js';
import type { Point } from '../src/stats/points/point.js';
import { clusterSeries, type Series, tiers } from '../src/stats/points/series.js';
import type { TestServer } from './app.js';

const [, minutes] = tiers;

const io = (n: number, isByDirection: boolean): Observed => ({
  coveredMs: n % 7 === 0 ? 59_987 : 60_000,
  numbers: {
    reads: 1000 + n,
    writes: n % 5 === 0 ? 0 : 300 + n,
    readBytes: (1000 + n) * 4096,
    writtenBytes: (300 + n) * 8192,
    timeNs: 123_456_789_012 + n * 7,
    ...(isByDirection ? { readTimeNs: 100_000_000_001 + n * 3, writeTimeNs: 23_456_789_011 + n * 4 } : {}),
  },
  histogram: fromSparse([
    [12 + (n % 3), 900 + n],
    [40, 5],
    [81, n % 2],
  ]),
  ...(isByDirection ? { readHistogram: fromSparse([[12, 1000 + n]]), writeHistogram: fromSparse([[40, 300 + n]]) } : {}),
});

/** Points of one minute, of all kinds of series. */
export interface OldWorld {
  volume: string;
  clients: readonly [string, string];
  target: string;
  drive: string;
  cacheDrive: string;
  legs: readonly [string, string];
  attachments: readonly [string, string];
  driveClass: string;
}

export const oldWorld = (): OldWorld => ({
  volume: randomUUID(),
  clients: [randomUUID(), randomUUID()],
  target: randomUUID(),
  drive: randomUUID(),
  cacheDrive: randomUUID(),
  legs: [randomUUID(), randomUUID()],
  attachments: [randomUUID(), randomUUID()],
  driveClass: randomUUID(),
});

/** @param n number of the minute: its values differ from those of all others */
export function minuteOf(world: OldWorld, at: number, n: number): Point[] {
  const { volume, clients, target: node, drive, cacheDrive, legs, attachments, driveClass } = world;
  const of = (series: Series, observed: Observed): Point => ({ series, at, observed });
  const coveredMs = 60_000;
  const cache = { cacheReadHits: n, cacheReadMisses: 3, cacheWriteHits: 2 * n, cacheWriteMisses: 0, cachePromotions: 1, cacheDemotions: 2 };
  const cpu = { user: 12.345678 + n, system: 3.25, irq: 0.1, softirq: 0.2, steal: 0, idle: 100.5, targetTax: 1.75, agentCpu: 0.5 };
  const nics = { nicReceivedBytes: 1e9 + n, nicSentBytes: 2e9, nicErrors: n % 4, tcpRetransmits: 7 };
  return [
    // The volume moved from one client to the other, and one agent is older.
    of({ kind: 'attachment', id: attachments[n < 30 ? 0 : 1], volume, node: clients[n < 30 ? 0 : 1] }, io(n, n < 30)),
    ...legs.map((id, leg) => of({ kind: 'leg', id, volume, drive, node }, io(n + leg, true))),
    of(
      { kind: 'cache', id: legs[0], volume, drive: cacheDrive, node },
      { coveredMs, numbers: { ...cache, cacheUsed: 6e10 + n, cacheTotal: 6e11, cacheDirty: 6e9 } },
    ),
    of(
      { kind: 'drive', id: drive, node },
      { coveredMs, numbers: { wearRatio: 0.01 + n / 1000, spareRatio: 1 - n / 1000, temperatureCelsius: 40 + (n % 9), mediaErrors: 0 } },
    ),
    of(
      { kind: 'node', id: node },
      {
        coveredMs,
        numbers: {
          ...{ ...cpu, interrupts: 1234 + n, ...nics },
          ...{ agentMemoryBytes: 5e7 + n, memoryTotalBytes: 2 ** 34, memoryAvailableBytes: 2 ** 33 },
        },
        cores: [10.5 + n / 100, 5.395678 + n],
      },
    ),
    of({ kind: 'drive-class', id: driveClass }, io(n, true)),
    of(clusterSeries, io(2 * n, true)),
  ];
}

/**
 * Stores minutes, and everything that the roll-up makes of them; from then on it holds the roll-up's lease.
 * @returns the time up to which minutes are complete
 */
export async function storeMinutes(server: TestServer, points: readonly Point[]): Promise<void> {
  const repository = server.app.get(StatsRepository);
  await holdRollUp(server);
  await repository.insert(minutes, points);
  await completeMinutes(server, Math.max(...points.map(({ at }) => at)) + minutes.stepMs);
}

/** The roll-up of no server runs. */
async function holdRollUp(server: TestServer): Promise<void> {
  const update = { $set: { holder: 'test', expiresAt: new Date(Date.now() + 600_000) }, $inc: { term: 1, writes: 1 } };
  await server.mongo.db.collection<LeaseDocument>('leases').updateOne({ _id: 'statistics' }, update, { upsert: true });
}

/** Rolls hours up until then. */
export async function completeMinutes(server: TestServer, until: number): Promise<void> {
  const progress = server.mongo.db.collection<{ _id: string; until: Date }>('statisticsProgress');
  await progress.updateOne({ _id: 'minutes' }, { $set: { until: new Date(until) } }, { upsert: true });
  await progress.updateOne({ _id: 'hours' }, { $set: { until: new Date(0) } }, { upsert: true });
  const lease = {
    signal: new AbortController().signal,
    transaction: (work: (session: never) => unknown) => server.mongo.transaction(work as never),
  };
  // At 0 no point of 10 s is settled: only hours are made.
  await server.app.get(RollUp).rollUp(lease as never, 0);
}
