import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import fc from 'fast-check';
import { Binary } from 'mongodb';
import { expect, test } from 'vitest';
import { decodeHistogram, encodeHistogram } from './stored-histogram.js';

test('reads every stored histogram back unchanged', () => {
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

test('rejects bytes that are not a histogram', () => {
  expect(() => decodeHistogram(new Binary(Uint8Array.from([1, 200])))).toThrow('ends too early');
  expect(() => decodeHistogram(new Binary(Uint8Array.from([90, 1])))).toThrow('bucket 90');
});
