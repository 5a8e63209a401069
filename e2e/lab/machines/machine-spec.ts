/** Parts of one virtual machine. */
import type { Accelerator } from '../image/accelerator.js';
import type { MachineFiles } from '../image/initramfs.js';

export interface DriveSpec {
  /** The NVMe serial number, also the drive's name to `unplugDrive` and `plugDrive`. */
  readonly serial: string;
  /** Serial that the guest reads, if another; at most 20 bytes. */
  readonly guestSerial?: string;
  readonly bytes: number;
  /** Sparse file on the host. */
  readonly path: string;
}

export interface StorageNicSpec {
  /** Storage network, from 1. */
  readonly network: number;
  /** `eth1` and on, as the guest names it; QEMU's netdev is `net1` and on. */
  readonly name: string;
  readonly mac: string;
  readonly address: string;
  readonly prefixLength: number;
  /** The network's socket: storage-network.ts. */
  readonly socket: string;
}

export interface MachineSpec {
  /** Host name: `t1`, `c1`. */
  readonly name: string;
  readonly role: 'target' | 'client' | 'converged';
  /** Directory of the machine's disk, sockets and console log. */
  readonly directory: string;
  readonly memoryMiB: number;
  readonly cpus: number;
  /** MAC of eth0, the management NIC. */
  readonly managementMac: string;
  readonly drives: readonly DriveSpec[];
  readonly nics: readonly StorageNicSpec[];
}

/** Files that a machine boots from: see image/. */
export interface MachineImage {
  readonly vmlinuz: string;
  readonly initramfs: string;
  /** ext4 image; the machine gets a copy. */
  readonly root: string;
  readonly accelerator: Accelerator;
  /** Seconds after which a boot has failed. */
  readonly bootTimeoutSeconds: number;
}

/** Files that give the guest its identity, in addition to the caller's files. */
export function identityFiles(spec: MachineSpec): MachineFiles {
  const storage = spec.nics.map((nic) => `${nic.address}/${nic.prefixLength}`).join(' ');
  const machineId = Buffer.from(`weft-lab-${spec.name}`.padEnd(16, '-').slice(0, 16)).toString('hex');
  return {
    '/etc/weft-lab/machine': { content: `machine=${spec.name}\nstorage="${storage}"\n` },
    '/etc/hostname': { content: `${spec.name}\n` },
    '/etc/machine-id': { content: `${machineId}\n` },
  };
}
