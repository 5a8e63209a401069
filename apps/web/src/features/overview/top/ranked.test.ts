import { describe, expect, it } from 'vitest';
import { ranked } from './ranked.js';

const volume = (name: string, iops: number | null, p99: number | null) => ({ id: name, name, iops, p99 });
const volumes = [volume('a', 10, 3e-3), volume('b', 30, null), volume('c', null, null), volume('d', 20, 1e-3), volume('e', 0, null)];
const names = (...of: Parameters<typeof ranked>) => ranked(...of).map(({ name }) => name);

describe('ranked', () => {
  it('lists the largest first, as many as asked for', () => {
    expect(names(volumes, 'iops', 2)).toEqual(['b', 'd']);
    expect(names(volumes, 'p99', 5)).toEqual(['a', 'd']);
  });

  it('lists no volume without I/O or without a value', () => {
    expect(names(volumes, 'iops', 9)).toEqual(['b', 'd', 'a']);
  });

  it('orders equal values by name, so that they do not swap places', () => {
    expect(names([volume('z', 5, null), volume('y', 5, null)], 'iops', 2)).toEqual(['y', 'z']);
  });
});
