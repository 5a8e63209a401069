import { type LoadProfile, SimulatedLoad } from './load.js';
import type { SimulatedHost } from './simulated-host.js';

/** Share of a volume's latency that its leg causes; the network causes the rest. */
const LEG_SHARE = 0.8;

/** I/O on each leg from a client's load: reads go to one leg of a mirror, writes to all. A slow drive slows only its own legs. */
export class LegLoads {
  /** Mapping → leg's path → its target. */
  readonly #under = new Map<string, Map<string, SimulatedHost>>();

  constructor(private readonly client: SimulatedHost) {}

  follow(mapping: string, profile: LoadProfile, speed: number, heads: readonly string[], copies: number): void {
    const now = this.client.fabric.clock.now();
    const key = `${this.client.bootId} ${mapping}`;
    const before = this.#under.get(mapping) ?? new Map<string, SimulatedHost>();
    const under = new Map<string, SimulatedHost>();
    for (const head of heads) {
      const access = this.client.initiator.access(head);
      if (access.state !== 'ok') continue;
      const { target, found } = access;
      under.set(found.path, target);
      const loads = target.storage.loads.get(found.path) ?? new Map<string, SimulatedLoad>();
      target.storage.loads.set(found.path, loads);
      const share = shareOf(profile, heads.length, copies);
      let load = loads.get(key);
      if (!load || JSON.stringify(load.profile) !== JSON.stringify(share)) {
        load = new SimulatedLoad(share, now, mapping, load?.counters(now));
        loads.set(key, load);
      }
      load.setSpeed(now, speed, found.drive.slowFactor);
    }
    // A leg that cannot be reached now has no I/O; its counters stay.
    for (const [path, target] of before) {
      if (under.has(path)) continue;
      under.set(path, target);
      target.storage.loads.get(path)?.get(key)?.stop(now);
    }
    this.#under.set(mapping, under);
  }

  drop(mapping: string): void {
    const key = `${this.client.bootId} ${mapping}`;
    for (const [path, target] of this.#under.get(mapping) ?? []) {
      const loads = target.storage.loads.get(path);
      loads?.delete(key);
      if (loads?.size === 0) target.storage.loads.delete(path);
    }
    this.#under.delete(mapping);
  }
}

const shareOf = (profile: LoadProfile, legs: number, copies: number): LoadProfile => ({
  ...profile,
  readIops: profile.readIops / legs,
  writeIops: (profile.writeIops * copies) / legs,
  medianLatencyNs: profile.medianLatencyNs * LEG_SHARE,
});
