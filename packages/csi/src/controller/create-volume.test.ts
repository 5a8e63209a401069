import { describe, expect, it } from 'vitest';
import { sizeOf } from './create-volume.js';

describe('sizeOf', () => {
  it.each([
    [null, 2 ** 30],
    [{ requiredBytes: 5000, limitBytes: 0 }, 2 ** 20],
    [{ requiredBytes: 2 ** 20 + 1, limitBytes: 0 }, 2 ** 20 + 4096],
    [{ requiredBytes: 0, limitBytes: 2 ** 21 + 5 }, 2 ** 21],
    [{ requiredBytes: 2 ** 31, limitBytes: 2 ** 31 }, 2 ** 31],
  ])('%o is %i bytes', (range, bytes) => {
    expect(sizeOf(range)).toBe(bytes);
  });

  it.each([
    { requiredBytes: 2 ** 20 + 1, limitBytes: 2 ** 20 + 2 },
    { requiredBytes: 0, limitBytes: 4096 },
    { requiredBytes: -1, limitBytes: 0 },
  ])('refuses %o', (range) => {
    expect(() => sizeOf(range)).toThrow(expect.objectContaining({ code: 'OUT_OF_RANGE' }) as Error);
  });

  it('raises a size below the smallest file system, unless the limit forbids it', () => {
    expect(sizeOf({ requiredBytes: 2 ** 26, limitBytes: 0 }, 2 ** 30, 300 * 2 ** 20)).toBe(300 * 2 ** 20);
    expect(() => sizeOf({ requiredBytes: 2 ** 26, limitBytes: 2 ** 27 }, 2 ** 30, 300 * 2 ** 20)).toThrow('from 314572800 on');
  });
});
