import { describe, expect, it } from 'vitest';
import { serverOrder } from './server-order.js';

const SERVERS = ['a', 'b', 'c'];
const first = (count: number, order: (turn: number) => string) => Array.from({ length: count }, (_, turn) => order(turn)).join('');
const numbers =
  (...values: number[]) =>
  () =>
    values.shift() ?? 0;

describe('serverOrder', () => {
  it('tries every server in turn, forwards or backwards, from a random one', () => {
    expect(first(5, serverOrder(SERVERS, numbers(0, 0)))).toBe('abcab');
    expect(first(5, serverOrder(SERVERS, numbers(0.5, 0.9)))).toBe('bacba');
    expect(first(3, serverOrder(['a'], numbers(0.9, 0.9)))).toBe('aaa');
    expect(first(4, serverOrder(['a', 'b'], numbers(0.6, 0.7)))).toBe('baba');
  });

  it('spreads agents over the servers, and those of a lost server over the others', () => {
    const orders = Array.from({ length: 600 }, () => serverOrder(SERVERS));
    const at = (turn: number, of: (order: (turn: number) => string) => boolean) => orders.filter(of).map((order) => order(turn));
    for (const server of SERVERS) expect(at(0, () => true).filter((each) => each === server).length).toBeGreaterThan(120);
    const moved = at(1, (order) => order(0) === 'a');
    for (const server of ['b', 'c']) expect(moved.filter((each) => each === server).length).toBeGreaterThan(50);
  });
});
