/**
 * Compares, in alternating rounds of one lab run, a volume that Weft attached with the same legs assembled by hand: once with the same layers,
 * once as a bare array. Results are ratios, because the machines are emulated and slow.
 */
import { devicePath } from '@weft/shared/identity';
import type { Volume } from '@weft/shared/kinds/volume';
import type { Fabric } from '../../lab/fabric/fabric.js';
import { attach, detach } from '../../lab/fabric/provision.js';
import type { Machine } from '../../lab/machines/machine.js';
import { intervalRows, median } from '../measure/latency.js';
import type { Measurement } from '../measure/result.js';
import { type HandMade, withHandMade } from './hand-made.js';
import { depths, measureMixed, type Speed } from './mixed-load.js';

/** Rounds alternate: other load on the machine changes slowly compared with a round. */
const rounds = 6;

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now();
  const result = await work();
  return { result, ms: performance.now() - began };
}

/** hand: the same layers as Weft's. bare: the array itself. */
type Contestant = 'weft' | 'hand' | 'bare';

class Contest {
  readonly speeds: Record<Contestant, Map<number, Speed[]>> = { weft: new Map(), hand: new Map(), bare: new Map() };
  readonly attachMs = { weft: [] as number[], hand: [] as number[] };

  async run(who: Contestant, machine: Machine, device: string): Promise<void> {
    for (const depth of depths) {
      const speed = await measureMixed(machine, device, depth);
      this.speeds[who].set(depth, [...(this.speeds[who].get(depth) ?? []), speed]);
      console.log(`bench: ${who}, depth ${depth}: ${speed.iops.toFixed(0)} IOPS, p99 ${speed.p99Ms.toFixed(2)} ms`);
    }
  }

  /** Ratio of `one` to `other` in each round. */
  private ratios(one: Contestant, other: Contestant, depth: number, what: keyof Speed): number[] {
    const others = this.speeds[other].get(depth) ?? [];
    return (this.speeds[one].get(depth) ?? []).map((speed, round) => speed[what] / (others[round]?.[what] ?? Number.NaN));
  }

  rows(): Measurement[] {
    const rows = depths.flatMap((depth): Measurement[] => {
      const byHand = median((this.speeds.hand.get(depth) ?? []).map(({ iops }) => iops));
      const [iops, p99] = [this.ratios('weft', 'hand', depth, 'iops'), this.ratios('weft', 'hand', depth, 'p99Ms')];
      return [
        { name: `IOPS by hand, 4 KiB 70/30, depth ${depth}`, value: byHand, unit: 'IOPS' },
        {
          name: `IOPS, Weft to by hand, depth ${depth}`,
          value: median(iops),
          unit: 'ratio',
          aim: 'at least 0.97',
          met: median(iops) >= 0.97,
        },
        ...intervalRows(iops),
        { name: `p99, Weft to by hand, depth ${depth}`, value: median(p99), unit: 'ratio', aim: 'at most 1.03', met: median(p99) <= 1.03 },
        ...intervalRows(p99),
        { name: `IOPS, Weft to the bare array, depth ${depth}`, value: median(this.ratios('weft', 'bare', depth, 'iops')), unit: 'ratio' },
        { name: `p99, Weft to the bare array, depth ${depth}`, value: median(this.ratios('weft', 'bare', depth, 'p99Ms')), unit: 'ratio' },
      ];
    });
    const [weft, hand] = [median(this.attachMs.weft), median(this.attachMs.hand)];
    return [
      ...rows,
      { name: 'POST of an attachment to block device', value: weft, unit: 'ms' },
      { name: '… to a script of the same commands', value: weft / hand, unit: 'ratio' },
    ];
  }
}

async function contest(fabric: Fabric, volume: Volume, byHand: HandMade): Promise<Measurement[]> {
  const client = fabric.machine('c1');
  const result = new Contest();
  for (let round = 1; round <= rounds; round++) {
    const { result: attachment, ms } = await timed(() => attach(fabric, volume, 'c1'));
    await result.run('weft', client, devicePath(volume.name));
    await detach(fabric, attachment);
    const array = await timed(() => byHand.make());
    await result.run('bare', client, array.result);
    const mapping = await timed(() => byHand.addMapping(array.result));
    const statistics = await timed(() => byHand.addVolumeStatistics());
    await result.run('hand', client, mapping.result);
    await byHand.removeMapping();
    await byHand.takeApart();
    result.attachMs.weft.push(ms);
    result.attachMs.hand.push(array.ms + mapping.ms + statistics.ms);
  }
  return result.rows();
}

export const benchLab = (): Promise<Measurement[]> => withHandMade(contest);
