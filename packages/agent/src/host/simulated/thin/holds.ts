import { type EndedHold, HoldTimes } from '../../hold-times.js';
import { HostError } from '../../host.js';
import type { Operation } from '../../operations.js';
import { refuse } from '../world/failure.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;

interface Machine {
  readonly mappings: { find: (name: string) => { suspended: boolean } | undefined };
  readonly fabric: { readonly clock: { now: () => number; after: (ms: number, act: () => void) => () => void } };
  changed: () => void;
}

const SPARE_MS = 500;

/** Suspended mappings of one machine. The process that resumes them after the bound is no part of the agent: it runs when the agent is dead, too. */
export class SimulatedHolds {
  readonly #watches = new Map<string, () => void>();
  readonly #times = new HoldTimes(() => this.host.fabric.clock.now());

  constructor(private readonly host: Machine) {}

  /** As part of a fast state. */
  get shown(): { endedHolds?: readonly EndedHold[] } {
    return this.#times.shown;
  }

  hold({ id, boundMs, mappings }: Of<'hold-io'>): void {
    this.#watches.get(id)?.();
    const resumeAll = () => {
      for (const name of mappings) this.resume({ name });
      this.#watches.delete(id);
      this.host.changed();
    };
    this.#watches.set(id, this.host.fabric.clock.after(boundMs + SPARE_MS, resumeAll));
    this.#times.begins(id);
    for (const name of mappings) this.#mapping(name).suspended = true;
  }
  release({ id, mappings }: Of<'release-io'>): void {
    const resumed = mappings.find((name) => !this.host.mappings.find(name)?.suspended);
    if (resumed !== undefined) {
      const message = `mapping ${resumed} is not suspended`;
      throw new HostError(message, ['check'], null, message, { code: 'freeze-interrupted' });
    }
    for (const name of mappings) this.resume({ name });
    this.#times.ends(id);
    this.#watches.get(id)?.();
    this.#watches.delete(id);
  }
  resume({ name }: { name: string }): void {
    const found = this.host.mappings.find(name);
    if (found) found.suspended = false;
  }
  /** The machine lost its power. */
  clear(): void {
    for (const cancel of this.#watches.values()) cancel();
    this.#watches.clear();
  }
  #mapping(name: string): { suspended: boolean } {
    return this.host.mappings.find(name) ?? refuse('dmsetup', `Device ${name} not found`);
  }
}
