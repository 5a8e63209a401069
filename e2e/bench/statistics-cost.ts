import type { Volume } from '@weft/shared/kinds/volume';
import type { Fabric } from '../lab/fabric/fabric.js';
import { attach, detach } from '../lab/fabric/provision.js';
import { sysfsOf } from '../lab/faults/sysfs.js';
import { shellQuoted } from '../lab/machines/channel.js';
import type { Machine } from '../lab/machines/machine.js';
import { type HandMade, withHandMade } from './hand-made.js';
import { medianInterval, percentile } from './latency.js';
import { depths, mixedLoad } from './mixed-load.js';
import type { Measurement } from './result.js';

/** Many short windows under one load, alternating on and off: the speed of an emulated machine varies more than the measured effect. */
const pairs = 40;
const windowSeconds = 2;

interface Pair {
  on: number;
  off: number;
}

/** I/Os per second that a block device completed in one window (kernel: Documentation/block/stat.rst). */
async function iopsOf(machine: Machine, device: string): Promise<number> {
  const count = 'cat $stat /proc/uptime';
  const said = await machine.run(`stat=${sysfsOf(device)}/stat\n${count}\nsleep ${windowSeconds}\n${count}`, {
    timeoutSeconds: 60,
  });
  const [before, began, after, ended] = said
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const completed = ([reads, , , , writes]: readonly number[] = []): number => (reads ?? Number.NaN) + (writes ?? Number.NaN);
  const iops = (completed(after) - completed(before)) / ((ended?.[0] ?? Number.NaN) - (began?.[0] ?? Number.NaN));
  if (!(iops > 0)) throw new Error(`nothing was completed on ${device}, or it cannot be counted:\n${said}`);
  return iops;
}

async function measure(client: Machine, device: string, depth: number, byHand: HandMade): Promise<Pair[]> {
  const load = shellQuoted([...mixedLoad(device, depth), '--time_based', '--runtime=86400']);
  const pid = (await client.run(`setsid ${load} > /tmp/statistics-cost.log 2>&1 & echo $!`)).trim();
  const result: Pair[] = [];
  try {
    await iopsOf(client, device); // fio starts
    for (let n = 0; n < pairs; n++) {
      const pair: Partial<Pair> = {};
      for (const which of n % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
        await byHand.removeStatistics();
        if (which === 'on') await byHand.addStatistics();
        pair[which] = await iopsOf(client, device);
      }
      result.push(pair as Pair);
      console.log(`bench: depth ${depth}, pair ${n + 1}: ${pair.on?.toFixed(0)} IOPS with, ${pair.off?.toFixed(0)} without`);
    }
  } finally {
    await client.run(`kill ${pid}; while kill -0 ${pid} 2> /dev/null; do sleep 0.1; done`, { timeoutSeconds: 60 });
  }
  return result;
}

/** Compares a volume with Weft's statistics, on the volume and its legs, to one without. The agents are stopped: they would restore removed statistics. */
async function costOfStatistics(fabric: Fabric, volume: Volume, byHand: HandMade): Promise<Measurement[]> {
  const client = fabric.machine('c1');
  // Attaching makes the array.
  await detach(fabric, await attach(fabric, volume, 'c1'));
  for (const { name } of [...fabric.cluster.targets, client]) await fabric.killAgent(fabric.machine(name));
  const device = await byHand.addMapping(await byHand.make());
  const rows: Measurement[] = [];
  for (const depth of depths) {
    const ratios = (await measure(client, device, depth, byHand)).map(({ on, off }) => on / off);
    const name = `IOPS, with dm-stats to without, depth ${depth}`;
    const value = percentile(ratios, 0.5);
    const { low, high } = medianInterval(ratios);
    rows.push(
      { name, value, unit: 'ratio', aim: 'at least 0.98', met: value >= 0.98 },
      { name: `… median of ${pairs} pairs; 95 % interval from`, value: low, unit: 'ratio' },
      { name: '… to', value: high, unit: 'ratio' },
    );
  }
  return rows;
}

export const benchStatisticsCost = (): Promise<Measurement[]> => withHandMade(costOfStatistics);
