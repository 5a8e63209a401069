import type { Process } from '@weft/shared/messages/report';
import type { SimulatedHost } from './simulated-host.js';
import { refuse } from './world/failure.js';

/** Processes that hold devices of one machine open. */
export class SimulatedProcesses {
  readonly #processes = new Map<string, Process[]>();
  readonly #byHand = new Map<string, () => void>();

  constructor(private readonly host: SimulatedHost) {}

  /** A process opens a device. @returns a function that closes it. */
  open(device: string, process: { pid: number; command: string }): () => void {
    const { mappings } = this.host;
    if (device.startsWith('/dev/weft/') && !mappings.at(device)) refuse('open', `${device}: No such file or directory`);
    const entry: Process = { ...process, via: 'open-file', path: device };
    const key = mappings.kernelName(device);
    this.#processes.set(key, [...(this.#processes.get(key) ?? []), entry]);
    this.host.changed();
    return () => {
      this.#processes.set(
        key,
        (this.#processes.get(key) ?? []).filter((other) => other !== entry),
      );
      this.host.changed();
    };
  }
  /** A process that holds a device open until `setOpen` closes it. */
  setOpen(device: string, open: boolean): void {
    const key = `${device} by hand`;
    this.#byHand.get(key)?.();
    this.#byHand.delete(key);
    if (open) this.#byHand.set(key, this.open(device, { pid: 4711, command: 'simulated' }));
  }
  on(device: string): Process[] {
    return this.#processes.get(this.host.mappings.kernelName(device)) ?? [];
  }

  /** Processes that tests and people opened on it, and md or dm on top. */
  holders(device: string): Process[] {
    const { mappings, arrays } = this.host;
    const kernel = mappings.kernelName(device);
    const above = [
      ...mappings.list
        .filter((mapping) => mapping.under.includes(kernel))
        .map(({ name, device: path }) => ({ command: name, path: `/dev/${path}` })),
      ...arrays.list
        .filter((array) => array.members.some((member) => member.device === kernel))
        .map(({ device: path }) => ({ command: path, path: `/dev/${path}` })),
    ];
    return [...this.on(device), ...above.map((each) => ({ pid: 0, via: 'holder' as const, ...each }))];
  }

  clear(): void {
    this.#processes.clear();
  }
}
