import type { Fabric } from '../../lab/fabric/fabric.js';
import type { Machine } from '../../lab/machines/machine.js';
import { intervalRows, median } from '../measure/latency.js';
import type { Measurement } from '../measure/result.js';
import { LOAD_SECONDS, measureMixed, type Speed } from './mixed-load.js';

/** What a load achieves in one state, and what it takes. */
export interface Cost extends Speed {
  /** Processor time of client and targets together, milliseconds for each I/O. */
  cpuMsEach: number;
}

/** Costs of one state by queue depth, one for each round. */
export type Rounds = Map<number, Cost[]>;

/** Time in which the machine's processors did something, s (proc_stat(5), in units of 1/100 s). */
async function busySeconds(machine: Machine): Promise<number> {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (await machine.run('head -1 /proc/stat'))
    .trim()
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) / 100;
}

/** @param machines names of the client, which does the I/O, and of the targets. */
export async function costOf(
  fabric: Fabric,
  machines: readonly [client: string, ...targets: string[]],
  device: string,
  depth: number,
): Promise<Cost> {
  const [client] = machines;
  const busy = async () =>
    (await Promise.all(machines.map((name) => busySeconds(fabric.machine(name))))).reduce((sum, each) => sum + each, 0);
  const before = await busy();
  const speed = await measureMixed(fabric.machine(client), device, depth);
  return { ...speed, cpuMsEach: (((await busy()) - before) * 1000) / (speed.iops * LOAD_SECONDS) };
}

export const note = (rounds: Rounds, depth: number, cost: Cost): unknown => rounds.set(depth, [...(rounds.get(depth) ?? []), cost]);

export const described = ({ iops, p99Ms, cpuMsEach }: Cost): string =>
  `${iops.toFixed(0)} IOPS, p99 ${p99Ms.toFixed(1)} ms, CPU ${cpuMsEach.toFixed(2)} ms each`;

/** Ratio of each round to the other state's round of the same number. `name` is as in "thin to plain". */
export function ratioRows(name: string, rounds: Rounds, others: Rounds, depth: number): Measurement[] {
  return (['iops', 'p99Ms', 'cpuMsEach'] as const).flatMap((what): Measurement[] => {
    const other = (others.get(depth) ?? []).map((cost) => cost[what]);
    const ratios = (rounds.get(depth) ?? []).map((cost, round) => cost[what] / (other[round] ?? Number.NaN));
    const title = { iops: 'IOPS', p99Ms: 'p99', cpuMsEach: 'CPU for each I/O' }[what];
    return [{ name: `${title}, ${name}, depth ${depth}`, value: median(ratios), unit: 'ratio' }, ...intervalRows(ratios)];
  });
}
