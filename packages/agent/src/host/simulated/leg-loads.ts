import { type DriveUse, type Flow, FlowLeg } from './load/flow.js';
import type { SimulatedHost } from './simulated-host.js';

/** A device under a mapping, and its share of the mapping's I/O. */
export interface LegShare {
  head: string;
  /** Legs of one mirror have the same writes. */
  mirror: number;
  reads: number;
  writes: number;
}

interface Wanted {
  path: string;
  target: SimulatedHost;
  drive: DriveUse;
  slow: number;
  share: Omit<LegShare, 'head'>;
}

/** Brings the I/O of a client's volumes to their legs. Every change first settles all volumes that share a drive with the changed one. */
export class LegLoads {
  /** Mapping → leg's path → its target. */
  readonly #targets = new Map<string, Map<string, SimulatedHost>>();

  constructor(private readonly client: SimulatedHost) {}

  /** `waits`: a leg does not answer, so there is no I/O on the volume. */
  follow(mapping: string, flow: Flow, legs: readonly LegShare[], { runs, waits }: { runs: boolean; waits: boolean }): void {
    const wanted = legs.flatMap((leg) => this.#wanted(leg));
    if (!this.#isNew(flow, wanted, runs)) return;
    const now = this.client.fabric.clock.now();
    const drives = new Set([...wanted.map(({ drive }) => drive), ...[...flow.legs.values()].map(({ drive }) => drive)]);
    flow.settle(now);
    for (const drive of drives) drive.settle(now);
    const targets = this.#targets.get(mapping) ?? new Map<string, SimulatedHost>();
    this.#targets.set(mapping, targets);
    // A leg that cannot be reached now has no I/O; its counters stay.
    for (const leg of flow.legs.values()) leg.share = { reads: 0, writes: 0, mirror: 0 };
    for (const { path, target, drive, slow, share } of wanted) {
      const leg = flow.legs.get(path) ?? new FlowLeg(flow, drive, now);
      leg.share = share;
      drive.slow = slow;
      drive.legs.add(leg);
      flow.legs.set(path, leg);
      targets.set(path, target);
      const loads = target.storage.loads.get(path) ?? new Map<string, FlowLeg>();
      target.storage.loads.set(path, loads.set(flow.key, leg));
    }
    flow.setRuns(now, runs, waits);
    flow.forget();
    for (const drive of drives) drive.forget();
  }

  drop(mapping: string, flow: Flow): void {
    const now = this.client.fabric.clock.now();
    for (const [path, target] of this.#targets.get(mapping) ?? []) {
      const leg = flow.legs.get(path);
      if (leg) {
        leg.drive.settle(now);
        leg.drive.remove(leg, now);
      }
      const loads = target.storage.loads.get(path);
      loads?.delete(flow.key);
      if (loads?.size === 0) target.storage.loads.delete(path);
    }
    this.#targets.delete(mapping);
  }

  #wanted({ head, ...share }: LegShare): Wanted[] {
    const access = this.client.initiator.access(head);
    if (access.state !== 'ok') return [];
    const { drive } = access.found;
    return [{ path: access.found.path, target: access.target, drive: drive.use, slow: drive.slowFactor, share }];
  }
  #isNew(flow: Flow, wanted: readonly Wanted[], runs: boolean): boolean {
    if (flow.runs !== runs) return true;
    const active = [...flow.legs.values()].filter(({ share }) => share.reads + share.writes > 0).length;
    return (
      active !== wanted.filter(({ share }) => share.reads + share.writes > 0).length ||
      wanted.some(({ path, drive, slow, share }) => {
        const leg = flow.legs.get(path);
        if (!leg || drive.slow !== slow) return true;
        return leg.share.reads !== share.reads || leg.share.writes !== share.writes || leg.share.mirror !== share.mirror;
      })
    );
  }
}
