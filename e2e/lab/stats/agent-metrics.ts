/**
 * Statistics of one volume or leg from the agent's /metrics, and Weft's own buckets from dm-stats under it.
 *   const before = await ioOf(client, volumeSeries('v1', 'c1'));   …   const io = since(await ioOf(…), before);
 */
import { dmName, legDeviceName } from '@weft/shared/identity';
import type { Histogram } from '@weft/shared/stats/histogram';
import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import { histogramDifference, totalOf } from '@weft/shared/stats/histograms';
import { PERCENTILE_FRACTIONS, percentile } from '@weft/shared/stats/percentile';
import { agentScrapeToken, LAB_SCRAPE_TOKEN } from '../../support/agent-scrape-token.js';
import { until } from '../../support/api-client.js';
import type { Machine } from '../machines/machine.js';

export interface Series {
  readonly prefix: 'weft_volume' | 'weft_leg';
  /** Label, as written, that distinguishes the series from others with the same prefix on one machine. */
  readonly label: string;
}
export const volumeSeries = (volumeName: string): Series => ({ prefix: 'weft_volume', label: `volume="${volumeName}"` });
export const legSeries = (legId: string): Series => ({ prefix: 'weft_leg', label: `leg="${legId}"` });

export interface Io {
  readonly reads: number;
  readonly writes: number;
  readonly readBytes: number;
  readonly writtenBytes: number;
  readonly seconds: number;
  readonly readSeconds: number;
  readonly writeSeconds: number;
  /** I/Os in the histogram. */
  readonly count: number;
}

const REQUEST = `wget -q -O - --header 'Authorization: Bearer ${agentScrapeToken(LAB_SCRAPE_TOKEN)}' http://127.0.0.1:9924/metrics`;

/** busybox on the machine itself makes the request: nothing is between it and the agent. */
export const scraped = (machine: Machine): Promise<string> => machine.run(REQUEST);

/** Undefined while an agent that has just started does not listen yet, or has not got its scrape token from a server. */
export async function scrapedIfReady(machine: Machine): Promise<string | undefined> {
  const { code, stdout, stderr } = await machine.exec(REQUEST);
  if (code === 0) return stdout;
  if (stderr.includes('Connection refused') || stderr.includes('401 Unauthorized')) return undefined;
  throw new Error(`${machine.name}: its agent's metrics cannot be read: ${stderr}`);
}

/** Returns undefined when the agent serves no such series now. */
export function parseIo(text: string, { prefix, label }: Series): Io | undefined {
  const lines = text.split('\n').filter((line) => line.startsWith(prefix) && line.includes(label));
  const value = (name: string) =>
    Number(
      lines
        .find((line) => line.startsWith(`${prefix}_${name}{`))
        ?.split(' ')
        .at(-1) ?? Number.NaN,
    );
  const io = {
    reads: value('reads_total'),
    writes: value('writes_total'),
    readBytes: value('read_bytes_total'),
    writtenBytes: value('written_bytes_total'),
    seconds: value('io_seconds_total'),
    readSeconds: value('read_seconds_total'),
    writeSeconds: value('write_seconds_total'),
    count: value('io_latency_seconds_count'),
  };
  return Object.values(io).every(Number.isFinite) ? io : undefined;
}

/** Waits until the agent serves the series. */
export const ioOf = (machine: Machine, series: Series): Promise<Io> =>
  until(`${series.prefix} of ${series.label} at the agent of ${machine.name}`, 60, async () =>
    parseIo((await scrapedIfReady(machine)) ?? '', series),
  );

export const since = (now: Io, before: Io): Io =>
  Object.fromEntries(Object.entries(now).map(([key, value]) => [key, value - before[key as keyof Io]])) as unknown as Io;

/** Averages of reads and of writes alone. */
export const averagesOf = ({ reads, writes, readSeconds, writeSeconds }: Io) => ({
  readSeconds: readSeconds / reads,
  writeSeconds: writeSeconds / writes,
});

/** Like Prometheus' `increase` over these scrapes: a value that fell started again from zero; a scrape without the series is a gap. */
export function increase(scrapes: readonly (number | undefined)[]): number {
  const values = scrapes.filter((value) => value !== undefined);
  return values.reduce((sum, value, at) => {
    const before = values[at - 1];
    if (before === undefined) return sum;
    return sum + (value < before ? value : value - before);
  }, 0);
}

/** dm names of an attached volume and of an exported leg. */
export const volumeDevice = (volumeId: string): string => dmName(volumeId);
export const legDevice = legDeviceName;

/** Reads Weft's own buckets from the kernel. */
export async function bucketsOf(machine: Machine, device: string): Promise<Histogram> {
  const region = (await machine.run(`dmsetup message ${device} 0 "@stats_list weft"`)).split(':')[0]?.trim();
  const words = (await machine.run(`dmsetup message ${device} 0 "@stats_print ${region}"`)).trim().split(/\s+/);
  return (words[14] ?? '').split(':').map(Number);
}

/** Counts of all I/O since `before`. @throws Error when the device was made again */
export function bucketsSince(now: Histogram, before: Histogram): number[] {
  const difference = histogramDifference(now, before);
  if (!difference) throw new Error('the device was made again while it was measured');
  return difference;
}

/** Share of the I/O that took at least this long; the time is a bound of a bucket. */
export const shareFrom = (histogram: Histogram, boundNs: number): number =>
  totalOf(histogram.slice(LATENCY_BOUNDS_NS.indexOf(boundNs) + 1)) / totalOf(histogram);

export const inWords = (histogram: Histogram): string =>
  PERCENTILE_FRACTIONS.map((fraction) => {
    const found = percentile(histogram, fraction);
    return `p${fraction * 100} ${((found?.ns ?? Number.NaN) / 1e6).toFixed(2)} ms (${((found?.lowerNs ?? 0) / 1e6).toFixed(2)} to ${((found?.upperNs ?? 0) / 1e6).toFixed(2)})`;
  }).join(', ');
