import type { CacheSample, DriveHealth, IoSample, NodeSample, Sample } from '@weft/shared/messages/sample';
import { fromSparse } from '@weft/shared/stats/histograms';
import { rdmaRetransmits } from '@weft/shared/stats/rdma-retransmits';
import { type Observed, withUntimed } from './observed.js';
import { clusterSeries, type Series } from './series.js';

/** Stored objects that a sample may name. Undefined: the object does not exist, or is not this node's. */
export interface Catalog {
  attachment(id: string, nodeId: string): { volumeId: string; driveClassId: string | undefined } | undefined;
  leg(id: string, nodeId: string): { volumeId: string; driveId: string; cacheDriveId: string | undefined } | undefined;
  /** A serial matches several drives when the device has several namespaces. */
  driveIds(nodeId: string, serial: string): readonly string[];
}

export interface Contribution {
  series: Series;
  observed: Observed;
}

/** Observations that a node's sample adds, by series. @returns also how many objects in it are not this node's: just created, just removed or invented. */
export function contributions(nodeId: string, sample: Sample, catalog: Catalog): { list: Contribution[]; unknown: number } {
  const { durationMs } = sample;
  const list: Contribution[] = [];
  let unknown = 0;
  for (const { attachmentId, io } of sample.attachments) {
    const known = catalog.attachment(attachmentId, nodeId);
    if (!known) {
      unknown += 1;
      continue;
    }
    const observed = ofIo(io, durationMs);
    list.push({ series: { kind: 'attachment', id: attachmentId, volume: known.volumeId, node: nodeId }, observed });
    if (known.driveClassId) list.push({ series: { kind: 'drive-class', id: known.driveClassId }, observed });
    list.push({ series: clusterSeries, observed });
  }
  for (const { legId, io } of sample.legs) {
    const known = catalog.leg(legId, nodeId);
    if (!known) unknown += 1;
    else
      list.push({
        series: { kind: 'leg', id: legId, volume: known.volumeId, drive: known.driveId, node: nodeId },
        observed: ofIo(io, durationMs),
      });
  }
  for (const { legId, cache } of sample.caches ?? []) {
    const known = catalog.leg(legId, nodeId);
    if (known?.cacheDriveId === undefined) unknown += 1;
    else
      list.push({
        series: { kind: 'cache', id: legId, volume: known.volumeId, drive: known.cacheDriveId, node: nodeId },
        observed: ofCache(cache, durationMs),
      });
  }
  for (const { serial, health } of sample.drives) {
    const ids = catalog.driveIds(nodeId, serial);
    if (ids.length === 0) unknown += 1;
    for (const id of ids) list.push({ series: { kind: 'drive', id, node: nodeId }, observed: ofDrive(health, durationMs) });
  }
  if (sample.node) list.push({ series: { kind: 'node', id: nodeId }, observed: ofNode(sample.node, durationMs) });
  return { list, unknown };
}

function ofIo(io: IoSample, coveredMs: number): Observed {
  const { reads, writes, readBytes, writtenBytes, timeNs, histogram, readHistogram, writeHistogram, readTimeNs, writeTimeNs } = io;
  const counted = { reads, writes, readBytes, writtenBytes, timeNs };
  const numbers = readTimeNs !== undefined && writeTimeNs !== undefined ? { ...counted, readTimeNs, writeTimeNs } : withUntimed(counted);
  const observed: Observed = { coveredMs, numbers, histogram: fromSparse(histogram) };
  if (readHistogram && writeHistogram) {
    observed.readHistogram = fromSparse(readHistogram);
    observed.writeHistogram = fromSparse(writeHistogram);
  }
  return observed;
}

function ofCache({ usedBytes, totalBytes, dirtyBytes, ...counts }: CacheSample, coveredMs: number): Observed {
  const seconds = coveredMs / 1000;
  return {
    coveredMs,
    numbers: {
      cacheReadHits: counts.readHits,
      cacheReadMisses: counts.readMisses,
      cacheWriteHits: counts.writeHits,
      cacheWriteMisses: counts.writeMisses,
      cachePromotions: counts.promotions,
      cacheDemotions: counts.demotions,
      ...{ cacheUsed: usedBytes * seconds, cacheTotal: totalBytes * seconds, cacheDirty: dirtyBytes * seconds },
    },
  };
}

function ofDrive({ wearRatio, availableSpareRatio, temperatureCelsius, mediaErrors }: DriveHealth, coveredMs: number): Observed {
  const numbers: Observed['numbers'] = {};
  if (wearRatio !== null) numbers.wearRatio = wearRatio;
  if (availableSpareRatio !== null) numbers.spareRatio = availableSpareRatio;
  if (temperatureCelsius !== null) numbers.temperatureCelsius = temperatureCelsius;
  if (mediaErrors !== null) numbers.mediaErrors = mediaErrors;
  return { coveredMs, numbers };
}

function ofNode(node: NodeSample, coveredMs: number): Observed {
  const total = (pick: (core: NodeSample['cores'][number]) => number) => node.cores.reduce((sum, core) => sum + pick(core), 0);
  const rdma = node.nics.flatMap((nic) => rdmaRetransmits(nic.rdma) ?? []);
  const ofNics = (pick: (nic: NodeSample['nics'][number]) => number) => node.nics.reduce((sum, nic) => sum + pick(nic), 0);
  return {
    coveredMs,
    numbers: {
      user: total(({ user }) => user),
      system: total(({ system }) => system),
      irq: total(({ irq }) => irq),
      softirq: total(({ softirq }) => softirq),
      steal: total(({ steal }) => steal),
      idle: total(({ idle }) => idle),
      targetTax: node.targetTaxSeconds,
      agentCpu: node.agentCpuSeconds,
      interrupts: node.interrupts,
      nicReceivedBytes: ofNics(({ rxBytes }) => rxBytes),
      nicSentBytes: ofNics(({ txBytes }) => txBytes),
      nicErrors: ofNics(({ rxErrors, txErrors }) => rxErrors + txErrors),
      ...(rdma.length > 0 ? { rdmaRetransmits: rdma.reduce((sum, count) => sum + count, 0) } : {}),
      ...(node.tcpRetransmits === undefined ? {} : { tcpRetransmits: node.tcpRetransmits }),
      agentMemoryBytes: node.agentMemoryBytes,
      memoryTotalBytes: node.memoryTotalBytes,
      memoryAvailableBytes: node.memoryAvailableBytes,
    },
    cores: node.cores.map(({ user, system, irq, softirq, steal }) => user + system + irq + softirq + steal),
  };
}
