import { describe, expect, it } from 'vitest';
import { doubtOf, type Held } from './history.js';

const ours = '11111111-0000-4000-8000-000000000001';
const other = '11111111-0000-4000-8000-000000000002';
const held = (generation: number, hash = `h${generation}`, historyId: string | null = ours): Held => ({ historyId, generation, hash });
const memory = (generation: number, known: Held[] = []) => ({ historyId: ours, generation, hash: `h${generation}`, known });

describe('doubtOf', () => {
  it('trusts a database that offered what the node holds, however many generations ago', () => {
    expect(doubtOf(held(5), memory(9, [held(5), held(6)]))).toBeNull();
    expect(doubtOf(held(9), memory(9))).toBeNull();
  });

  it('names a database that is older than what the node holds', () => {
    expect(doubtOf(held(12), memory(9, [held(9)]))).toBe('database-older');
  });

  it('names a database whose counter has passed the node but that never offered what it holds', () => {
    expect(doubtOf(held(12), memory(40, [held(9), held(40)]))).toBe('other-content');
  });

  it('names other content of the same generation', () => {
    expect(doubtOf(held(9, 'else'), memory(9, [held(9)]))).toBe('other-content');
  });

  it('names another history, also when generation and content agree', () => {
    expect(doubtOf(held(9, 'h9', other), memory(9, [held(9)]))).toBe('other-history');
    expect(doubtOf(held(0, '', other), memory(9))).toBe('other-history');
  });

  it('trusts after an administrator accepted exactly what the node holds', () => {
    expect(doubtOf(held(12, 'h12', other), memory(13, [held(12, 'h12', other)]))).toBeNull();
    expect(doubtOf(held(13, 'h13', other), memory(13, [held(12, 'h12', other)]))).toBe('other-history');
  });

  it('compares no history for data that was stored before histories existed', () => {
    expect([doubtOf(held(3, 'x', null), memory(9)), doubtOf(held(0, '', null), memory(9))]).toEqual([null, null]);
    expect(doubtOf(held(10, 'x', null), memory(9))).toBe('database-older');
    expect(doubtOf(held(9, 'x', null), memory(9))).toBe('other-content');
    expect(doubtOf(held(9, '', null), memory(9))).toBeNull();
  });
});
