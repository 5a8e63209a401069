import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import { Binary } from 'mongodb';

/*
 * A stored histogram: for each bucket that has a count, the distance from the previous such bucket and the count, as variable-length numbers
 * (7 bits per byte, the highest bit set when more follow). A typical one takes 30 to 60 bytes; as an array of pairs it took 400.
 */

export function encodeHistogram(counts: readonly number[]): Binary {
  const bytes: number[] = [];
  let before = 0;
  for (let bucket = 0; bucket < counts.length; bucket++) {
    const count = counts[bucket] ?? 0;
    if (count === 0) continue;
    write(bytes, bucket - before);
    write(bytes, count);
    before = bucket;
  }
  return new Binary(Uint8Array.from(bytes));
}

/** @throws Error when the bytes are not a histogram in this format. */
export function decodeHistogram({ buffer, position }: Binary): number[] {
  const counts = new Array<number>(LATENCY_BUCKETS).fill(0);
  let offset = 0;
  const read = () => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = offset < position ? buffer[offset++] : undefined;
      if (byte === undefined) throw new Error('a stored histogram ends too early');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  };
  let bucket = 0;
  while (offset < position) {
    bucket += read();
    if (bucket >= LATENCY_BUCKETS) throw new Error(`a stored histogram has a bucket ${bucket}`);
    counts[bucket] = read();
  }
  return counts;
}

function write(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}
