import { sysfsOf } from '../../lab/faults/sysfs.js';
import { shellQuoted } from '../../lab/machines/channel.js';
import type { Machine } from '../../lab/machines/machine.js';
import { median, medianInterval } from '../measure/latency.js';
import type { Measurement } from '../measure/result.js';
import { depths, mixedLoad } from './mixed-load.js';

/** Two states that a load is measured in, in turns. `set` brings one about before each window. */
export interface Turns {
  /** What is on or off, as the rows name it: "with dm-stats", "without". */
  names: { on: string; off: string };
  set: (which: 'on' | 'off') => Promise<void>;
  pairs: number;
  windowSeconds: number;
  /** Smallest ratio of on to off that is good enough. */
  aim: number;
}

/** I/Os per second that a block device completed in one window (kernel: Documentation/block/stat.rst). */
async function iopsOf(machine: Machine, device: string, windowSeconds: number): Promise<number> {
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

/** Ratio of IOPS, on to off, of each pair of windows under one load. */
async function ratios(client: Machine, device: string, depth: number, turns: Turns): Promise<number[]> {
  const load = shellQuoted([...mixedLoad(device, depth), '--time_based', '--runtime=86400']);
  const pid = (await client.run(`setsid ${load} > /tmp/turns.log 2>&1 & echo $!`)).trim();
  const result: number[] = [];
  try {
    await iopsOf(client, device, turns.windowSeconds); // fio starts
    for (let n = 0; n < turns.pairs; n++) {
      const iops = { on: 0, off: 0 };
      for (const which of n % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
        await turns.set(which);
        iops[which] = await iopsOf(client, device, turns.windowSeconds);
      }
      result.push(iops.on / iops.off);
      const { on, off } = turns.names;
      console.log(`bench: depth ${depth}, pair ${n + 1}: ${iops.on.toFixed(0)} IOPS ${on}, ${iops.off.toFixed(0)} ${off}`);
    }
  } finally {
    await client.run(`kill ${pid}; while kill -0 ${pid} 2> /dev/null; do sleep 0.1; done`, { timeoutSeconds: 60 });
  }
  return result;
}

/**
 * Compares the IOPS of one device in two states, in many short windows under one load: the speed of an emulated machine varies more from minute to minute
 * than the measured effect.
 */
export async function inTurns(client: Machine, device: string, turns: Turns): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const depth of depths) {
    const measured = await ratios(client, device, depth, turns);
    const value = median(measured);
    const { low, high } = medianInterval(measured);
    const name = `IOPS, ${turns.names.on} to ${turns.names.off}, depth ${depth}`;
    rows.push(
      { name, value, unit: 'ratio', aim: `at least ${turns.aim}`, met: value >= turns.aim },
      { name: `… median of ${turns.pairs} pairs; 95 % interval from`, value: low, unit: 'ratio' },
      { name: '… to', value: high, unit: 'ratio' },
    );
  }
  return rows;
}
