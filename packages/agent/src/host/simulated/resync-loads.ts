import type { DriveUse } from './load/flow.js';
import type { Direction } from './load/latency.js';
import { type ArrayState, isSyncing, mirrorSets, setOfSlot } from './members.js';
import type { SimulatedHost } from './simulated-host.js';
import type { RunningCheck } from './world/checks.js';

interface Use {
  drive: DriveUse;
  direction: Direction;
  bytesPerSecond: number;
}

/** What md's resyncs on one client cost the drives: they read one leg of a mirror and write another. A check reads all. */
export class ResyncLoads {
  #uses = new Map<ArrayState, Use[]>();

  constructor(private readonly host: SimulatedHost) {}

  follow(): void {
    const { list } = this.host.arrays;
    if (this.#uses.size === 0 && !list.some(isSyncing)) return;
    const wanted = new Map(list.flatMap((array): [ArrayState, Use[]][] => (isSyncing(array) ? [[array, this.#usesOf(array)]] : [])));
    for (const array of new Set([...this.#uses.keys(), ...wanted.keys()]))
      this.#set(array, this.#uses.get(array) ?? [], wanted.get(array) ?? []);
    this.#uses = wanted;
  }

  #set(array: ArrayState, before: readonly Use[], after: readonly Use[]): void {
    const isSame = (one: Use, other: Use | undefined) =>
      one.drive === other?.drive && one.direction === other.direction && one.bytesPerSecond === other.bytesPerSecond;
    if (before.length === after.length && before.every((use, at) => isSame(use, after[at]))) return;
    const drives = new Set([...before, ...after].map(({ drive }) => drive));
    for (const drive of drives) drive.settle(this.host.fabric.clock.now());
    for (const { drive } of before) drive.resyncs.delete(array);
    for (const { drive, direction, bytesPerSecond } of after) drive.resyncs.set(array, { direction, bytesPerSecond });
    for (const drive of drives) drive.forget();
  }

  #usesOf(array: ArrayState): Use[] {
    const { recovery, members, check } = array;
    if (check?.running) return this.#checkOf(array, check.running);
    const sink = members.find(({ device }) => device === recovery?.device);
    if (!recovery || !sink || sink.slot === null) return [];
    const set = setOfSlot(array, sink.slot);
    const sources = members.filter(({ status, slot }) => status === 'in_sync' && slot !== null && setOfSlot(array, slot) === set);
    const source = sources.find(({ slot }) => sink.replaces && slot === sink.slot) ?? sources[0];
    const { bytesPerSecond } = recovery;
    return [
      ...this.#drives(source?.device).map((drive): Use => ({ drive, direction: 'reads', bytesPerSecond })),
      ...this.#drives(sink.device).map((drive): Use => ({ drive, direction: 'writes', bytesPerSecond })),
    ];
  }

  /** A check reads every half of every mirror. */
  #checkOf(array: ArrayState, { bytesPerSecond }: RunningCheck): Use[] {
    const sets = mirrorSets(array);
    const use = { direction: 'reads', bytesPerSecond: bytesPerSecond / Math.max(1, sets.length) } as const;
    return sets.flatMap((set) => set.flatMap(({ device }) => this.#drives(device).map((drive): Use => ({ drive, ...use }))));
  }

  #drives(device: string | undefined): DriveUse[] {
    const access = device === undefined ? undefined : this.host.initiator.access(device);
    return access?.state === 'ok' ? [access.found.drive.use] : [];
  }
}
