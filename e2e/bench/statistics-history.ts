import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Db } from 'mongodb';
import { insertOptions, type PointDocument, toDocument } from '../../apps/server/src/stats/history/point.document.js';
import { type Series, tiers } from '../../apps/server/src/stats/points/series.js';
import type { ApiClient } from '../support/api-client.js';
import type { Measurement } from './measure/result.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_DAYS = 365;

/** One point of one object. Counts vary, as real ones do. */
const point = (series: Series, at: number, stepMs: number): PointDocument => {
  const vary = (n: number) => Math.floor((1 + Math.random()) * n * (stepMs / 10_000));
  const histogram = Array.from({ length: 82 }, (_, bucket) => (bucket < 6 || bucket > 25 ? 0 : vary(bucket < 14 ? 2000 : 40)));
  const all = histogram.reduce((sum, count) => sum + count, 0);
  const [reads, writes] = [Math.floor(all * 0.7), Math.ceil(all * 0.3)];
  const [readTimeNs, writeTimeNs] = [reads * vary(25_000), writes * vary(12_000)];
  const numbers = {
    ...{ reads, writes, readBytes: all * 6000, writtenBytes: all * 4000 },
    ...{ timeNs: readTimeNs + writeTimeNs, readTimeNs, writeTimeNs },
  };
  return toDocument({ series, at, observed: { coveredMs: stepMs, numbers, histogram } });
};

/** Bytes on disk after a checkpoint: points and indexes, without the free space in the file of points. */
export async function storedBytes(db: Db, collection: string): Promise<number> {
  await db.admin().command({ fsync: 1 });
  const { storageSize, totalIndexSize, freeStorageSize } = await db.command({ collStats: collection, freeStorage: 1 });
  return Number(storageSize) + Number(totalIndexSize) - Number(freeStorageSize);
}

/** Bytes on disk that a tier takes per object and day. Points of several objects are written in time order, as servers write them. */
async function bytesPerObjectDay(db: Db, tier: (typeof tiers)[number], objects: number, days: number): Promise<number> {
  const collection = db.collection<PointDocument>(tier.collection);
  const before = await storedBytes(db, tier.collection);
  const series = Array.from(
    { length: objects },
    (): Series => ({ kind: 'attachment', id: randomUUID(), volume: randomUUID(), node: randomUUID() }),
  );
  const begin = Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS;
  for (let at = begin; at < begin + days * DAY_MS; ) {
    const documents: PointDocument[] = [];
    for (; documents.length < 10_000 && at < begin + days * DAY_MS; at += tier.stepMs)
      for (const each of series) documents.push(point(each, at, tier.stepMs));
    await collection.insertMany(documents, insertOptions);
  }
  return ((await storedBytes(db, tier.collection)) - before) / objects / days;
}

export async function sizes(db: Db, kept: Record<string, number>): Promise<Measurement[]> {
  const perDay = {
    tenSeconds: await bytesPerObjectDay(db, tiers[0], 20, 1),
    minutes: await bytesPerObjectDay(db, tiers[1], 40, 3),
    hours: await bytesPerObjectDay(db, tiers[2], 200, 30),
  };
  const atRest = Object.entries(perDay).reduce((sum, [tier, bytes]) => sum + (bytes * (kept[tier] ?? 0)) / 24, 0);
  return [
    ...Object.entries(perDay).map(
      ([tier, bytes]): Measurement => ({ name: `on disk for an object and day, ${tier}`, value: bytes / 2 ** 10, unit: 'KiB' }),
    ),
    { name: 'on disk for an object, with everything that is kept', value: atRest / 2 ** 20, unit: 'MiB' },
    {
      name: 'on disk for an object and year, if all of it were kept by the hour',
      value: (perDay.hours * YEAR_DAYS) / 2 ** 20,
      unit: 'MiB',
    },
  ];
}

/** A day of 1,000 volumes, and of the cluster, in the form that the roll-up stores. */
export async function dayOfVolumes(db: Db, api: ApiClient): Promise<Measurement[]> {
  const volumes = Array.from({ length: 1000 }, () => randomUUID());
  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  const documents: PointDocument[] = [];
  for (const volume of volumes) {
    const series: Series = { kind: 'attachment', id: randomUUID(), volume, node: randomUUID() };
    for (let at = end - DAY_MS; at < end; at += HOUR_MS) documents.push(point(series, at, HOUR_MS));
  }
  await db.collection<PointDocument>(tiers[2].collection).insertMany(documents, insertOptions);
  const cluster = Array.from({ length: 1440 }, (_, n) => point({ kind: 'cluster', id: '' }, end - DAY_MS + n * 60_000, 60_000));
  await db.collection<PointDocument>(tiers[1].collection).insertMany(cluster, insertOptions);
  for (const tier of tiers.slice(1))
    await db
      .collection<{ _id: string; until: Date }>('statisticsProgress')
      .updateOne({ _id: tier.name }, { $set: { until: new Date(end) } }, { upsert: true });

  const [from, to] = [new Date(end - DAY_MS).toISOString(), new Date(end).toISOString()];
  const metrics = 'iops,throughput,latency-p50,latency-p99';
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const ofCluster = await timed(() => api.call(endpoints.queryStatistics, { query: { objects: 'cluster', metrics, from, to, step: 300 } }));
  const ofVolumes = await timed(async () => {
    for (let at = 0; at < volumes.length; at += 200) {
      const objects = volumes.slice(at, at + 200).map((id) => `volume:${id}`);
      await api.call(endpoints.queryStatistics, { query: { objects: objects.join(','), metrics, from, to, step: 3600, groupBy: 'all' } });
    }
  });
  return [
    { name: 'a day of the cluster by 5 min, 4 metrics', value: ofCluster, unit: 'ms', aim: '< 1,000', met: ofCluster < 1000 },
    {
      name: 'a day of 1,000 volumes by the hour, in 5 queries of 200',
      value: ofVolumes,
      unit: 'ms',
      aim: '< 1,000',
      met: ofVolumes < 1000,
    },
  ];
}
