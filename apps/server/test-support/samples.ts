import type { IoSample, NodeSample, Sample } from '@weft/shared/messages/sample';

/** I/O of one device, all in one latency bucket by default. */
export const ioSample = (more: Partial<IoSample> = {}): IoSample => ({
  reads: 600,
  writes: 400,
  readBytes: 600 * 4096,
  writtenBytes: 400 * 4096,
  ...timesOf(600 * 120_000, 400 * 70_000),
  histogram: [[12, 1000]],
  ...more,
});

/** Times of all reads and of all writes, as an agent reports them. */
export const timesOf = (readTimeNs: number, writeTimeNs: number) => ({ timeNs: readTimeNs + writeTimeNs, readTimeNs, writeTimeNs });

/** A node with two cores, one of them 25 % busy, in an interval of this length. */
export const nodeSample = (seconds: number, more: Partial<NodeSample> = {}): NodeSample => ({
  cores: [
    { user: seconds / 8, system: seconds / 8, irq: 0, softirq: 0, steal: 0, idle: (seconds * 3) / 4 },
    { user: 0, system: 0, irq: 0, softirq: 0, steal: 0, idle: seconds },
  ],
  targetTaxSeconds: seconds / 100,
  agentCpuSeconds: seconds / 1000,
  agentMemoryBytes: 50 * 2 ** 20,
  memoryTotalBytes: 2 ** 34,
  memoryAvailableBytes: 2 ** 33,
  interrupts: 1000 * seconds,
  nics: [{ name: 'eth1', rxBytes: 1e6 * seconds, txBytes: 2e6 * seconds, rxErrors: 0, txErrors: 0 }],
  ...more,
});

/** A sample of 5 s that ends when it is sent. */
export const sample = (sequence: number, more: Partial<Sample> = {}): Sample => ({
  sequence,
  durationMs: 5000,
  endedAgoMs: 0,
  attachments: [],
  legs: [],
  drives: [],
  node: null,
  ...more,
});
