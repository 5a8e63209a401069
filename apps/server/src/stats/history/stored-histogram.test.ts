import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import fc from 'fast-check';
import { Binary } from 'mongodb';
import { expect, test } from 'vitest';
import { decodeHistogram, encodeHistogram } from './stored-histogram.js';

test('given any histogram, then what is stored is read back as it was', () => {
  const counts = fc.array(fc.oneof(fc.constant(0), fc.nat(300), fc.maxSafeNat()), {
    minLength: LATENCY_BUCKETS,
    maxLength: LATENCY_BUCKETS,
  });
  fc.assert(
    fc.property(counts, (histogram) => {
      expect(decodeHistogram(encodeHistogram(histogram))).toEqual(histogram);
    }),
  );
});

test('given bytes that are no histogram, then reading them says so', () => {
  expect(() => decodeHistogram(new Binary(Uint8Array.from([1, 200])))).toThrow('ends too early');
  expect(() => decodeHistogram(new Binary(Uint8Array.from([90, 1])))).toThrow('bucket 90');
});
