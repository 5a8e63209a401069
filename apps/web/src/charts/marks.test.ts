import { describe, expect, it } from 'vitest';
import { bandsOf, markAt, marksIn, spaced } from './marks.js';

const mark = (id: string, from: number, to: number | null) => ({ id, from, to, text: id });
const window = { from: 100, to: 200 };
const ids = (marks: readonly { id: string }[]) => marks.map(({ id }) => id);

describe('the marks of a chart', () => {
  it('are those that touch the period, oldest first', () => {
    const all = [
      mark('inside', 150, 160),
      mark('before', 10, 99),
      mark('after', 201, null),
      mark('across', 90, 110),
      mark('open', 50, null),
    ];
    expect(ids(marksIn(all, window))).toEqual(['open', 'across', 'inside']);
  });

  it('shows at a moment the mark that begins nearest, else one that lasts then', () => {
    const all = [mark('long', 110, 190), mark('short', 150, 151)];
    expect(markAt(all, 148, 5, window)?.id).toBe('short');
    expect(markAt(all, 170, 5, window)?.id).toBe('long');
    expect(markAt(all, 195, 5, window)).toBeNull();
  });

  it('merges bands that overlap, and keeps others apart', () => {
    const all = [mark('a', 110, 130), mark('b', 120, 125), mark('c', 130, 140), mark('d', 150, 151), mark('open', 190, null)];
    expect(bandsOf(all, window)).toEqual([
      { from: 110, to: 140 },
      { from: 150, to: 151 },
      { from: 190, to: 200 },
    ]);
  });

  it('draws no line directly beside another', () => {
    expect(spaced([10, 11, 14, 15, 16, 30], 5)).toEqual([10, 15, 30]);
  });
});
