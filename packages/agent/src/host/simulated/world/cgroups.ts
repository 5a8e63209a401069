import { type IoLimits, type LimitObstacle, NO_LIMITS, sameLimits } from '@weft/shared/limits/io-limits';
import type { LimitsState } from '../../host.js';
import type { Operation } from '../../operations.js';
import { refuse } from './failure.js';

interface Mapping {
  name: string;
  uuid: string;
}

/** The slice in which simulated applications run. */
export const APPLICATION_SLICE = 'system.slice';

/** Top-level cgroups of one machine. Limits belong to a mapping and go with it, as in the kernel. */
export class SimulatedCgroups<M extends Mapping> {
  obstacle: LimitObstacle | null = null;
  #slices = new Map<string, WeakMap<M, IoLimits>>();

  constructor(private readonly mappings: { list: readonly M[]; touch: () => void }) {
    this.clear();
  }

  view(): LimitsState {
    if (this.obstacle) return { obstacle: this.obstacle, slices: [] };
    const slices = [...this.#slices].map(([name, limits]) => ({
      name,
      limits: this.mappings.list.flatMap((mapping) => {
        const found = limits.get(mapping);
        return found ? [{ uuid: mapping.uuid, limits: { ...found } }] : [];
      }),
    }));
    return { obstacle: null, slices: slices.sort((a, b) => a.name.localeCompare(b.name)) };
  }

  limit({ name, uuid, slices, limits }: Extract<Operation, { op: 'set-io-limits' }>): void {
    if (this.obstacle) refuse('io.max', `io.max: ${this.obstacle}`);
    const mapping =
      this.mappings.list.find((each) => each.name === name && each.uuid === uuid) ?? refuse('io.max', `Device ${name} not found`);
    for (const slice of slices) {
      if (sameLimits(limits, NO_LIMITS)) this.#slices.get(slice)?.delete(mapping);
      else this.#slices.get(slice)?.set(mapping, limits);
    }
    this.mappings.touch();
  }

  /** Limits of applications' I/O on a mapping. */
  ofApplications(mapping: M): IoLimits {
    return this.#slices.get(APPLICATION_SLICE)?.get(mapping) ?? NO_LIMITS;
  }

  addSlice(name: string): void {
    this.#slices.set(name, new WeakMap());
  }
  removeSlice(name: string): void {
    this.#slices.delete(name);
  }
  /** One slice stands for all: which ones a real machine has is not known beforehand. */
  onlySlice(name: string): void {
    this.#slices = new Map();
    this.addSlice(name);
  }
  /** As a freshly booted machine with systemd has them. */
  clear(): void {
    this.#slices = new Map();
    for (const name of ['init.scope', 'system.slice', 'user.slice']) this.addSlice(name);
  }
}
