import type { Host, LogicalVolume } from '../host.js';

/*
 * The machines that the host contract runs on: one target with three drives, one client, two storage networks, on either kind of host.
 * Beside the Host interface they offer what a person at such a machine can do.
 */
export interface ContractMachine {
  host: Host;
  hostNqn: string;
  hostId: string;
  /** On storage network 1 or 2. */
  address(network: number): string;
  /** Writes text directly to a block device and reads it back without trailing zero bytes. The offset is a multiple of 512. */
  write(device: string, offset: number, text: string): Promise<void>;
  read(device: string, offset: number): Promise<string>;
  /** Discards all of a block device. */
  discard(device: string): Promise<void>;
  /** Sets `net/ipv4/conf/<NIC>/<key>`. The NIC of storage network 1 or 2. */
  sysctl(network: number, key: InterfaceSysctl, value: number): Promise<void>;
  /** Descriptions of volume keys in any keyring of the machine. */
  volumeKeysInKeyrings(): Promise<string[]>;
  /** Makes a top-level cgroup. @returns a function that removes it. */
  makeSlice(name: string): Promise<() => Promise<void>>;
  /** Opens it for writing. @returns a function that closes it. */
  open(device: string): Promise<() => Promise<void>>;
}

export type InterfaceSysctl = 'arp_ignore' | 'arp_announce' | 'arp_notify' | 'rp_filter';

export interface ContractFabric {
  target: ContractMachine;
  client: ContractMachine;
  /** A host of the client's machine with the setting `latencyByDirection`. */
  countingDirections(): Promise<Host>;
  /** Serial numbers of the target's drives. */
  serials: [string, string, string];
  /** Logical volumes of the target that scenes have seen, by path. No name repeats. */
  knownVolumes: Map<string, LogicalVolume>;
  /** Starts or stops dropping packets between the two machines on this network; both links stay up. */
  cut(network: number, isCut: boolean): Promise<void>;
  /** tlshd is ready at the client; `ready`: at the target too, otherwise it is stopped there. */
  handshakes(ready: boolean): Promise<void>;
  /** Makes sure that both machines can send probes. */
  canProbe(): Promise<void>;
  /** Lets the network drop packets larger than this in silence; null: none. */
  limit(network: number, packetBytes: number | null): Promise<void>;
  /** Plugs or pulls the cable of the client's NIC on this network. */
  link(network: number, up: boolean): Promise<void>;
  unplug(serial: string): Promise<void>;
  plug(serial: string): Promise<void>;
  /** Where a byte of a leg on dm-integrity lies in its logical volume. */
  beneathIntegrity(offset: number): number;
  /** `blkdiscard --zeroout` of a whole device of the target. */
  zero(device: string): Promise<void>;
  /** `mdadm --fail` on the client: `md127`, `nvme1n1`. */
  failMember(array: string, member: string): Promise<void>;
  /**
   * `mdadm --create --level=10 --layout=n3` on the client, which Weft never runs. @returns false: this kind of host has no such arrays.
   */
  createNearThree(uuid: string, devices: string[], dataOffsetBytes: number, bitmapChunkBytes: number): Promise<boolean>;
  /** Bytes written to a device of the target since it booted. */
  writtenBytes(device: string): Promise<number>;
  /** Lets time pass. @returns milliseconds. */
  pause(): Promise<number>;
}

/** One statement about hosts. */
export interface Statement {
  statement: string;
  holds: (fabric: ContractFabric) => Promise<void>;
}

export async function until<T>(
  fabric: ContractFabric,
  what: string,
  seconds: number,
  ask: () => Promise<T | undefined | false>,
): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += await fabric.pause()) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (waitedMs > seconds * 1000) throw new Error(`${what}: not so after ${seconds} s`);
  }
}
