import { dmUuid, legDeviceName, legDevicePath, lvName, nguidOf, subsystemNqn, vgName } from '@weft/shared/identity';
import { MiB } from '@weft/shared/units';
import type { Host, MdArray, NvmeController, NvmeHead } from '../host.js';
import { devicesOf, identified, NOTHING_SEEN, type SeenDevices } from '../identity.js';
import type { DriveIdentity, Operation } from '../operations.js';
import { type ContractFabric, until } from './contract-fabric.js';

export interface Leg {
  id: string;
  vg: string;
  lv: string;
  /** Its LV. */
  path: string;
  /** Its own device, which exports open. */
  device: string;
  sizeBytes: number;
}
export interface Export {
  nqn: string;
  transport: 'rdma' | 'tcp';
  serviceId: number;
  leg: Leg;
}

export const LEG_BYTES = 32 * MiB;
export const DATA_OFFSET_BYTES = MiB;
/** Longest wait for something that a kernel does on its own, on the lab's slow machines. */
export const PATIENCE_SECONDS = 30;

/** Never repeats within one boot, across all tests. */
let count = 0;
export const newId = (): string => `c0117ac7-0000-4000-8000-${String(++count).padStart(12, '0')}`;
const DRIVE_IDS = ['c0117ac7-d000-4000-8000-000000000000', 'c0117ac7-d000-4000-8000-000000000001', 'c0117ac7-d000-4000-8000-000000000002'];
/** `nvme1n1` of `/dev/nvme1n1`, as md names its members. */
export const kernelName = (device: string): string => device.replace('/dev/', '');
export const groupOf = (drive: number): string => vgName(DRIVE_IDS[drive] ?? '');

/** Objects that one test builds; `clear` removes them, topmost first. */
export class Scene {
  readonly #undo: (() => Promise<unknown>)[] = [];
  readonly #taken = new Set<Leg>();

  constructor(readonly fabric: ContractFabric) {}

  onTarget(operation: Operation): Promise<void> {
    return this.perform(this.fabric.target.host, operation);
  }
  onClient(operation: Operation): Promise<void> {
    return this.perform(this.fabric.client.host, operation);
  }
  /** Plans on the current state of the host. */
  private async perform(host: Host, operation: Operation): Promise<void> {
    await host.perform(identified(operation, await this.seeDevices(host, devicesOf(operation))));
  }
  /** Everything that a plan may be based on. */
  async see(host: Host): Promise<SeenDevices> {
    const fast = await host.observeFast();
    if (host !== this.fabric.target.host) return { ...NOTHING_SEEN, fast };
    return { fast, logicalVolumes: (await host.observeSlow()).logicalVolumes, drives: await this.drives() };
  }
  private async drives(): Promise<DriveIdentity[]> {
    const { target, serials } = this.fabric;
    return (await Promise.all(serials.map((serial) => target.host.localDrive(serial, 1)))).filter((drive) => drive !== undefined);
  }
  /** Only these devices. LVM's commands take most of the time in the lab, and the dm UUID of a logical volume never changes: look for it once. */
  private async seeDevices(host: Host, devices: string[]): Promise<SeenDevices> {
    if (devices.every((device) => device.startsWith('/dev/mapper/'))) return NOTHING_SEEN;
    if (host !== this.fabric.target.host) return this.see(host);
    const { knownVolumes } = this.fabric;
    const known = devices.flatMap((device) => knownVolumes.get(device) ?? []);
    if (known.length === devices.length) return { ...NOTHING_SEEN, logicalVolumes: known };
    const drives = await this.drives();
    if (devices.every((device) => drives.some((drive) => drive.device === device))) return { ...NOTHING_SEEN, drives };
    const { logicalVolumes } = await host.observeSlow();
    for (const volume of logicalVolumes) knownVolumes.set(volume.devicePath, volume);
    return { ...NOTHING_SEEN, drives, logicalVolumes };
  }
  later(undo: () => Promise<unknown>): void {
    this.#undo.push(undo);
  }
  async clear(): Promise<void> {
    const failures: unknown[] = [];
    for (const undo of this.#undo.splice(0).reverse()) await undo().catch((error: unknown) => failures.push(error));
    this.#taken.clear();
    if (failures.length > 0) throw new AggregateError(failures, `the scene could not be cleared: ${failures.join('; ')}`);
  }

  async device(drive: number): Promise<string> {
    const serial = this.fabric.serials[drive] ?? '';
    return (await until(this.fabric, `drive ${serial}`, PATIENCE_SECONDS, () => this.fabric.target.host.localDrive(serial, 1))).device;
  }

  /** A volume of this test only, not wiped; on drive 0 or 1, which have groups. */
  async newVolume({ drive = 0, sizeBytes = LEG_BYTES } = {}): Promise<Leg> {
    const leg = legOn(drive, newId(), sizeBytes);
    const { vg, lv } = leg;
    this.later(async () => {
      await this.onTarget({ op: 'remove-mapping', name: legDeviceName(leg.id) });
      await this.onTarget({ op: 'remove-logical-volume', vg, lv });
    });
    await this.onTarget({ op: 'create-logical-volume', vg, lv, sizeBytes, tags: ['weft.leg'] });
    return leg;
  }

  /** One of the four wiped legs that all tests share; zeroed again after the test. */
  leg({ drive = 0 } = {}): Leg {
    const leg = SHARED_LEGS.find((each) => each.vg === groupOf(drive) && !this.#taken.has(each));
    if (!leg) throw new Error(`a scene has two legs on drive ${drive}`);
    this.#taken.add(leg);
    this.later(async () => {
      await this.onTarget({ op: 'remove-mapping', name: legDeviceName(leg.id) });
      await this.fabric.zero(leg.path);
    });
    return leg;
  }

  /** A subsystem with this leg as namespace 1, for the client, listening on these networks. */
  async export(
    leg: Leg,
    {
      networks = [1],
      serviceId = 5000 + ++count,
      nqn = subsystemNqn(newId(), leg.id, 1),
      transport = 'rdma' as Export['transport'],
      besides = [] as string[],
    } = {},
  ): Promise<Export> {
    const exported = { nqn, transport, serviceId, leg };
    this.later(() => this.unexport(exported));
    await this.onTarget({ op: 'create-subsystem', nqn, serial: 'contract', model: 'Weft leg', hostNqn: this.fabric.client.hostNqn });
    await this.onTarget({ op: 'create-linear', ...deviceOver(leg) });
    await this.onTarget({ op: 'create-namespace', nqn, nsid: 1, devicePath: leg.device, uuid: leg.id, nguid: nguidOf(leg.id) });
    await this.onTarget({ op: 'enable-namespace', nqn, nsid: 1, devicePath: leg.device, besides });
    for (const network of networks) await this.onTarget(this.link(exported, network));
    return exported;
  }
  link({ nqn, transport, serviceId }: Export, network = 1): Extract<Operation, { op: 'link-port' }> {
    return { op: 'link-port', nqn, transport, address: this.fabric.target.address(network), serviceId };
  }
  unlink(exported: Export, network = 1): Operation {
    return { ...this.link(exported, network), op: 'unlink-port' };
  }
  /** In the fence's order. */
  async unexport(exported: Export): Promise<void> {
    const { nqn, serviceId } = exported;
    const subsystem = (await this.fabric.target.host.observeFast()).subsystems.find((each) => each.nqn === nqn);
    for (const hostNqn of subsystem?.allowedHosts ?? []) await this.onTarget({ op: 'disallow-host', nqn, hostNqn });
    for (const network of [1, 2]) await this.onTarget(this.unlink(exported, network));
    if (subsystem) await this.onTarget({ op: 'disable-namespace', nqn, nsid: 1 });
    await this.drained(exported);
    await this.onTarget({ op: 'remove-subsystem', nqn, serviceId });
  }
  checkDrained({ nqn, transport, serviceId, leg }: Export): Operation {
    return { op: 'check-drained', nqn, devicePaths: [leg.device], transport, serviceId };
  }
  drained(exported: Export): Promise<true> {
    return until(this.fabric, `${exported.nqn} drained`, PATIENCE_SECONDS, () =>
      this.onTarget(this.checkDrained(exported)).then(
        () => true as const,
        () => undefined,
      ),
    );
  }

  connection({ nqn, transport, serviceId }: Export, network = 1): Extract<Operation, { op: 'connect' }> {
    const { client, target } = this.fabric;
    return {
      op: 'connect',
      nqn,
      transport,
      address: target.address(network),
      serviceId,
      hostAddress: client.address(network),
      hostNqn: client.hostNqn,
      hostId: client.hostId,
      keepAliveSeconds: 10,
      reconnectDelaySeconds: 1,
      ioQueues: 1,
      fastIoFailSeconds: -1,
    };
  }
  /** @returns the device of the leg, as soon as it exists: /dev/nvme1n1. */
  async connect(exported: Export, { network = 1 } = {}): Promise<string> {
    this.later(() => this.disconnect(exported));
    await this.onClient(this.connection(exported, network));
    return `/dev/${(await this.head(exported.leg)).device}`;
  }
  async disconnect({ nqn }: Export): Promise<void> {
    for (const { name } of await this.controllers({ nqn })) await this.onClient({ op: 'disconnect', controller: name, nqn });
  }
  async controllers({ nqn }: Pick<Export, 'nqn'>): Promise<NvmeController[]> {
    return (await this.fabric.client.host.observeFast()).controllers.filter((controller) => controller.subsystemNqn === nqn);
  }
  /** Waits until the controllers are in these states. */
  states(exported: Export, ...wanted: string[]): Promise<NvmeController[]> {
    return until(this.fabric, `controllers ${wanted.join(', ') || 'gone'}`, PATIENCE_SECONDS, async () => {
      const found = await this.controllers(exported);
      return JSON.stringify(found.map(({ state }) => state)) === JSON.stringify(wanted) && found;
    });
  }
  async heads(leg: Leg): Promise<NvmeHead[]> {
    return (await this.fabric.client.host.observeFast()).heads.filter((head) => head.uuid === leg.id);
  }
  head(leg: Leg): Promise<NvmeHead> {
    return until(this.fabric, `head of ${leg.id}`, PATIENCE_SECONDS, async () =>
      (await this.heads(leg)).find((head) => head.sizeBytes > 0),
    );
  }
  headGone(leg: Leg): Promise<true> {
    return until(this.fabric, `head of ${leg.id} gone`, PATIENCE_SECONDS, async () => (await this.heads(leg)).length === 0);
  }

  /** Legs, each exported by a subsystem of its own and connected. */
  async connectedLegs(number = 2): Promise<{ exports: Export[]; devices: string[] }> {
    const legs = Array.from({ length: number }, (_, at) => this.leg({ drive: at % 2 }));
    const exports = await Promise.all(legs.map((leg) => this.export(leg)));
    return { exports, devices: await Promise.all(exports.map((exported) => this.connect(exported))) };
  }
  newArray(devices: string[], level: 'raid1' | 'raid10' = 'raid1'): Extract<Operation, { op: 'create-array' }> {
    const id = newId();
    this.later(() => this.stop(id));
    const name = `c${count}`;
    return {
      op: 'create-array',
      name,
      uuid: id,
      level,
      chunkBytes: MiB,
      dataOffsetBytes: DATA_OFFSET_BYTES,
      bitmapChunkBytes: null,
      devices,
    };
  }
  assembly(created: Extract<Operation, { op: 'create-array' }>, devices = created.devices, readOnly = false): Operation {
    return { op: 'assemble-array', name: created.name, uuid: created.uuid, devices, readOnly, run: false };
  }
  async array(id: string): Promise<MdArray | undefined> {
    return (await this.fabric.client.host.observeFast()).arrays.find((array) => array.uuid === id);
  }
  async runningArray({ uuid: id }: { uuid: string }): Promise<MdArray> {
    const found = await this.array(id);
    if (!found) throw new Error(`array ${id} is not there`);
    return found;
  }
  /** Waits until md has released a failed member. */
  slotless(id: string, member: string): Promise<true> {
    return until(this.fabric, `${member} without a slot`, PATIENCE_SECONDS, async () =>
      (await this.array(id))?.members.some(({ device, slot, flags }) => device === member && slot === null && flags.includes('faulty')),
    );
  }
  /** Waits until so many members are in sync, whether or not others are missing. */
  membersInSync(id: string, members: number): Promise<true> {
    return until(this.fabric, `${members} members in sync`, PATIENCE_SECONDS, async () => {
      const array = await this.array(id);
      return array?.syncAction === 'idle' && array.members.filter(({ flags }) => flags.includes('in_sync')).length === members;
    });
  }
  inSync(id: string, sides: number): Promise<true> {
    return until(this.fabric, `${sides} sides in sync`, PATIENCE_SECONDS, async () => {
      const array = await this.array(id);
      return array?.degraded === 0 && array.members.filter(({ flags }) => flags.includes('in_sync')).length === sides;
    });
  }
  async stop(id: string): Promise<void> {
    const array = await this.array(id);
    if (array) await this.onClient({ op: 'stop-array', device: array.device, uuid: id });
  }

  /** Names for a mapping that the scene removes when it is cleared. */
  mapping(): { name: string; uuid: string } {
    const name = `weft-${newId()}`;
    this.later(() => this.onClient({ op: 'remove-mapping', name }));
    return { name, uuid: dmUuid(name) };
  }
}

/** All legs on a drive: after the drive was removed and is back, each has to be activated again. */
export const sharedLegsOn = (drive: number): Leg[] => SHARED_LEGS.filter(({ vg }) => vg === groupOf(drive));

const legOn = (drive: number, id: string, sizeBytes = LEG_BYTES): Leg => ({
  id,
  vg: groupOf(drive),
  lv: lvName(id),
  path: `/dev/${groupOf(drive)}/${lvName(id)}`,
  device: legDevicePath(id),
  sizeBytes,
});
/** The leg's own device, over the first bytes of its LV. */
export function deviceOver({ id, path, ...leg }: Leg, sizeBytes = leg.sizeBytes) {
  const name = legDeviceName(id);
  return { name, uuid: dmUuid(name), segments: [{ startBytes: 0, lengthBytes: sizeBytes, device: path, offsetBytes: 0 }], readOnly: false };
}
const SHARED_LEGS: readonly Leg[] = [0, 1, 0, 1].map((drive, at) => legOn(drive, `c0117ac7-1e90-4000-8000-00000000000${at}`));

/** Groups on drives 0 and 1 with two wiped legs each, which all tests share: LVM's commands take most of the time in the lab. */
export async function prepare(fabric: ContractFabric): Promise<void> {
  const scene = new Scene(fabric);
  for (const drive of [0, 1]) await scene.onTarget({ op: 'create-volume-group', vg: groupOf(drive), device: await scene.device(drive) });
  for (const { vg, lv } of SHARED_LEGS) {
    await scene.onTarget({ op: 'create-logical-volume', vg, lv, sizeBytes: LEG_BYTES, tags: ['weft.leg'] });
    await scene.onTarget({ op: 'wipe-logical-volume', vg, lv });
  }
}

/** Runs a statement with a scene of its own, and clears the scene afterwards. */
export const scene =
  (holds: (scene: Scene) => Promise<void>) =>
  async (fabric: ContractFabric): Promise<void> => {
    const own = new Scene(fabric);
    const failures: unknown[] = [];
    await holds(own).catch((error: unknown) => failures.push(error));
    await own.clear().catch((error: unknown) => failures.push(error));
    // What the statement found comes first: a failed one may leave what cannot be cleared.
    if (failures.length > 1) throw new AggregateError(failures, failures.join('; '));
    if (failures.length > 0) throw failures[0];
  };
