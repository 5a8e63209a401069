import fc from 'fast-check';
import { expect, test } from 'vitest';
import { samplesIn } from '../../../../test-support/fake-receiver.js';
import { writeRequest } from './write-request.js';

test('makes requests that decode to the same samples, by the schema of the specification', () => {
  const sample = fc.record({
    labels: fc.array(fc.tuple(fc.stringMatching(/^[a-z_]{1,12}$/), fc.string({ minLength: 1, unit: 'grapheme' })), { maxLength: 6 }),
    value: fc.double({ noNaN: true }),
    at: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  });
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 50 }), (samples) => {
      const decoded = samplesIn(writeRequest(samples));
      expect(decoded.map(({ value, at, names }) => ({ value, at, names }))).toEqual(
        samples.map(({ value, at, labels }) => ({ value, at, names: labels.map(([name]) => name) })),
      );
    }),
  );
});

test('compresses requests that span several blocks of Snappy', () => {
  const samples = Array.from({ length: 5000 }, (_, n) => ({
    labels: [
      ['__name__', 'weft_history_leg_reads'],
      ['leg', `leg-${n}`],
    ] as const,
    value: n / 3,
    at: 1_764_500_000_000 + n,
  }));
  const request = writeRequest(samples);
  expect(request.length).toBeLessThan(150_000);
  expect(samplesIn(request).map(({ value, at, labels }) => [value, at, labels['leg']])).toEqual(
    samples.map(({ value, at, labels }) => [value, at, labels[1][1]]),
  );
});
