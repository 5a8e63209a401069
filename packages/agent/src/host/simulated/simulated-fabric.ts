import { INTEGRITY_BLOCK_BYTES } from '@weft/shared/integrity/integrity-layout';
import type { Answer, Connect } from './controller.js';
import type { DriveState } from './drive/drive.js';
import { SUPERBLOCK_OFFSET } from './drive/superblock.js';
import type { LoadProfile } from './load/flow.js';
import { type HostSpec, plainAddress, SimulatedHost } from './simulated-host.js';
import { SimulatedClock } from './world/clock.js';
import { authenticate, NO_SECRETS, type SecretPair } from './world/keys.js';
import { SimulatedRandom } from './world/random.js';
import { handshake } from './world/tls.js';

export interface FabricOptions {
  seed?: number;
  clock?: SimulatedClock;
  agentVersion?: string;
  /** Missing: zeroing takes no time. */
  wipeBytesPerSecond?: number;
  /** Missing: a sanitize takes no time. */
  sanitizeMs?: number;
  /** Load that a volume gets when it is published, by volume name; null: none. */
  loadOf?: (volumeName: string) => LoadProfile | null;
}

/** Not in a block that simulated applications write: a write would repair it. */
const DAMAGED_AT = 2 * INTEGRITY_BLOCK_BYTES;

/**
 * Any number of simulated machines in one process, and the storage networks between them. Two addresses reach each other when
 * both machines are up, both links have carrier, both are on one network, and that network is up.
 */
export class SimulatedFabric {
  readonly clock: SimulatedClock;
  random: SimulatedRandom;
  readonly hosts = new Map<string, SimulatedHost>();
  readonly networksDown = new Set<string>();
  /** Largest packet that passes, by network; missing: every size. */
  readonly packetLimits = new Map<string, number>();
  /** I/O that every application wants, as a factor of its usual one. */
  demandFactor = 1;
  readonly #byAddress = new Map<string, SimulatedHost>();
  /** Machines whose drives have unsaved changes. */
  readonly unsaved = new Set<SimulatedHost>();
  /** Set by the component that saves drives: `onUnsaved` is called on a change, `saved` resolves when all changes are written. */
  onUnsaved: () => void = () => undefined;
  saved: () => Promise<void> = async () => undefined;
  /** Called when a machine loses power or boots: its agent stops and starts with it. */
  onPower: (host: SimulatedHost) => void = () => undefined;

  constructor(readonly options: FabricOptions = {}) {
    this.clock = options.clock ?? new SimulatedClock('virtual');
    this.random = new SimulatedRandom(options.seed ?? 1);
  }

  add(spec: HostSpec, saved: DriveState[] = []): SimulatedHost {
    return this.adopt(new SimulatedHost(this, spec, saved));
  }
  adopt<H extends SimulatedHost>(host: H): H {
    if (this.hosts.has(host.name)) throw new Error(`there is a simulated host ${host.name} already`);
    for (const { address } of host.spec.nics) {
      const other = this.#byAddress.get(plainAddress(address));
      if (other) throw new Error(`${host.name} and ${other.name} have the same address ${address}`);
      this.#byAddress.set(plainAddress(address), host);
    }
    this.hosts.set(host.name, host);
    return host;
  }
  host(name: string): SimulatedHost {
    const found = this.hosts.get(name);
    if (!found) throw new Error(`there is no simulated host ${name}`);
    return found;
  }
  mustSave(host: SimulatedHost): void {
    this.unsaved.add(host);
    this.onUnsaved();
  }

  /** Whether packets get from one address to the other. */
  route(from: string, to: string): boolean {
    const [near, far] = [this.#byAddress.get(from), this.#byAddress.get(to)];
    if (!near?.up || !far?.up) return false;
    const [nearNic, farNic] = [near.nic(from), far.nic(to)];
    if (!nearNic || !farNic || nearNic.storageNetwork !== farNic.storageNetwork) return false;
    if (near === far) return true;
    return !near.nicsDown.has(nearNic.name) && !far.nicsDown.has(farNic.name) && !this.networksDown.has(nearNic.storageNetwork);
  }

  /**
   * Result of a connect, as on 6.12. Nobody listens: try again. A target listens but does not know the subsystem, or does not allow
   * the host: refused for good.
   */
  answer(client: SimulatedHost, connect: Connect, secrets: SecretPair): Answer {
    const { nqn, transport, address, serviceId, hostAddress, hostNqn } = connect;
    if (!client.nic(hostAddress))
      return { refusal: `failed to write to nvme-fabrics device: ${hostAddress} is not an address of ${client.name}`, forGood: false };
    if (!this.route(hostAddress, address))
      return { refusal: 'failed to write to nvme-fabrics device: Connection timed out', forGood: false };
    const target = this.#byAddress.get(address);
    const port = target?.target.port({ transport, address, serviceId });
    if (!target || !port || port.subsystemNqns.length === 0)
      return { refusal: 'failed to write to nvme-fabrics device: Connection reset by peer', forGood: false };
    const insecure = handshake(client, target, port, connect);
    if (insecure !== null) return { refusal: `failed to write to nvme-fabrics device: ${insecure}`, forGood: false };
    const subsystem = target.target.find(nqn);
    if (!subsystem || !port.subsystemNqns.includes(nqn))
      return { refusal: `failed to write to nvme-fabrics device: Invalid argument (no subsystem ${nqn} at this port)`, forGood: true };
    if (!subsystem.allowAnyHost && !subsystem.allowedHosts.includes(hostNqn))
      return { refusal: `failed to write to nvme-fabrics device: Input/output error (host ${hostNqn} is not allowed)`, forGood: true };
    const refused = authenticate(secrets, target.target.hostKeys.get(hostNqn) ?? NO_SECRETS);
    if (refused) return { ...refused, refusal: `failed to write to nvme-fabrics device: ${refused.refusal}` };
    return { target };
  }

  /* Faults. Each has an opposite that undoes it. */

  kill(name: string): void {
    const host = this.host(name);
    if (!host.up) return;
    host.losePower();
    this.#routesChanged();
    this.onPower(host);
  }
  boot(name: string): void {
    const host = this.host(name);
    if (host.up) return;
    host.boot();
    this.onPower(host);
  }
  setNic(name: string, nic: string, up: boolean): void {
    const host = this.host(name);
    if (!host.spec.nics.some((each) => each.name === nic)) throw new Error(`${name} has no NIC ${nic}`);
    if (up) host.nicsDown.delete(nic);
    else host.nicsDown.add(nic);
    host.changed();
    this.#routesChanged();
  }
  setNetwork(network: string, up: boolean): void {
    if (up) this.networksDown.delete(network);
    else this.networksDown.add(network);
    this.#routesChanged();
  }
  /** Packets that are larger are dropped in silence, as by a switch with a smaller MTU. Null: none. */
  setPacketLimit(network: string, bytes: number | null): void {
    if (bytes === null) this.packetLimits.delete(network);
    else this.packetLimits.set(network, bytes);
  }
  /** A flapping path: down and up again `times` times. */
  flap(name: string, nic: string, { downMs, upMs, times }: { downMs: number; upMs: number; times: number }): void {
    if (times <= 0) return;
    this.setNic(name, nic, false);
    this.clock.after(downMs, () => {
      this.setNic(name, nic, true);
      this.clock.after(upMs, () => this.flap(name, nic, { downMs, upMs, times: times - 1 }));
    });
  }
  removeDrive(name: string, serial: string): void {
    const host = this.host(name);
    host.storage.unplug(host.storage.drive(serial));
    this.#driveChanged(host);
  }
  returnDrive(name: string, serial: string): void {
    const host = this.host(name);
    const drive = host.storage.drive(serial);
    if (!drive.present) host.storage.plugIn(drive);
    this.#driveChanged(host);
  }
  /** Idle heads and drives exchange their kernel names. Those that are held, open or active keep their name, as in the kernel. */
  renameDevices(name: string): void {
    const host = this.host(name);
    host.initiator.rename();
    host.storage.rename();
    host.changed();
  }
  slowDrive(name: string, serial: string, factor: number): void {
    const host = this.host(name);
    host.storage.drive(serial).slowFactor = factor;
    this.#driveChanged(host);
  }

  /** Writes to it fail, reads still work. */
  failWrites(name: string, serial: string, fails: boolean): void {
    const host = this.host(name);
    host.storage.drive(serial).failsWrites = fails;
    this.#driveChanged(host);
  }

  /** Changes bytes of every leg of a mirror on the drive, behind the back of md and below dm-integrity. */
  damage(name: string, serial: string): void {
    const host = this.host(name);
    const drive = host.storage.drive(serial);
    for (const volume of drive.group?.volumes ?? []) {
      const superblock = drive.content.read(drive.physical(volume, SUPERBLOCK_OFFSET))?.superblock;
      if (!superblock) continue;
      const offset = superblock.dataOffsetBytes + DAMAGED_AT;
      drive.content.write(drive.physical(volume, offset), { mark: `damaged ${serial}` });
      host.integrities.damage(volume, offset);
    }
    this.#driveChanged(host);
  }

  /** Every application wants so many times its usual I/O. */
  setDemand(factor: number): void {
    this.demandFactor = factor;
    for (const host of this.hosts.values()) host.applications.demandChanged();
  }

  #driveChanged(host: SimulatedHost): void {
    host.changed();
    // The target's controllers stay live; only the I/O fails.
    for (const { client } of host.target.connections) client.pathsChanged();
  }
  #routesChanged(): void {
    for (const host of this.hosts.values()) {
      for (const controller of host.initiator.controllers) if (controller.state === 'live' && !controller.carries) controller.silent();
      if (host.initiator.controllers.length > 0) host.pathsChanged();
    }
  }
}
