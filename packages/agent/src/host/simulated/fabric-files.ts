import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeviceLink, NvmeHead, NvmetPort, NvmetSubsystem } from '../host.js';
import { type Connect, SimulatedController } from './controller.js';
import type { DriveState } from './drive/drive.js';
import type { MappingState } from './mappings.js';
import type { ArrayState } from './members.js';
import type { SimulatedFabric } from './simulated-fabric.js';
import type { HostSpec, SimulatedHost } from './simulated-host.js';
import { NO_SECRETS, type SecretPair } from './world/keys.js';
import { SimulatedRandom } from './world/random.js';

/*
 * A simulated cluster on disk.
 *  - drives/<host>.json: what its drives keep without power. Written before an operation that changed them returns.
 *  - machines.json: what the kernels hold in memory. An orderly stop writes it, the next start removes it: after a crash all
 *    machines have lost power, as real ones would.
 */

interface MachineState {
  name: string;
  up: boolean;
  bootId: string;
  nicsDown: string[];
  active: [string, boolean][];
  subsystems: NvmetSubsystem[];
  ports: NvmetPort[];
  controllers: { name: string; options: Connect; fastIoFailSeconds: number; secrets?: SecretPair }[];
  /** Absent: an earlier version stored it. */
  hostKeys?: [string, SecretPair][];
  initiatorSubsystems: { name: string; nqn: string; ioPolicy: string | null; instance: number; heads: NvmeHead[] }[];
  arrays: ArrayState[];
  mappings: MappingState[];
  links: DeviceLink[];
}
interface Machines {
  format: 1;
  networksDown: string[];
  machines: MachineState[];
}

/** Changes that no operation waits for are written after this delay. */
const PAUSE_MS = 500;

export class FabricFiles {
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly fabric: SimulatedFabric,
    private readonly directory: string,
  ) {}

  /** Creates the machines, restores them if they existed before, and saves them from now on. */
  async open(specs: HostSpec[]): Promise<void> {
    await mkdir(join(this.directory, 'drives'), { recursive: true });
    // The same seed again would give the same boot ids, and a restarted machine would look as if it had kept running.
    const startsPath = join(this.directory, 'starts.json');
    const starts = (await this.#read<number>(startsPath)) ?? 0;
    await this.#write(startsPath, starts + 1);
    this.fabric.random = new SimulatedRandom((this.fabric.options.seed ?? 1) + starts * 7919);
    for (const spec of specs) this.fabric.add(spec, (await this.#read<DriveState[]>(this.#drivesPath(spec.name))) ?? []);
    const machinesPath = join(this.directory, 'machines.json');
    const machines = await this.#read<Machines>(machinesPath);
    if (machines) this.#restore(machines);
    await rm(machinesPath, { force: true });
    this.fabric.saved = () => this.#flush();
    this.fabric.onUnsaved = () => {
      this.#timer ??= setTimeout(() => void this.#flush(), PAUSE_MS);
    };
  }

  async close(): Promise<void> {
    for (const host of this.fabric.hosts.values()) if (host.storage.loads.size > 0) this.fabric.unsaved.add(host); // wear
    await this.#flush();
    const machines: Machines = {
      format: 1,
      networksDown: [...this.fabric.networksDown],
      machines: [...this.fabric.hosts.values()].map(machineState),
    };
    await this.#write(join(this.directory, 'machines.json'), machines);
  }

  #restore({ networksDown, machines }: Machines): void {
    for (const network of networksDown) this.fabric.networksDown.add(network);
    const known = machines.flatMap((state) => {
      const host = this.fabric.hosts.get(state.name);
      return host ? [{ host, state }] : [];
    });
    for (const { host, state } of known) restore(host, state);
    for (const { host } of known) {
      for (const controller of host.initiator.controllers) controller.resume();
      for (const { name } of host.mappings.links) host.applications.start(name);
      host.mappings.touch();
    }
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.fabric.unsaved.size > 0) {
      const hosts = [...this.fabric.unsaved];
      this.fabric.unsaved.clear();
      const write = async () => {
        for (const host of hosts)
          await this.#write(
            this.#drivesPath(host.name),
            host.storage.drives.map((drive) => drive.save(this.fabric.clock.now())),
          );
      };
      this.#writing = this.#writing.then(write);
    }
    await this.#writing;
  }
  #drivesPath(host: string): string {
    return join(this.directory, 'drives', `${host}.json`);
  }
  async #write(path: string, value: unknown): Promise<void> {
    // The secrets of simulated kernels are secrets too: the simulated agents use them.
    await writeFile(`${path}.new`, JSON.stringify(value), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
  async #read<T>(path: string): Promise<T | undefined> {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new Error(`${path} cannot be read: remove the simulation's state folder to start over`, { cause: error });
    }
  }
}

function machineState(host: SimulatedHost): MachineState {
  const { name, up, bootId, nicsDown, storage, target, initiator, arrays, mappings } = host;
  return {
    name,
    up,
    bootId,
    nicsDown: [...nicsDown],
    active: [...storage.active],
    subsystems: target.subsystems,
    ports: target.ports,
    controllers: initiator.controllers.map(({ name: controller, options, fastIoFailSeconds, secrets }) => ({
      name: controller,
      options,
      fastIoFailSeconds,
      secrets,
    })),
    hostKeys: [...target.hostKeys],
    initiatorSubsystems: [...initiator.subsystems.values()],
    arrays: arrays.list,
    mappings: mappings.list,
    links: mappings.links,
  };
}

function restore(host: SimulatedHost, state: MachineState): void {
  host.up = state.up;
  host.bootId = state.bootId;
  for (const nic of state.nicsDown) host.nicsDown.add(nic);
  for (const [path, answers] of state.active) host.storage.active.set(path, answers);
  Object.assign(host.target, { subsystems: state.subsystems, ports: state.ports });
  for (const subsystem of state.initiatorSubsystems) host.initiator.subsystems.set(subsystem.nqn, subsystem);
  for (const [hostNqn, secrets] of state.hostKeys ?? []) host.target.hostKeys.set(hostNqn, secrets);
  host.initiator.controllers = state.controllers.map(({ name, options, fastIoFailSeconds, secrets = NO_SECRETS }) => {
    const controller = new SimulatedController(host, name, options, secrets);
    controller.fastIoFailSeconds = fastIoFailSeconds;
    return controller;
  });
  host.arrays.restore(state.arrays);
  Object.assign(host.mappings, { list: state.mappings, links: state.links });
  host.changed();
}
