import { GROWN_TAG, legDevicePath, legIdOfLv, legIdOfThin, legIntegrityName, WIPED_TAG } from '@weft/shared/identity';
import { MiB } from '@weft/shared/units';
import { OBSTACLE_TEXTS, sanitizeObstacle } from '@weft/shared/wipe/wipe-method';
import type { DmMapping, IoCounters, LogicalVolume, VolumeGroup } from '../host.js';
import { mayBeInterruptedWipe, UNKNOWN_TAIL } from '../interrupted-wipe.js';
import type { Operation } from '../operations.js';
import { unreadBySanitize } from '../sanitize-contents.js';
import { DATA_START_BYTES, EXTENT_BYTES, freeRuns, type GroupState, type LogicalVolumeState, type SimulatedDrive } from './drive/drive.js';
import { SUPERBLOCK_OFFSET } from './drive/superblock.js';
import type { FlowLeg } from './load/flow.js';
import { addLoads, ioCounters, type Load, NO_LOAD, oneMore } from './load/load.js';
import type { SimulatedHost } from './simulated-host.js';
import { refuse } from './world/failure.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;
export interface FoundVolume {
  drive: SimulatedDrive;
  group: GroupState;
  volume: LogicalVolumeState;
  path: string;
}

/** Drives and LVM of one machine. Metadata is on the drives; the running kernel holds which volumes are active. */
export class SimulatedStorage {
  readonly drives: SimulatedDrive[] = [];
  /** Device path → false once the drive under it was removed: such a device answers nothing until it is created again. */
  readonly active = new Map<string, boolean>();

  /** Bytes that clients wrote to a volume since the machine booted, as /proc/diskstats counts them. */
  readonly #written = new Map<string, number>();

  /** Client I/O on a leg: by device path, then by the client's mapping. */
  readonly loads = new Map<string, Map<string, FlowLeg>>();
  /** Manual I/O, by device path; removed with the device. */
  readonly #byHand = new Map<string, Load>();
  /** How often each device was created: each new one has its own counters. */
  readonly #made = new Map<string, number>();

  constructor(private readonly host: SimulatedHost) {}

  /** dm-stats of the volume's device. Counting restarts when the volume is activated, and when its clients change. */
  io(path: string): IoCounters | undefined {
    if (this.active.get(path) !== true) return undefined;
    const loads = [...(this.loads.get(path) ?? [])];
    const now = this.host.fabric.clock.now();
    const counted = loads.map(([, load]) => load.counters(now)).reduce(addLoads, this.#byHand.get(path) ?? NO_LOAD);
    // The kernel host creates a region over the whole of a leg that grew.
    const size = this.volumeAt(path)?.volume.sizeBytes;
    const origin = [this.host.bootId, this.#made.get(path), size, ...loads.map(([client]) => client)].join(' ');
    return ioCounters(origin, counted, this.host.latencyByDirection);
  }
  countIo(path: string, direction: 'reads' | 'writes', bytes: number, latencyNs: number): void {
    this.#byHand.set(path, oneMore(this.#byHand.get(path) ?? NO_LOAD, direction, bytes, latencyNs));
  }
  #make(path: string): void {
    this.active.set(path, true);
    this.#made.set(path, (this.#made.get(path) ?? 0) + 1);
    this.#byHand.delete(path);
  }

  countWrite(path: string, bytes: number): void {
    this.#written.set(path, this.writtenBytes(path) + bytes);
    this.volumeAt(path)?.drive.use.countWritten(bytes);
  }
  writtenBytes(path: string): number {
    return this.#written.get(path) ?? 0;
  }

  /** Gives every present drive a name, as a boot does. */
  enumerate(): void {
    for (const drive of this.drives) if (drive.present) this.plugIn(drive);
  }
  plugIn(drive: SimulatedDrive): void {
    drive.present = true;
    const instance = this.host.nextControllerInstance();
    drive.controller = `nvme${instance}`;
    drive.sanitize.power(true, this.host.fabric.clock.now());
    drive.device = `${drive.controller}n1`;
  }
  unplug(drive: SimulatedDrive): void {
    drive.present = false;
    drive.sanitize.power(false, this.host.fabric.clock.now());
    drive.device = '';
    drive.controller = '';
    for (const { path } of this.volumesOn(drive)) if (this.active.has(path)) this.active.set(path, false);
    this.host.pools.driveGone(drive);
    this.host.caches.driveGone();
  }

  /** Simulates drives without an active volume that are pulled and return in another order: they exchange their names. */
  rename(): void {
    const idle = this.drives.filter(
      (drive) => drive.present && !this.host.isHeld(drive.device) && !this.volumesOn(drive).some(({ path }) => this.active.has(path)),
    );
    const names = idle.map(({ device, controller }) => ({ device, controller }));
    for (const [at, drive] of idle.entries()) Object.assign(drive, names[(at + 1) % names.length]);
  }

  driveAt(device: string): SimulatedDrive {
    const found = this.drives.find((drive) => drive.present && `/dev/${drive.device}` === device);
    return found ?? refuse('open', `${device} is not a block device here: is the drive plugged in?`);
  }
  drive(serial: string): SimulatedDrive {
    const found = this.drives.find(({ spec }) => spec.serial === serial);
    if (!found) throw new Error(`${this.host.name} has no drive ${serial}: ${this.drives.map(({ spec }) => spec.serial).join(', ')}`);
    return found;
  }

  volumesOn(drive: SimulatedDrive): FoundVolume[] {
    const { group } = drive;
    return (group?.volumes ?? []).map((volume) => ({ drive, group: group as GroupState, volume, path: `/dev/${group?.vg}/${volume.lv}` }));
  }
  /** Volumes that LVM lists: only those on present drives. */
  volumes(): FoundVolume[] {
    return this.drives.filter((drive) => drive.present).flatMap((drive) => this.volumesOn(drive));
  }
  volumeAt(device: string): FoundVolume | undefined {
    const path = this.host.caches.lvPath(device);
    if (legIdOfThin(path.replace('/dev/mapper/', ''))) return this.host.pools.volumeAt(path);
    // Each simulated read and write asks this: it makes no list of all volumes.
    for (const drive of this.drives) {
      const { group } = drive;
      if (!group || !path.startsWith(`/dev/${group.vg}/`)) continue;
      const volume = group.volumes.find(({ lv }) => path === `/dev/${group.vg}/${lv}`);
      if (volume) return { drive, group, volume, path };
    }
    return undefined;
  }
  /** Whether it answers: it is active, and its drive was never removed since. */
  answers(device: string): boolean {
    const found = this.volumeAt(device);
    return found?.drive.present === true && this.active.get(found.path) === true && !this.host.caches.failsUnder(device);
  }
  /** Size of the LV, or of the leg's device over it. */
  sizeAt(device: string): number | undefined {
    const found = this.volumeAt(device);
    return found && (found.path === device ? found.volume.sizeBytes : this.host.mappings.at(device)?.sizeBytes);
  }

  listVolumes(): LogicalVolume[] {
    return this.volumes().map(({ group, volume, path }) => ({
      vg: group.vg,
      lv: volume.lv,
      sizeBytes: volume.sizeBytes,
      tags: [...volume.tags],
      active: this.active.has(path),
      backed: this.active.get(path) !== false,
      open: this.openCount(path) > 0,
      devicePath: path,
      dmUuid: dmUuidOf(group, volume),
    }));
  }
  listGroups(): VolumeGroup[] {
    return this.drives.flatMap(({ present, group, device }) => {
      if (!present || !group) return [];
      const runs = freeRuns(group);
      return {
        vg: group.vg,
        pvDevice: `/dev/${device}`,
        sizeBytes: group.extents * EXTENT_BYTES,
        freeBytes: runs.reduce((sum, { count }) => sum + count, 0) * EXTENT_BYTES,
        largestFreeBytes: Math.max(0, ...runs.map(({ count }) => count)) * EXTENT_BYTES,
        extentBytes: EXTENT_BYTES,
      };
    });
  }

  /** Number of enabled namespaces and processes that have it open, directly or through the leg's device. */
  openCount(opened: string): number {
    const path = this.host.caches.lvPath(opened);
    const device = legDevicePath(legIdOfLv(path.slice(path.lastIndexOf('/') + 1)) ?? '');
    const integrity = `/dev/mapper/${legIntegrityName(legIdOfLv(path.slice(path.lastIndexOf('/') + 1)) ?? '')}`;
    const processes = [path, integrity, device].map((each) => this.host.processes.on(each).length);
    return this.host.target.enabledOn(path).length + processes.reduce((sum, count) => sum + count, 0);
  }
  #deviceOver(path: string): DmMapping | undefined {
    const kernel = this.host.mappings.kernelName(path);
    return this.host.mappings.list.find(({ under }) => under.includes(kernel));
  }

  createGroup({ vg, device }: Of<'create-volume-group'>): void {
    const drive = this.driveAt(device);
    if (drive.group?.vg === vg) return;
    const contents = this.contentsOf(drive);
    if (contents.length > 0)
      refuse(
        'vgcreate',
        `${device} is not blank: it holds ${contents.join(', ')}. Weft takes only blank drives; order a wipe of it if nobody needs that`,
      );
    if (this.drives.some((other) => other.present && other.group?.vg === vg))
      refuse('vgcreate', `A volume group called ${vg} already exists.`, 5);
    drive.group = { vg, extents: Math.floor((drive.spec.sizeBytes - DATA_START_BYTES) / EXTENT_BYTES), volumes: [] };
    drive.onChange();
  }
  removeGroup({ vg, device }: Of<'remove-volume-group'>): void {
    const drive = this.driveAt(device);
    if (drive.group === null) return;
    if (drive.group.vg !== vg) refuse('vgremove', `${device} belongs to volume group ${drive.group.vg}, not to ${vg}`);
    const count = drive.group.volumes.length;
    if (count > 0)
      refuse('vgremove', `volume group ${vg} still holds ${count} logical volumes: remove the volumes that have legs on it first`);
    drive.group = null;
    // Old metadata and the end of the last leg would make the drive look used.
    drive.content.zero(0, 16 * MiB);
    drive.content.zero(drive.spec.sizeBytes - MiB, MiB);
  }
  async wipeDrive({ device, serial, foreignGroup, resumes }: Of<'wipe-drive'>, signal?: AbortSignal): Promise<void> {
    const drive = this.#mayErase({ device, serial, foreignGroup, resumes }, 'blkdiscard');
    // The kernel zeroes from the start: whatever signs a drive as used goes first.
    drive.group = null;
    drive.contents = [];
    drive.content.zero(0, MiB);
    await this.host.zeroing(drive.spec.sizeBytes * drive.slowFactor, signal);
    drive.content.zero(0, drive.spec.sizeBytes);
  }
  #mayErase({ device, serial, foreignGroup, resumes }: Omit<Of<'wipe-drive'>, 'op'>, command: string, mayBeUnread = false): SimulatedDrive {
    const drive = this.driveAt(device);
    if (drive.spec.serial !== serial)
      refuse(command, `${device} has serial "${drive.spec.serial}", not "${serial}": it is another drive now`);
    if (this.host.processes.on(device).length > 0) refuse(command, `${device} is in use: unmount or stop that first`);
    const unread = this.#unread(drive);
    if (unread && !mayBeUnread) refuse(command, `${device}: ${unread}`);
    const count = drive.group?.volumes.length ?? 0;
    if (count > 0 && drive.group?.vg !== foreignGroup)
      refuse(command, `${device} still holds ${count} legs of Weft volumes (${drive.group?.vg}): delete or move them first`);
    const contents = this.contentsOf(drive);
    if (resumes && !unread && !mayBeInterruptedWipe(contents))
      refuse(command, `${device} holds ${contents.join(', ')}, which may be newer than the wipe that was interrupted`);
    return drive;
  }
  #unread(drive: SimulatedDrive): string | undefined {
    return unreadBySanitize(drive.sanitize.log(this.host.fabric.clock.now()));
  }

  sanitizeDrive({ device, action, ...order }: Of<'sanitize-drive'>): void {
    const { sanitize } = this.driveAt(device);
    const drive = this.#mayErase({ device, ...order }, 'nvme', true);
    const obstacle = sanitizeObstacle(sanitize.ability);
    if (obstacle) refuse('nvme', `${device} is not sanitized: ${OBSTACLE_TEXTS[obstacle]}; nothing was done`);
    if (!sanitize.ability.actions.includes(action)) refuse('nvme', `${device} has no ${action}; nothing was done`);
    const now = this.host.fabric.clock.now();
    const { state } = sanitize.log(now);
    if (state === 'running') refuse('nvme', `${device} is not sanitized now: its log says "running"`);
    sanitize.begin(this.host.fabric.options.sanitizeMs ?? 0, now);
    drive.group = null;
    drive.contents = [];
    drive.content.zero(0, sanitize.erasesNothing ? MiB : drive.spec.sizeBytes);
  }
  checkSanitized({ device, serial }: Of<'check-sanitized'>): void {
    const { state } = this.driveAt(device).sanitize.log(this.host.fabric.clock.now());
    if (state !== 'done') refuse('nvme', `${device} has not sanitized itself: its log says "${state}"`);
    const drive = this.#mayErase({ device, serial, foreignGroup: null }, 'read');
    const [place] = drive.content.blocks.keys();
    if (place !== undefined || drive.contents.length > 0)
      refuse('read', `${device} is not erased: at byte ${place ?? 0} it reads neither as zeros nor as ones after its sanitize`);
  }
  /** The drives' power; they keep what they have done of a sanitize. */
  power(isOn: boolean): void {
    for (const { sanitize } of this.drives) sanitize.power(isOn, this.host.fabric.clock.now());
  }

  create({ vg, lv, sizeBytes, tags }: Of<'create-logical-volume'>): void {
    const drive = this.groupDrive(vg);
    const group = drive.group as GroupState;
    const there = group.volumes.find((volume) => volume.lv === lv);
    if (there) {
      if (there.sizeBytes < sizeBytes) refuse('lvcreate', `${vg}/${lv} has ${there.sizeBytes} bytes, not ${sizeBytes}`);
      return;
    }
    const needed = Math.ceil(sizeBytes / EXTENT_BYTES);
    const runs = freeRuns(group);
    const free = runs.reduce((sum, { count }) => sum + count, 0);
    if (free < needed) refuse('lvcreate', `Volume group "${vg}" has insufficient free space (${free} extents): ${needed} required.`, 5);
    // One run if one is long enough, the shortest such; else pieces, the longest first.
    const whole = runs.filter(({ count }) => count >= needed).sort((a, b) => a.count - b.count)[0];
    const segments: LogicalVolumeState['segments'] = [];
    let missing = needed;
    for (const run of whole ? [whole] : runs.sort((a, b) => b.count - a.count)) {
      const count = Math.min(run.count, missing);
      if (count > 0) segments.push({ start: run.start, count });
      missing -= count;
    }
    const volume: LogicalVolumeState = {
      lv,
      madeAtMs: this.host.fabric.clock.now(),
      sizeBytes: needed * EXTENT_BYTES,
      tags: [...tags],
      segments,
    };
    group.volumes.push(volume);
    drive.onChange();
    this.#make(`/dev/${vg}/${lv}`);
    const start = drive.physical(volume, SUPERBLOCK_OFFSET);
    if (drive.spec.leftovers && !drive.content.read(start)) drive.content.write(start, { superblock: LEFT_OVER });
  }

  activate({ vg, lv }: Of<'activate-logical-volume'>): void {
    const { path } = this.volume(vg, lv);
    if (!this.active.has(path)) this.#make(path);
  }
  reactivate({ vg, lv }: Of<'reactivate-logical-volume'>): void {
    const { path } = this.volume(vg, lv);
    this.mustBeUnused(path, 'lvchange');
    this.#make(path);
  }

  async wipe({ vg, lv }: Of<'wipe-logical-volume'>, signal?: AbortSignal): Promise<void> {
    const { drive, volume, path } = this.volume(vg, lv);
    if (volume.tags.includes(WIPED_TAG)) return;
    this.mustBeUnused(path, 'blkdiscard');
    if (!this.answers(path)) refuse('blkdiscard', `${path} is not a block device here`);
    await this.host.zeroing(volume.sizeBytes * drive.slowFactor, signal);
    volume.tags.push(WIPED_TAG);
    drive.zeroVolume(volume);
  }

  merge({ vg, lv, growth, sizeBytes }: Of<'merge-logical-volume'>): void {
    const { drive, group, volume } = this.volume(vg, lv);
    if (volume.sizeBytes >= sizeBytes) return;
    const { volume: end, path } = this.volume(vg, growth);
    if (!end.tags.includes(WIPED_TAG)) refuse('lvextend', `${vg}/${growth} has not been zeroed in full`);
    this.mustBeUnused(path, 'lvremove');
    if (volume.sizeBytes + end.sizeBytes < sizeBytes) refuse('lvextend', `${vg}/${growth} is too small`);
    this.active.delete(path);
    group.volumes = group.volumes.filter((other) => other !== end);
    volume.segments.push(...end.segments);
    volume.sizeBytes += end.sizeBytes;
    if (!volume.tags.includes(GROWN_TAG)) volume.tags.push(GROWN_TAG);
    drive.onChange();
  }
  settle({ vg, lv }: Of<'settle-logical-volume'>): void {
    const { drive, volume } = this.volume(vg, lv);
    volume.tags = volume.tags.filter((tag) => tag !== GROWN_TAG);
    drive.onChange();
  }

  label({ vg, lv, add, remove }: Of<'label-logical-volume'>): void {
    const { drive, volume } = this.volume(vg, lv);
    volume.tags = [...volume.tags.filter((tag) => !remove.includes(tag) && !add.includes(tag)), ...add];
    drive.onChange();
  }

  remove({ vg, lv }: Of<'remove-logical-volume'>): void {
    const found = this.volumes().find((each) => each.group.vg === vg && each.volume.lv === lv);
    if (!found) return;
    this.mustBeUnused(found.path, 'lvremove');
    this.active.delete(found.path);
    found.group.volumes = found.group.volumes.filter((volume) => volume !== found.volume);
    found.drive.onChange();
  }

  /** As text; empty: blank. */
  contentsOf(drive: SimulatedDrive): string[] {
    const unread = this.#unread(drive);
    if (unread) return [unread];
    if (drive.group) return ['LVM physical volume'];
    const { sizeBytes } = drive.spec;
    if (drive.contents.length > 0) return drive.contents;
    const isUsed = (from: number, to: number) => [...drive.content.blocks.keys()].some((offset) => offset >= from && offset < to);
    if (isUsed(0, MiB)) return ['unknown data in the first MiB'];
    return isUsed(sizeBytes - MiB, sizeBytes) ? [UNKNOWN_TAIL] : [];
  }

  mustBeUnused(path: string, command: string): void {
    const exporter = this.host.target.enabledOn(path).find(({ namespace }) => namespace.devicePath === path);
    if (exporter) refuse(command, `${path} is exported as a namespace of ${exporter.nqn}: detach the volume first`);
    const open = this.host.processes.on(path)[0];
    if (open) refuse(command, `${path} is open 1 times, by ${open.command} (pid ${open.pid})`);
    const above = this.#deviceOver(path);
    if (above) refuse(command, `${path} is open 1 times, by ${above.name}`);
  }
  private groupDrive(vg: string): SimulatedDrive {
    const found = this.drives.find((drive) => drive.present && drive.group?.vg === vg);
    return found ?? refuse('lvs', `Volume group "${vg}" not found`, 5);
  }
  volume(vg: string, lv: string): FoundVolume {
    const found = this.volumes().find((each) => each.group.vg === vg && each.volume.lv === lv);
    return found ?? refuse('lvs', `Failed to find logical volume "${vg}/${lv}"`, 5);
  }
}

/** A volume that is created again under the same name has another UUID. */
export const dmUuidOf = ({ vg }: GroupState, { lv, madeAtMs = 0 }: LogicalVolumeState): string => `LVM-${vg}${lv}${madeAtMs}`;

/** Superblock of an earlier user: a leg that shows it was never zeroed (S2). */
const LEFT_OVER = {
  uuid: '0badc0de-0000-4000-8000-000000000000',
  level: 'raid1' as const,
  raidDisks: 2,
  chunkBytes: 0,
  dataOffsetBytes: 2 ** 20,
  componentBytes: 2 ** 20,
  bitmapChunkBytes: 2 ** 20,
  dirty: [],
  events: 9,
  role: 0,
  roles: 'AA',
  partial: 'no' as const,
};
