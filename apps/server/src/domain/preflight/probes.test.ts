import { MOST_PROBES } from '@weft/shared/messages/host-facts';
import { describe, expect, it } from 'vitest';
import { planProbes } from './probes.js';
import { client, soundWorld, target, withNic } from './recorded.fixture.js';

const { networks } = soundWorld();

describe('planProbes', () => {
  it('sends between every pair of a small network, both ways, with the MTU of the sender', () => {
    const { nodes } = withNic({ mtuBytes: 1500 });
    const { byNode, sent, ofPairs } = planProbes(nodes, networks, 0);
    expect([sent, ofPairs]).toEqual([24, 24]);
    const mine = [...(byNode.get(target(11).id) ?? [])].filter(({ network }) => network === 'left');
    expect(mine.map(({ to, bytes }) => [to, bytes]).sort()).toEqual([
      ['10.10.1.12', 1500],
      ['10.10.1.13', 1500],
      ['10.10.1.21', 1500],
    ]);
  });

  it('samples a network of 128 nodes: every address sends and receives, and other pairs in the next run', () => {
    const nodes = Array.from({ length: 128 }, (_, each) => ({ ...client(each + 1), id: `n${each}` }));
    const { byNode, sent, ofPairs } = planProbes(nodes, networks, 0);
    expect(ofPairs).toBe(2 * 128 * 127);
    expect(sent).toBe(2 * 128 * 16);
    expect(Math.max(...[...byNode.values()].map((probes) => probes.length))).toBeLessThanOrEqual(MOST_PROBES);
    const received = new Set([...byNode.values()].flat().map(({ to }) => to));
    expect(received.size).toBe(256);
    const pairs = (turn: number) =>
      new Set([...planProbes(nodes, networks, turn).byNode.values()].flat().map(({ from, to }) => `${from} ${to}`));
    const [one, next] = [pairs(0), pairs(1)];
    expect([...next].filter((pair) => one.has(pair))).toEqual([]);
  });

  it('asks neither offline nodes nor NICs without link', () => {
    const offline = soundWorld({ nodes: [target(11), target(12, { online: false })] });
    expect(planProbes(offline.nodes, networks, 0).sent).toBe(0);
    expect(
      [...planProbes(withNic({ up: false }).nodes, networks, 0).byNode.values()].flat().some(({ from }) => from === '10.10.1.11'),
    ).toBe(false);
  });
});
