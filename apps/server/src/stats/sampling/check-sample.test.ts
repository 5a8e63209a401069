import type { IoSample } from '@weft/shared/messages/sample';
import { expect, test } from 'vitest';
import { ioSample, nodeSample, sample } from '../../../test-support/samples.js';
import { type Before, checkSample, SampleRefusal } from './check-sample.js';

const now = 1_000_000_000;
const attachmentId = '6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0001';
const volumeId = '6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0002';
const attachment = (io = ioSample()) => ({ attachmentId, volumeId, io });

/** A sample without these fields. */
const olderAgent = (io: IoSample, ...without: (keyof IoSample)[]): IoSample =>
  Object.fromEntries(Object.entries(io).filter(([key]) => !without.includes(key as keyof IoSample))) as IoSample;

const refusal = (message: unknown, before?: Before): string => {
  try {
    checkSample(message, before, now);
    return 'taken';
  } catch (error) {
    if (error instanceof SampleRefusal) return error.reason;
    throw error;
  }
};

test('derives the time of a sample from its arrival and age, not from the agent’s clock', () => {
  expect(checkSample(sample(1, { durationMs: 5000, endedAgoMs: 200 }), undefined, now)).toMatchObject({ from: now - 5200, to: now - 200 });
});

test('counts no time twice when the next sample is early', () => {
  const { from, to } = checkSample(sample(2), { sequence: 1, endedAt: now - 4900 }, now);
  expect([from, to]).toEqual([now - 4900, now]);
});

test('starts a sample where the previous one ended, unless one was lost or the gap is long', () => {
  const span = (sequence: number, endedAt: number) => {
    const { from, to } = checkSample(sample(sequence), { sequence: 1, endedAt }, now);
    return [from - now, to - now];
  };
  expect([span(2, now - 4000), span(2, now - 5900), span(3, now - 5900), span(2, now - 60_000)]).toEqual([
    [-4000, 0],
    [-5900, 0],
    [-5000, 0],
    [-5000, 0],
  ]);
});

test.each([
  ['negative counts', { ...sample(1), attachments: [attachment(ioSample({ reads: -1 }))] }, 'malformed'],
  ['a count that is no number', { ...sample(1), attachments: [attachment({ ...ioSample(), timeNs: Number.NaN })] }, 'malformed'],
  ['a bucket that there is not', sample(1, { attachments: [attachment(ioSample({ histogram: [[82, 1000]] }))] }), 'out-of-bounds'],
  ['a histogram of another shape', { ...sample(1), attachments: [attachment({ ...ioSample(), histogram: [1000] as never })] }, 'malformed'],
  ['a duration of nothing', sample(1, { durationMs: 0 }), 'malformed'],
  [
    'buckets that do not rise',
    sample(1, {
      attachments: [
        attachment(
          ioSample({
            histogram: [
              [12, 500],
              [12, 500],
            ],
          }),
        ),
      ],
    }),
    'wrong-histogram',
  ],
  ['a histogram of other I/O', sample(1, { attachments: [attachment(ioSample({ histogram: [[12, 3000]] }))] }), 'wrong-histogram'],
  [
    'a histogram of reads without one of writes',
    sample(1, { attachments: [attachment(ioSample({ readHistogram: [[12, 400]] }))] }),
    'wrong-histogram',
  ],
  [
    'buckets of writes out of order',
    sample(1, {
      attachments: [
        attachment(
          ioSample({
            readHistogram: [],
            writeHistogram: [
              [13, 1],
              [12, 1],
            ],
          }),
        ),
      ],
    }),
    'wrong-histogram',
  ],
  [
    'more reads in their own histogram than any device does',
    sample(1, { attachments: [attachment(ioSample({ readHistogram: [[12, 1e9]], writeHistogram: [] }))] }),
    'implausible-rate',
  ],
  ['times that are not the whole', sample(1, { attachments: [attachment(ioSample({ readTimeNs: 1 }))] }), 'wrong-times'],
  [
    'a time of reads without one of writes',
    sample(1, { attachments: [attachment(olderAgent(ioSample({ timeNs: 7, readTimeNs: 7 }), 'writeTimeNs'))] }),
    'wrong-times',
  ],
  ['an object twice', sample(1, { attachments: [attachment(), attachment()] }), 'duplicate-object'],
  ['more bytes than any device moves', sample(1, { attachments: [attachment(ioSample({ readBytes: 1e14 }))] }), 'implausible-rate'],
  [
    'more I/O than any device does',
    sample(1, { attachments: [attachment(ioSample({ reads: 1e9, histogram: [[12, 1e9]] }))] }),
    'implausible-rate',
  ],
  ['a core at work for longer than it covers', sample(1, { node: nodeSample(60) }), 'implausible-cpu'],
  [
    'a NIC faster than any',
    sample(1, { node: nodeSample(5, { nics: [{ name: 'eth1', rxBytes: 1e15, txBytes: 0, rxErrors: 0, txErrors: 0 }] }) }),
    'implausible-rate',
  ],
  ['one that ended long ago', sample(1, { endedAgoMs: 300_000 }), 'too-old'],
  ['one of a machine that slept', sample(1, { durationMs: 500_000 }), 'too-old'],
])('refuses %s', (_what, message, reason) => {
  expect(refusal(message)).toBe(reason);
});

test('accepts the sample of an older agent, which does not report reads and writes separately', () => {
  expect(refusal(sample(1, { attachments: [attachment(olderAgent(ioSample(), 'readTimeNs', 'writeTimeNs'))] }))).toBe('taken');
});

test('refuses a repeated sequence number as a replay, but accepts 0 on a new connection', () => {
  expect(refusal(sample(7), { sequence: 7, endedAt: now - 5000 })).toBe('replayed');
  expect(refusal(sample(0), { sequence: null, endedAt: now - 5000 })).toBe('taken');
});

test('refuses a sample that overlaps an earlier one', () => {
  expect(refusal(sample(8), { sequence: 7, endedAt: now - 1000 })).toBe('overlapping');
});

test('allows histogram and counts to differ slightly', () => {
  expect(refusal(sample(1, { attachments: [attachment(ioSample({ histogram: [[12, 1020]] }))] }))).toBe('taken');
});

test('takes histograms by direction whose counts differ from the reads and writes', () => {
  const io = ioSample({ readHistogram: [[12, 300]], writeHistogram: [[14, 200]] });
  expect(refusal(sample(1, { attachments: [attachment(io)] }))).toBe('taken');
});

test('accepts CPU times of the longest possible interval, and refuses more', () => {
  const stoodStill = (seconds: number, uncertainMs: number) => refusal(sample(1, { node: { ...nodeSample(seconds), uncertainMs } }));
  expect(stoodStill(9, 0)).toBe('implausible-cpu');
  expect(stoodStill(9, 4000)).toBe('taken');
  expect(stoodStill(20, 4000)).toBe('implausible-cpu');
  expect(stoodStill(200, 600_000)).toBe('implausible-cpu');
});
