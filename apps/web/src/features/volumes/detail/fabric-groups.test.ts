import { describe, expect, it } from 'vitest';
import type { Tone } from '../../../ui/marks/mark.js';
import type { FabricLeg, FabricPath } from './fabric.js';
import { fabricNetworks, fabricTargets } from './fabric-groups.js';

const hop = (name: string, tone: Tone = 'good') => ({ name, status: { tone, what: tone } });
const path = (storageNetwork: string, { network = 'good', nic = 'good' }: { network?: Tone; nic?: Tone } = {}): FabricPath => ({
  storageNetwork,
  clientNic: hop(`c-${storageNetwork}`),
  network: hop(storageNetwork, network),
  targetNic: hop(`t-${storageNetwork}`, nic),
});
const leg = (index: number, node: string, paths: FabricPath[], tone: Tone = 'good') =>
  ({ leg: { id: String(index), index, node: { id: node, name: node } }, drive: { tone, what: tone }, paths }) as unknown as FabricLeg;
const both = (of = {}) => [path('left', of), path('right')];

describe('fabricNetworks', () => {
  it('has each network once, with the number of its live paths', () => {
    const networks = fabricNetworks([leg(0, 't1', both()), leg(1, 't2', both({ network: 'bad' })), leg(2, 't1', both())]);
    expect(networks.map(({ name, clientNic, live, total, tone }) => [name, clientNic.name, live, total, tone])).toEqual([
      ['left', 'c-left', 2, 3, 'bad'],
      ['right', 'c-right', 3, 3, 'good'],
    ]);
  });
});

describe('fabricTargets', () => {
  it('groups the legs by target, and unfolds none while all is well', () => {
    const targets = fabricTargets([leg(0, 't2', both()), leg(1, 't1', both()), leg(2, 't2', both())]);
    expect(targets.map(({ node, legs, deviating }) => [node.name, legs.length, deviating.length])).toEqual([
      ['t1', 1, 0],
      ['t2', 2, 0],
    ]);
    expect(targets[0]?.ways.get('left')).toMatchObject({ nic: { name: 't-left' }, network: { name: 'left' } });
  });

  it.each<[string, FabricLeg]>([
    ['whose drive has a problem', leg(1, 't1', both(), 'warn')],
    ['with a path that is not live', leg(1, 't1', both({ network: 'bad' }))],
    ['whose target does not export it', leg(1, 't1', both({ nic: 'bad' }))],
    ['without a reported path', leg(1, 't1', [])],
  ])('unfolds a leg %s, and no other', (_, deviating) => {
    expect(fabricTargets([leg(0, 't1', both()), deviating])[0]?.deviating).toEqual([deviating]);
  });

  it('shows the worst state of the paths of a target', () => {
    const [target] = fabricTargets([leg(0, 't1', both()), leg(1, 't1', both({ network: 'bad', nic: 'warn' }))]);
    expect(target?.ways.get('left')).toMatchObject({ nic: { status: { tone: 'warn' } }, network: { status: { tone: 'bad' } } });
  });
});
