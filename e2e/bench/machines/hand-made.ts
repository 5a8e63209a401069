import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Volume } from '@weft/shared/kinds/volume';
import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import { MiB } from '@weft/shared/units';
import { type Fabric, startFabric } from '../../lab/fabric/fabric.js';
import { createClass, createVolume, takeAllDrives } from '../../lab/fabric/provision.js';
import type { Machine } from '../../lab/machines/machine.js';

const hostId = '6c7b8f0e-3a52-4f0e-9d6c-2f6d1a1f0b11';
const hostNqn = `nqn.2014-08.org.nvmexpress:uuid:${hostId}`;
const serviceId = 4711;
const createStatistics = `@stats_create - /1 2 precise_timestamps histogram:${LATENCY_BOUNDS_NS.join(',')} by-hand -`;

/** The options that Weft uses to connect in the lab (e2e/lab/fabric: `slowMachines`): the two stacks differ only in who made them. */
const connectOptions = '--nr-io-queues=1 --keep-alive-tmo=30 --reconnect-delay=1 --ctrl-loss-tmo=-1';

export interface Target {
  machine: Machine;
  addresses: string[];
}

/** A script exports, connects and assembles the legs of a mirrored volume with the commands that Weft runs. The volume is detached in Weft meanwhile. */
export class HandMade {
  constructor(
    private readonly volume: Volume,
    private readonly targets: readonly Target[],
    private readonly client: Machine,
  ) {}

  private nqn = (target: Target) => `nqn.2026-11.org.by-hand:${target.machine.name}`;

  /** Creates the dm device that Weft has over the array, without statistics. @returns the device. */
  async addMapping(array: string): Promise<string> {
    const table = `0 ${this.volume.sizeBytes / 512} linear ${array} 0`;
    await this.client.run(`dmsetup create by-hand --noudevsync --table "${table}" && dmsetup mknodes by-hand`, { timeoutSeconds: 60 });
    return '/dev/mapper/by-hand';
  }

  /** Adds a latency histogram (dm-stats) to the mapping, as Weft does. Legs have Weft's own: a target's agent keeps it, attached or not. */
  addVolumeStatistics(): Promise<string> {
    return this.client.run(`dmsetup message by-hand 0 "${createStatistics}"`);
  }

  /** Adds statistics to the mapping and to every leg. They must have none yet. */
  async addStatistics(): Promise<void> {
    const legs = this.targets.map(({ machine }) => machine.run(this.ofLegs(`dmsetup message $leg 0 "${createStatistics}"`)));
    await Promise.all([this.addVolumeStatistics(), ...legs]);
  }

  /** Removes all statistics regions of the mapping and of every leg, whoever made them. */
  async removeStatistics(): Promise<void> {
    const remove = (device: string) => `for region in $(dmsetup message ${device} 0 @stats_list | cut -d: -f1); do
  dmsetup message ${device} 0 "@stats_delete $region"
done`;
    const legs = this.targets.map(({ machine }) => machine.run(this.ofLegs(remove('$leg'))));
    await Promise.all([this.client.run(remove('by-hand')), ...legs]);
  }

  /** Script that runs a command for the dm device of each leg on a target, as $leg. */
  private ofLegs(command: string): string {
    return `set -eu
for leg in $(lvs --devicesfile weft --noheadings -o lv_dm_path @weft.volume.${this.volume.id}); do
  ${command}
done`;
  }

  async removeMapping(): Promise<void> {
    await this.client.run('dmsetup remove --retry by-hand');
  }

  /** Makes the array alone. @returns the device. */
  async make(): Promise<string> {
    await Promise.all(this.targets.map((target) => target.machine.run(this.exportScript(target), { timeoutSeconds: 60 })));
    const connects = this.targets.flatMap((target) =>
      target.addresses.map(
        (address) =>
          `nvme connect --transport=rdma --traddr=${address} --trsvcid=${serviceId} --nqn=${this.nqn(target)} --hostnqn=${hostNqn} --hostid=${hostId} ${connectOptions}`,
      ),
    );
    const legs = this.volume.legs.map(({ id }) => id).join(' ');
    await this.client.run(
      `set -eu
${connects.join('\n')}
for subsystem in /sys/class/nvme-subsystem/*; do
  case "$(cat $subsystem/subsysnqn)" in *by-hand*) echo round-robin > $subsystem/iopolicy ;; esac
done
devices=
for leg in ${legs}; do
  until head=$(grep -lx $leg /sys/block/nvme*n*/uuid | grep -v 'nvme[0-9]*c' | head -n 1) && [ -n "$head" ]; do sleep 0.05; done
  devices="$devices /dev/$(basename $(dirname $head))"
done
mdadm --assemble --config=none /dev/md/by-hand $devices`,
      { timeoutSeconds: 120 },
    );
    return '/dev/md/by-hand';
  }

  async takeApart(): Promise<void> {
    const disconnects = this.targets.map((target) => `nvme disconnect --nqn=${this.nqn(target)}`).join('\n');
    await this.client.run(`set -eu\nmdadm --stop /dev/md/by-hand\n${disconnects}`, { timeoutSeconds: 120 });
    await Promise.all(this.targets.map((target) => target.machine.run(this.unexportScript(target), { timeoutSeconds: 60 })));
  }

  private exportScript(target: Target): string {
    const ports = target.addresses.map(
      (address, index) => `port=ports/${serviceId + index}
mkdir $port
echo rdma > $port/addr_trtype
echo ipv4 > $port/addr_adrfam
echo ${address} > $port/addr_traddr
echo ${serviceId} > $port/addr_trsvcid
ln -s $PWD/$subsystem $port/subsystems/`,
    );
    return `set -eu
cd /sys/kernel/config/nvmet
subsystem=subsystems/${this.nqn(target)}
mkdir $subsystem
mkdir -p hosts/${hostNqn}
echo 0 > $subsystem/attr_allow_any_host
ln -s $PWD/hosts/${hostNqn} $subsystem/allowed_hosts/
number=0
for leg in $(lvs --devicesfile weft --noheadings --separator / -o vg_name,lv_name @weft.volume.${this.volume.id}); do
  number=$((number + 1))
  lvchange --devicesfile weft --activate y $leg
  mkdir $subsystem/namespaces/$number
  echo /dev/$leg > $subsystem/namespaces/$number/device_path
  echo \${leg##*/leg-} > $subsystem/namespaces/$number/device_uuid
  echo 1 > $subsystem/namespaces/$number/enable
done
${ports.join('\n')}`;
  }

  private unexportScript(target: Target): string {
    const ports = target.addresses.map((_, index) => `rm ports/${serviceId + index}/subsystems/*\nrmdir ports/${serviceId + index}`);
    return `set -eu
cd /sys/kernel/config/nvmet
subsystem=subsystems/${this.nqn(target)}
${ports.join('\n')}
rm $subsystem/allowed_hosts/*
rmdir hosts/${hostNqn}
for namespace in $subsystem/namespaces/*; do
  echo 0 > $namespace/enable
  rmdir $namespace
done
rmdir $subsystem`;
  }
}

/** Starts two targets, a client and a mirrored Weft volume that is not attached. Removes everything afterwards. */
export async function withHandMade<T>(work: (fabric: Fabric, volume: Volume, byHand: HandMade) => Promise<T>): Promise<T> {
  // A short path: sockets in the directory have paths of at most 107 bytes (unix(7)).
  const directory = await mkdtemp(join('/tmp', 'weft-bench-'));
  const fabric = await startFabric({ directory, targets: 2, clients: 1, drivesPerTarget: 2, say: (line) => console.log(`bench: ${line}`) });
  try {
    await takeAllDrives(fabric);
    const driveClass = await createClass(fabric, 'all');
    const volume = await createVolume(fabric, { name: 'bench', sizeBytes: 256 * MiB, protection: 'raid10', driveClassId: driveClass.id });
    const targets = fabric.cluster.targets.map((machine) => ({ machine, addresses: machine.spec.nics.map(({ address }) => address) }));
    return await work(fabric, volume, new HandMade(volume, targets, fabric.machine('c1')));
  } finally {
    await fabric.close();
    await rm(directory, { recursive: true, force: true });
  }
}
