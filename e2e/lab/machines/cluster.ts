/**
 * Targets and clients on common storage networks.
 *   startCluster(options): Promise<Cluster>
 *   cluster.targets, cluster.clients: Machine[]    cluster.machines: Machine[]    cluster.machine('t1'): Machine
 *   cluster.add({name, role, root?, drives?, files?, …}): Promise<Machine>   one more machine on the same networks, started
 *   cluster.networks[0].cut(macA, macB), .mend(macA, macB)   silent loss between two NICs (storage-network.ts)
 *   cluster.close(): Promise<void>                 ends every QEMU; its caller removes the work directory
 * From a guest the host's loopback is 10.0.2.2 (`hostAddress`). Storage addresses are 10.10.<network>.<n>: targets from 1, clients from 101.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { MachineFiles } from '../image/initramfs.js';
import type { Suite } from '../image/kernel.js';
import { getImage, type RootKind } from './images.js';
import { Machine } from './machine.js';
import type { DriveSpec, MachineImage, MachineSpec, StorageNicSpec } from './machine-spec.js';
import { StorageNetwork } from './storage-network.js';

/** The host's loopback as guests see it. */
export const hostAddress = '10.0.2.2';

export interface ClusterOptions {
  /** Directory of disks, sockets and logs of this cluster; must be short enough for socket paths. */
  readonly workDirectory: string;
  /** Default 3. */
  readonly targets?: number;
  /** Default 2. */
  readonly drivesPerTarget?: number;
  /** Default 1 GiB; sparse. */
  readonly driveBytes?: number;
  /** Default 2. */
  readonly clients?: number;
  /** Default 2. */
  readonly storageNetworks?: number;
  /** Default 1024. */
  readonly memoryMiB?: number;
  /** Default 1. */
  readonly cpus?: number;
  /** Kernel; default trixie. */
  readonly suite?: Suite;
  /** Files copied to each machine before its init runs; executables in /etc/weft/boot.d start at the end of its boot. */
  files?(machine: MachineSpec): MachineFiles;
}

export interface MachineOptions {
  readonly name: string;
  readonly role: MachineSpec['role'];
  /** Default small. */
  readonly root?: RootKind;
  readonly drives?: number;
  /** Serial that the guest reads from its drives, if another than the lab's. */
  readonly guestSerial?: string;
  readonly memoryMiB?: number;
  readonly cpus?: number;
}

export class Cluster {
  readonly machines: Machine[] = [];

  constructor(
    private readonly options: ClusterOptions,
    readonly networks: readonly StorageNetwork[],
  ) {}

  get targets(): Machine[] {
    return this.machines.filter((machine) => machine.spec.role !== 'client');
  }

  get clients(): Machine[] {
    return this.machines.filter((machine) => machine.spec.role === 'client');
  }

  machine(name: string): Machine {
    const found = this.machines.find((machine) => machine.name === name);
    if (found === undefined)
      throw new Error(`The cluster has no machine ${name}, only ${this.machines.map((machine) => machine.name).join(', ')}`);
    return found;
  }

  async add(options: MachineOptions): Promise<Machine> {
    const image = await getImage(options.root ?? 'small', this.options.suite);
    const machine = this.create(options, image);
    await this.start(machine);
    return machine;
  }

  /** Adds the machine to the cluster without starting it. */
  create(options: MachineOptions, image: MachineImage): Machine {
    const machine = new Machine(this.spec(options), image);
    this.machines.push(machine);
    return machine;
  }

  start(machine: Machine): Promise<void> {
    return machine.start(this.options.files?.(machine.spec) ?? {});
  }

  async close(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.kill()));
    await Promise.all(this.networks.map((network) => network.close()));
  }

  private spec({ name, role, drives = 0, guestSerial, memoryMiB, cpus }: MachineOptions): MachineSpec {
    const directory = join(resolve(this.options.workDirectory), name);
    const number = this.machines.filter((machine) => (machine.spec.role === 'client') === (role === 'client')).length + 1;
    const host = role === 'client' ? 100 + number : number;
    const serials = Array.from({ length: drives }, (_, index) => `WEFT-${name.toUpperCase()}-D${index + 1}`);
    return {
      name,
      role,
      directory,
      memoryMiB: memoryMiB ?? this.options.memoryMiB ?? 1024,
      cpus: cpus ?? this.options.cpus ?? 1,
      managementMac: macAddress(0, host),
      drives: serials.map(
        (serial): DriveSpec => ({
          ...{ serial, bytes: this.options.driveBytes ?? 1024 ** 3, path: join(directory, `${serial}.img`) },
          ...(guestSerial === undefined ? {} : { guestSerial }),
        }),
      ),
      nics: this.networks.map((network, index): StorageNicSpec => storageNic(index + 1, host, network.path)),
    };
  }
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  await mkdir(options.workDirectory, { recursive: true });
  const image = await getImage('small', options.suite);
  const paths = Array.from({ length: options.storageNetworks ?? 2 }, (_, index) =>
    join(resolve(options.workDirectory), `network-${index + 1}.sock`),
  );
  const cluster = new Cluster(options, await Promise.all(paths.map((path) => StorageNetwork.open(path))));
  const drives = options.drivesPerTarget ?? 2;
  for (let number = 1; number <= (options.targets ?? 3); number++) cluster.create({ name: `t${number}`, role: 'target', drives }, image);
  for (let number = 1; number <= (options.clients ?? 2); number++) cluster.create({ name: `c${number}`, role: 'client' }, image);
  const started = await Promise.allSettled(cluster.machines.map((machine) => cluster.start(machine)));
  const failures = started.filter((result) => result.status === 'rejected').map((result) => result.reason as Error);
  if (failures.length > 0) {
    await cluster.close();
    throw new AggregateError(failures, failures.map((failure) => failure.message).join('\n'));
  }
  return cluster;
}

function storageNic(network: number, host: number, socket: string): StorageNicSpec {
  return { network, name: `eth${network}`, mac: macAddress(network, host), address: `10.10.${network}.${host}`, prefixLength: 24, socket };
}

function macAddress(network: number, host: number): string {
  return ['52:54:00:10', ...[network, host].map((part) => part.toString(16).padStart(2, '0'))].join(':');
}
