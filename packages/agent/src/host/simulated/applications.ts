import type { LoadProfile } from './load/flow.js';
import type { MappingState } from './mappings.js';
import type { SimulatedHost } from './simulated-host.js';

const COMMAND = 'simulated-application';
const FIRST_PID = 20_000;

/** Applications that the simulation runs on published volumes. Each holds its device open while its load runs, as a database does. */
export class SimulatedApplications {
  /** By the volume's name: closes the device. */
  readonly #running = new Map<string, () => void>();
  #started = 0;

  constructor(private readonly host: SimulatedHost) {}

  /** Starts the application that is configured for a volume, unless it runs. @returns false: none is configured, or the volume is not published here. */
  start(volume: string): boolean {
    const { mappings, processes } = this.host;
    const mapping = mappings.at(`/dev/weft/${volume}`);
    const profile = this.#profile(volume);
    if (!mapping || !profile) return false;
    if (this.#running.has(volume)) return true;
    mappings.setLoad(mapping.name, profile, volume);
    this.#running.set(volume, processes.open(`/dev/weft/${volume}`, { pid: FIRST_PID + this.#started++, command: COMMAND }));
    return true;
  }

  /** Applications that are configured for the published volumes, by volume. */
  list(): { volume: string; runs: boolean }[] {
    const volumes = this.host.mappings.links.map(({ name }) => name).filter((volume) => this.#profile(volume) !== null);
    return volumes.map((volume) => ({ volume, runs: this.isRunning(volume) }));
  }

  /** The fabric's demand has changed: the running applications follow it. */
  demandChanged(): void {
    const { mappings } = this.host;
    for (const volume of this.#running.keys()) {
      const mapping = mappings.at(`/dev/weft/${volume}`);
      if (mapping) mappings.setLoad(mapping.name, this.#profile(volume), volume);
    }
  }

  /** The application ends: its I/O first, then it closes the device. */
  stop(volume: string): void {
    const close = this.#running.get(volume);
    if (!close) return;
    const mapping = this.host.mappings.at(`/dev/weft/${volume}`);
    if (mapping) this.host.mappings.setLoad(mapping.name, null);
    close();
    this.#running.delete(volume);
  }
  isRunning(volume: string): boolean {
    return this.#running.has(volume);
  }

  #profile(volume: string): LoadProfile | null {
    const { options, demandFactor } = this.host.fabric;
    const usual = options.loadOf?.(volume) ?? null;
    return usual && { ...usual, readIops: usual.readIops * demandFactor, writeIops: usual.writeIops * demandFactor };
  }

  /** Every I/O on the device fails from now on: its application ends with an error. */
  fail({ name }: Pick<MappingState, 'name'>): void {
    for (const link of this.host.mappings.links) if (link.target === `/dev/mapper/${name}`) this.stop(link.name);
  }
  /** Power loss. */
  clear(): void {
    this.#running.clear();
  }
}
