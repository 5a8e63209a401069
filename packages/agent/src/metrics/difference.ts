import type { CacheSample, CpuSample, IoSample, NodeSample } from '@weft/shared/messages/sample';
import { histogramDifference, toSparse } from '@weft/shared/stats/histograms';
import type { CacheCounters } from '../host/dm-cache.js';
import type { DirectionCounters, IoCounters, NicCounters, NodeCounters } from '../host/host.js';

/*
 * Computes what was counted between two readings of cumulative counters. Whenever that is in doubt the value is absent (null, or left out):
 *  - device, region or NIC made again: another origin.
 *  - a counter that fell (reset, wrap), a histogram of another shape.
 *  - cores that came or went, a CPU time that fell by more than the kernel's own rounding.
 * A rate is never negative, and never includes counts from before the first reading.
 */

/** iowait and with it idle may fall a little, and times are rounded to ticks (proc_stat(5)). */
const ROUNDING_SECONDS = 0.5;
/** A smaller uncertainty is not reported: every server allows for it. */
const CERTAIN_MS = 100;

export function ioDifference(now: IoCounters, before: IoCounters | undefined): IoSample | null {
  if (before === undefined || before.origin !== now.origin) return null;
  const histogram = histogramDifference(now.histogram, before.histogram);
  if (histogram === null) return null;
  const counts = {
    reads: now.reads - before.reads,
    writes: now.writes - before.writes,
    readBytes: now.readBytes - before.readBytes,
    writtenBytes: now.writtenBytes - before.writtenBytes,
    readTimeNs: now.readTimeNs - before.readTimeNs,
    writeTimeNs: now.writeTimeNs - before.writeTimeNs,
  };
  if (!Object.values(counts).every(isCount)) return null;
  const timeNs = counts.readTimeNs + counts.writeTimeNs;
  return { ...counts, timeNs, histogram: toSparse(histogram), ...directionsDifference(now.directions, before.directions) };
}

const CACHE_COUNTS = ['readHits', 'readMisses', 'writeHits', 'writeMisses', 'promotions', 'demotions'] as const;

export function cacheDifference({ origin, ...now }: CacheCounters, before: CacheCounters | undefined): CacheSample | null {
  if (before === undefined || before.origin !== origin) return null;
  const counts = CACHE_COUNTS.map((name) => [name, now[name] - before[name]] as const);
  return counts.every(([, count]) => isCount(count)) ? { ...now, ...Object.fromEntries(counts) } : null;
}

/** Empty: the collector did not count the whole interval. */
function directionsDifference(
  now: DirectionCounters | undefined,
  before: DirectionCounters | undefined,
): Pick<IoSample, 'readHistogram' | 'writeHistogram'> {
  if (now === undefined || now.origin !== before?.origin) return {};
  const [reads, writes] = [histogramDifference(now.reads, before.reads), histogramDifference(now.writes, before.writes)];
  return reads && writes ? { readHistogram: toSparse(reads), writeHistogram: toSparse(writes) } : {};
}

export function nodeDifference(now: NodeCounters, before: NodeCounters | undefined): NodeSample | null {
  if (before === undefined) return null;
  const cores = coresDifference(now.cores, before.cores);
  const totals = {
    targetTaxSeconds: now.targetTaxSeconds - before.targetTaxSeconds,
    agentCpuSeconds: now.agentCpuSeconds - before.agentCpuSeconds,
    interrupts: now.interrupts - before.interrupts,
  };
  if (cores === null || !Object.values(totals).every((value) => value >= 0)) return null;
  const { agentMemoryBytes, memoryTotalBytes, memoryAvailableBytes } = now;
  const nics = now.nics.flatMap(
    (nic) =>
      nicDifference(
        nic,
        before.nics.find(({ name }) => name === nic.name),
      ) ?? [],
  );
  // Each reading happened somewhere within its width; `readAtMs` is the middle.
  const uncertainMs = ((now.readWithinMs ?? 0) + (before.readWithinMs ?? 0)) / 2;
  const tcpRetransmits = (now.tcpRetransmits ?? Number.NaN) - (before.tcpRetransmits ?? Number.NaN);
  const ofTcp = isCount(tcpRetransmits) ? { tcpRetransmits } : {};
  const sample = { cores, ...totals, ...ofTcp, agentMemoryBytes, memoryTotalBytes, memoryAvailableBytes, nics };
  return uncertainMs < CERTAIN_MS ? sample : { ...sample, uncertainMs };
}

function coresDifference(now: NodeCounters['cores'], before: NodeCounters['cores']): CpuSample[] | null {
  const numbers = Object.keys(now);
  if (numbers.join() !== Object.keys(before).join()) return null;
  const cores: CpuSample[] = [];
  for (const number of numbers) {
    const [after, earlier] = [now[number], before[number]];
    if (!after || !earlier) return null;
    const times = Object.fromEntries(MODES.map((mode) => [mode, after[mode] - earlier[mode]])) as CpuSample;
    if (MODES.some((mode) => times[mode] < -ROUNDING_SECONDS)) return null;
    for (const mode of MODES) times[mode] = Math.max(0, times[mode]);
    cores.push(times);
  }
  return cores;
}

function nicDifference(now: NicCounters, before: NicCounters | undefined): NodeSample['nics'][number] | null {
  if (before?.origin !== now.origin) return null;
  const { name } = now;
  const counts = {
    rxBytes: now.rxBytes - before.rxBytes,
    txBytes: now.txBytes - before.txBytes,
    rxErrors: now.rxErrors - before.rxErrors,
    txErrors: now.txErrors - before.txErrors,
  };
  if (!Object.values(counts).every(isCount)) return null;
  const rdma = now.rdma && before.rdma && recordDifference(now.rdma, before.rdma);
  return { name, ...counts, ...(rdma ? { rdma } : {}) };
}

function recordDifference(now: Record<string, number>, before: Record<string, number>): Record<string, number> | null {
  const counts = Object.entries(now).flatMap(([name, value]): [string, number][] => {
    const earlier = before[name];
    return earlier === undefined ? [] : [[name, value - earlier]];
  });
  return counts.every(([, count]) => isCount(count)) ? Object.fromEntries(counts) : null;
}

const MODES = ['user', 'system', 'irq', 'softirq', 'steal', 'idle'] as const;

/** Beyond 2^53 counters are rounded, and so is their difference: never a fraction. */
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
