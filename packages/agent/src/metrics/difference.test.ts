import type { IoSample } from '@weft/shared/messages/sample';
import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import { fromSparse, totalOf } from '@weft/shared/stats/histograms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IoCounters, NodeCounters } from '../host/host.js';
import { ioDifference, nodeDifference } from './difference.js';

const histogram = fc.array(fc.nat(1e6), { minLength: LATENCY_BUCKETS, maxLength: LATENCY_BUCKETS });
const count = fc.nat(1e12);
const counted = fc.record({
  reads: count,
  writes: count,
  readBytes: count,
  writtenBytes: count,
  readTimeNs: count,
  writeTimeNs: count,
  histogram,
});
const io = counted.map((values): IoCounters => ({ origin: '7 0', ...values }));
const KEYS = ['reads', 'writes', 'readBytes', 'writtenBytes', 'readTimeNs', 'writeTimeNs'] as const;

const plus = (one: IoCounters, more: Omit<IoCounters, 'origin'>): IoCounters => ({
  ...one,
  ...Object.fromEntries(KEYS.map((key) => [key, one[key] + more[key]])),
  histogram: one.histogram.map((before, bucket) => before + (more.histogram[bucket] ?? 0)),
});

test('returns the exact growth of every counter', () => {
  fc.assert(
    fc.property(io, counted, (before, more) => {
      const sample = ioDifference(plus(before, more), before) as IoSample;
      expect(sample).toMatchObject(Object.fromEntries(KEYS.map((key) => [key, more[key]])));
      expect(sample.timeNs).toBe(more.readTimeNs + more.writeTimeNs);
      expect(fromSparse(sample.histogram)).toEqual(more.histogram);
    }),
  );
});

test('returns null after a reset or decrease, and else values within the later reading', () => {
  fc.assert(
    fc.property(io, io, fc.boolean(), (before, now, again) => {
      const sample = ioDifference(again ? { ...now, origin: '8 0' } : now, before);
      const fell =
        KEYS.some((key) => now[key] < before[key]) || now.histogram.some((value, bucket) => value < (before.histogram[bucket] ?? 0));
      expect(sample === null).toBe(again || fell);
      for (const key of KEYS) {
        expect(sample?.[key] ?? 0).toBeGreaterThanOrEqual(0);
        expect(sample?.[key] ?? 0).toBeLessThanOrEqual(now[key]);
      }
    }),
  );
});

test('returns null for a recreated device with higher counters', () => {
  fc.assert(
    fc.property(io, counted, (before, more) => {
      expect(ioDifference({ ...plus(before, more), origin: '9 0' }, before)).toBeNull();
    }),
  );
});

test('returns null for a wrapped counter, another histogram shape or no earlier reading', () => {
  const zero: IoCounters = {
    origin: '1',
    reads: 0,
    writes: 0,
    readBytes: 0,
    writtenBytes: 0,
    readTimeNs: 0,
    writeTimeNs: 0,
    histogram: fromSparse([]),
  };
  expect(ioDifference({ ...zero, readTimeNs: 5 }, { ...zero, readTimeNs: 2 ** 64 - 1 })).toBeNull();
  expect(ioDifference({ ...zero, histogram: zero.histogram.slice(1) }, zero)).toBeNull();
  expect(ioDifference({ ...zero, reads: Number.NaN }, zero)).toBeNull();
  expect(ioDifference(zero, undefined)).toBeNull();
  expect(ioDifference(zero, zero)).toEqual({
    ...{ reads: 0, writes: 0, readBytes: 0, writtenBytes: 0 },
    ...{ timeNs: 0, readTimeNs: 0, writeTimeNs: 0, histogram: [] },
  });
  expect(totalOf(zero.histogram)).toBe(0);
});

const core = { user: 10, system: 10, irq: 1, softirq: 2, steal: 0, idle: 1000 };
const nic = { name: 'eth1', origin: '3', rxBytes: 1000, txBytes: 1000, rxErrors: 0, txErrors: 0, rdma: { out_of_sequence: 4 } };
const node: NodeCounters = {
  cores: { 0: core, 1: core },
  targetTaxSeconds: 5,
  agentCpuSeconds: 3,
  agentMemoryBytes: 1,
  memoryTotalBytes: 3,
  memoryAvailableBytes: 2,
  interrupts: 100,
  nics: [nic],
};

test('returns the growth of a node’s counters, and zero for idle that fell by a tick', () => {
  const later = {
    ...node,
    interrupts: 130,
    cores: { 0: { ...core, user: 11, idle: 999.99 }, 1: core },
    nics: [{ ...nic, rxBytes: 1500, rdma: { out_of_sequence: 6 } }],
  };
  expect(nodeDifference(later, node)).toMatchObject({
    interrupts: 30,
    cores: [{ user: 1, idle: 0 }, { user: 0 }],
    nics: [{ name: 'eth1', rxBytes: 500, rdma: { out_of_sequence: 2 } }],
  });
});

test('returns null for changed cores or lower counters, and omits a NIC that was reset', () => {
  expect(nodeDifference({ ...node, cores: { 0: core } }, node)).toBeNull();
  expect(nodeDifference({ ...node, cores: { 0: core, 1: { ...core, system: 2 } } }, node)).toBeNull();
  expect(nodeDifference({ ...node, interrupts: 3 }, node)).toBeNull();
  expect(nodeDifference({ ...node, nics: [{ ...nic, rxBytes: 10 }] }, node)?.nics).toEqual([]);
  expect(nodeDifference({ ...node, nics: [{ ...nic, origin: '9', rxBytes: 9999 }] }, node)?.nics).toEqual([]);
  expect(nodeDifference({ ...node, nics: [{ ...nic, rdma: { out_of_sequence: 0 } }] }, node)?.nics[0]).not.toHaveProperty('rdma');
});

test('counts segments that TCP sent again, if both readings have them and they did not fall', () => {
  expect(nodeDifference({ ...node, tcpRetransmits: 7 }, { ...node, tcpRetransmits: 3 })?.tcpRetransmits).toBe(4);
  for (const [now, before] of [
    [node, { ...node, tcpRetransmits: 3 }],
    [{ ...node, tcpRetransmits: 3 }, node],
    [
      { ...node, tcpRetransmits: 1 },
      { ...node, tcpRetransmits: 3 },
    ],
  ] as const)
    expect(nodeDifference(now, before)).not.toHaveProperty('tcpRetransmits');
});

test('reports the uncertainty of CPU times that took long to read', () => {
  expect(nodeDifference({ ...node, readWithinMs: 3000 }, { ...node, readWithinMs: 1000 })?.uncertainMs).toBe(2000);
  expect(nodeDifference({ ...node, readWithinMs: 15 }, node)).not.toHaveProperty('uncertainMs');
});
