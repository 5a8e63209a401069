import type { LoadProfile } from '../host/simulated/load/flow.js';
import { busySeconds } from '../host/simulated/load/latency.js';
import { hashOf } from '../host/simulated/world/random.js';
import type { LoadConfig } from './simulation-config.js';

/** Applications that a volume may have: read share, block size, and spread of the latency compared with the configured one. */
const TRANSACTIONS = { of: 'transactions', readShare: 0.7, blockBytes: 4096, spread: 1 };
const APPLICATIONS = [
  TRANSACTIONS,
  { of: 'transactions', readShare: 0.6, blockBytes: 8192, spread: 1 },
  { of: 'a key-value store', readShare: 0.85, blockBytes: 4096, spread: 1 },
  { of: 'virtual machines', readShare: 0.5, blockBytes: 16_384, spread: 1.3 },
  { of: 'reports', readShare: 0.95, blockBytes: 65_536, spread: 1.2 },
  { of: 'a log', readShare: 0.2, blockBytes: 16_384, spread: 0.9 },
];

/** Load of a volume: half to one and a half times the configured rates, depending on its name. The same name has the same load in every simulation. */
export function loadOf(volumeName: string, { varied, ...load }: LoadConfig): LoadProfile {
  const factor = 0.5 + hashOf(volumeName) / 2 ** 32;
  if (!varied) return { ...load, readIops: load.readIops * factor, writeIops: load.writeIops * factor };
  const application = APPLICATIONS[hashOf(`application of ${volumeName}`) % APPLICATIONS.length] ?? TRANSACTIONS;
  const { readShare, blockBytes, spread } = application;
  // Both mirror legs do the writes.
  const work = (reads: number, writes: number, bytes: number) =>
    reads * busySeconds('reads', bytes) + 2 * writes * busySeconds('writes', bytes);
  const iops = (factor * work(load.readIops, load.writeIops, load.blockBytes)) / work(readShare, 1 - readShare, blockBytes);
  return {
    ...load,
    readIops: iops * readShare,
    writeIops: iops * (1 - readShare),
    blockBytes,
    spread: load.spread * spread,
  };
}
