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
    const { mappings, processes, fabric } = this.host;
    const mapping = mappings.at(`/dev/weft/${volume}`);
    const profile = fabric.options.loadOf?.(volume);
    if (!mapping || !profile) return false;
    if (this.#running.has(volume)) return true;
    mappings.setLoad(mapping.name, profile, volume);
    this.#running.set(volume, processes.open(`/dev/weft/${volume}`, { pid: FIRST_PID + this.#started++, command: COMMAND }));
    return true;
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

  /** Every I/O on the device fails from now on: its application ends with an error. */
  fail({ name }: Pick<MappingState, 'name'>): void {
    for (const link of this.host.mappings.links) if (link.target === `/dev/mapper/${name}`) this.stop(link.name);
  }
  /** Power loss. */
  clear(): void {
    this.#running.clear();
  }
}
