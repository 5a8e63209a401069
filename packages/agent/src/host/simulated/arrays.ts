import { KiB } from '@weft/shared/units';
import type { MdArray, MdSuperblock } from '../host.js';
import type { Operation } from '../operations.js';
import { refuse } from './failure.js';
import {
  type ArrayState,
  BITMAP_CHUNK_BYTES,
  bytesPerLeg,
  chunkOf,
  copyLeg,
  hasEverySide,
  inSyncSlots,
  type Member,
  newMember,
  type Recovery,
  setOfSlot,
} from './members.js';
import type { SimulatedHost } from './simulated-host.js';
import { SUPERBLOCK_OFFSET, type Superblock, saidByAll } from './superblock.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;

/** sync_speed_min and sync_speed_max of a fresh array (Documentation/admin-guide/md.rst). */
const SYSTEM_SPEED = { min: 1000 * KiB, max: 200_000 * KiB };
const HIGHEST_MD = 127;
/** A rebuild that waits for a leg is checked again after this time. */
const STALLED_LOOK_MS = 500;

/** md of one machine. Superblocks are stored on the legs themselves. */
export class SimulatedArrays {
  list: ArrayState[] = [];
  /** Time from the error of a leg until md has failed the member; writes to its mirror wait meanwhile. */
  answerDelayMs = 0;
  readonly #late = new Set<Member>();
  #sequence = 0;

  constructor(private readonly host: SimulatedHost) {}

  create({ name, uuid, level, chunkBytes, dataOffsetBytes, bitmapChunkBytes, devices, holder }: Of<'create-array'>): void {
    if (this.running(uuid, devices)) return;
    for (const device of devices) if (this.read(device)) refuse('mdadm', `${device} carries an md superblock`);
    const componentBytes = this.componentOf(devices.map(kernelName), dataOffsetBytes, level, chunkBytes);
    if (componentBytes <= 0) refuse('mdadm', 'no room for data behind the data offset');
    const base = { uuid, level, raidDisks: devices.length, chunkBytes, dataOffsetBytes, componentBytes, events: 0, dirty: [] };
    this.start(
      name,
      { ...base, bitmapChunkBytes: bitmapChunkBytes ?? BITMAP_CHUNK_BYTES, superblockName: `any:${holder ?? name}` },
      devices.map((device, slot) => newMember(kernelName(device), slot, 'in_sync')),
      false,
    );
  }

  /** Takes an explicit list of devices, by the rules of mdadm(8) without --force. */
  assemble({ name, uuid, devices, readOnly, run, holder }: Of<'assemble-array'>): void {
    this.list = this.list.filter((array) => !(array.name === name && array.state === 'inactive'));
    if (this.running(uuid, devices)) return;
    const found = devices.flatMap((device) => {
      const superblock = this.read(device);
      return superblock?.uuid === uuid ? [{ device: kernelName(device), superblock }] : [];
    });
    // mdadm writes the name before it checks whether the array can start.
    if (holder !== undefined && !readOnly)
      for (const { device, superblock } of found) {
        superblock.superblockName = `any:${holder}`;
        this.write(device, superblock);
      }
    const freshest = found.map(({ superblock }) => superblock).sort((a, b) => b.events - a.events)[0];
    if (!freshest) refuse('mdadm', `no device of the list carries array ${uuid}`);
    // mdadm takes a leg that is one event behind, and leaves out an older one until it is re-added. It also leaves out a leg that the freshest superblock
    // lists as failed (super_1_validate, from 6.8 on and in the stable series).
    const failed = ({ role, partial }: Superblock) => role !== null && partial === 'no' && freshest.roles[role] !== 'A';
    const fresh = found.filter(({ superblock }) => superblock.events + 1 >= freshest.events && !failed(superblock));
    const current = fresh.filter(({ superblock }) => superblock.role !== null && superblock.partial === 'no');
    const listed = [...freshest.roles].filter((letter) => letter === 'A').length;
    const enough = hasEverySide(freshest, new Set(current.map(({ superblock }) => superblock.role)));
    if (!enough || (current.length < listed && !run)) {
      const nothing = { sizeBytes: 0, state: 'inactive' as const, members: [], recovery: null, speed: null };
      this.list.push({ ...freshest, device: this.freeDevice(), name, ...nothing });
      this.host.changed();
      refuse(
        'mdadm',
        `mdadm: /dev/md/${name} assembled from ${current.length} drives - ${enough ? `need all ${listed} to start it (use --run to insist).` : 'not enough to start the array.'}`,
      );
    }
    const members = fresh
      .map(({ device, superblock: { role, partial } }) => ({
        ...newMember(device, role, partial === 'no' && role !== null ? 'in_sync' : 'spare'),
        replaces: partial === 'replacing',
      }))
      .sort((a, b) => (a.slot ?? 0) - (b.slot ?? 0));
    this.start(name, freshest, members, readOnly);
  }

  /** Changes superblocks only: starts nothing. */
  rename({ uuid, previousUuid, devices }: Of<'rename-array'>): void {
    for (const device of devices) {
      const superblock = this.read(device);
      if (superblock?.uuid === previousUuid) this.write(device, { ...superblock, uuid });
      else if (superblock?.uuid !== uuid) refuse('mdadm', `${device} belongs to array ${superblock?.uuid ?? 'none'}: it is left alone`);
    }
  }

  zeroSuperblock({ device, uuid }: Of<'zero-superblock'>): void {
    const found = this.read(device);
    if (!found) return;
    if (found.uuid !== uuid) refuse('mdadm', `${device} belongs to array ${found.uuid}, not to ${uuid}: its superblock is left alone`);
    this.write(device, null);
  }

  stop({ device, uuid }: Of<'stop-array'>): void {
    const array = this.list.find((candidate) => candidate.device === device);
    if (array?.uuid !== uuid) return;
    if (this.host.isHeld(device))
      refuse(
        'mdadm',
        `mdadm: Cannot get exclusive access to /dev/${device}: Perhaps a running process, mounted filesystem or active volume group?`,
      );
    if (array.unsaved) refuse('mdadm', `mdadm --stop /dev/${device} did not end: a superblock of it waits for a path`);
    this.list = this.list.filter((other) => other !== array);
  }

  removeMember({ array: device, uuid, member: name }: Of<'remove-member'>): void {
    const array = this.known(device, uuid);
    const member = array.members.find((candidate) => candidate.device === name);
    if (!member) return;
    if (member.slot !== null) refuse('tee', `EBUSY: ${name} is in use in ${device}`);
    array.members = array.members.filter((other) => other !== member);
    this.settle(array);
  }

  /** Re-adds a leg of the same history: md resyncs only what was marked since. */
  reAddMember({ array: at, uuid, device }: Of<'re-add-member'>): void {
    const array = this.known(at, uuid);
    if (this.has(array, device)) return;
    const found = this.read(device);
    const taken = array.members.some((member) => member.slot === found?.role && member.status !== 'faulty');
    // Too old: other legs have replaced it since, and writes of that time are in no bitmap (events_cleared in drivers/md/md-bitmap.c).
    const isTooOld = found !== null && found.events < Math.max(1, array.eventsCleared ?? 0);
    if (found?.uuid !== uuid || found.role === null || taken || array.state !== 'clean' || isTooOld)
      refuse('mdadm', `mdadm: --re-add for ${device} to /dev/${at} is not possible`);
    array.members.push(newMember(kernelName(device), found.role, 'spare'));
    const set = setOfSlot(array, found.role);
    this.settle(
      array,
      array.dirty.filter((chunk) => chunk.startsWith(`${set}:`)),
    );
  }

  addMember({ array: at, uuid, device }: Of<'add-member'>): void {
    const array = this.known(at, uuid);
    if (this.has(array, device)) return;
    if (this.read(device)) refuse('mdadm', `${device} carries an md superblock`);
    this.writeSpare(array, device);
    array.members.push(newMember(kernelName(device), null, 'spare'));
    this.settle(array);
  }

  replaceMember({ array: at, uuid, old, device }: Of<'replace-member'>): void {
    const array = this.known(at, uuid);
    const name = kernelName(device);
    if (array.members.some((member) => member.device === name && member.slot !== null)) return;
    if (array.recovery) refuse('mdadm', `mdadm: Failed to set replacement: a recovery runs on /dev/${at}`);
    const source = array.members.find((member) => member.device === old && member.status === 'in_sync');
    if (!source) refuse('mdadm', `mdadm: ${old} is not an active member of /dev/${at}`);
    if (!this.has(array, device)) {
      if (this.read(device)) refuse('mdadm', `${device} carries an md superblock`);
      this.writeSpare(array, device);
    }
    array.members = array.members.filter((member) => member.device !== name);
    array.members.push({ ...newMember(name, source.slot, 'spare'), replaces: true });
    this.settle(array);
  }

  /** mdadm copies the first member's superblock with its bad-blocks flag (up to 4.4); the kernel refuses a device with that flag and without a list. */
  private writeSpare(array: ArrayState, device: string): void {
    const first = array.members.filter(({ status }) => status === 'in_sync').sort((a, b) => (a.slot ?? 0) - (b.slot ?? 0))[0];
    if (first && first.badBlocks > 0) refuse('mdadm', `mdadm: add new device failed for ${device}: Invalid argument`);
  }

  setSpeed({ array, uuid, minBytesPerSecond: min, maxBytesPerSecond: max }: Of<'set-sync-speed'>): void {
    const found = this.known(array, uuid);
    found.speed = { min, max };
    const { recovery } = found;
    if (!recovery) return;
    const nowMs = this.host.fabric.clock.now();
    const startedMs = nowMs - ((nowMs - recovery.startedMs) * recovery.bytesPerSecond) / max;
    this.recover(found, { ...recovery, startedMs, bytesPerSecond: max });
  }

  grow({ array: device, uuid, sizeBytes }: Of<'grow-array'>): void {
    const array = this.known(device, uuid);
    if (array.sizeBytes >= sizeBytes) return;
    if (array.recovery || inSyncSlots(array).size < array.raidDisks) refuse('mdadm', 'mdadm: array is degraded or busy: it is not resized');
    const names = array.members.map((member) => member.device);
    array.componentBytes = this.componentOf(names, array.dataOffsetBytes, array.level, array.chunkBytes);
    array.sizeBytes = sizeOfArray(array);
    this.record(array);
    if (array.sizeBytes < sizeBytes) refuse('mdadm', `array ${device} has ${array.sizeBytes} bytes, not ${sizeBytes}`);
  }

  /** `mdadm --fail`. */
  failMember(device: string, name: string): void {
    const array = this.list.find((candidate) => candidate.device === device);
    const member = array?.members.find((candidate) => candidate.device === name);
    if (array && member) this.fail(array, member);
  }
  /** In-sync legs that hold a byte of the array, and its offset on each. */
  placesOf({ level, raidDisks, chunkBytes, dataOffsetBytes, members }: ArrayState, offset: number): { device: string; offset: number }[] {
    const pairs = level === 'raid1' ? 1 : raidDisks / 2;
    const chunk = level === 'raid1' ? 0 : Math.floor(offset / chunkBytes);
    const within = level === 'raid1' ? offset : Math.floor(chunk / pairs) * chunkBytes + (offset % chunkBytes);
    return members
      .filter(({ slot, status }) => status === 'in_sync' && slot !== null && (level === 'raid1' || Math.floor(slot / 2) === chunk % pairs))
      .map(({ device }) => ({ device, offset: dataOffsetBytes + within }));
  }
  /** After a write: fails legs that return errors, and marks what other legs miss. */
  noteWrite(array: ArrayState, offset: number): void {
    this.writeTouches(array.device);
    const [place] = this.placesOf(array, offset);
    const slot = array.members.find((member) => member.device === place?.device)?.slot;
    if (!place || slot === null || slot === undefined) return;
    const set = setOfSlot(array, slot);
    const slots = Array.from({ length: array.raidDisks }, (_, at) => at).filter((at) => setOfSlot(array, at) === set);
    if (slots.every((at) => inSyncSlots(array).has(at))) return;
    array.dirty = [...new Set([...array.dirty, chunkOf(array, set, place.offset - array.dataOffsetBytes)])];
    this.save(array);
  }

  /** Writes the superblocks that waited for a path. */
  pathsChanged(): void {
    for (const array of this.list) if (array.unsaved) this.save(array);
  }

  /** After a restart of the simulation. */
  restore(list: ArrayState[]): void {
    this.list = list;
    this.#sequence = Math.max(0, ...list.map(({ sequence }) => sequence ?? 0));
    for (const array of list) if (array.recovery) this.recover(array, array.recovery);
  }

  /** The next write fails members whose leg returns errors: at once where there is load. For a leg that waits, md waits. */
  writeTouches(device: string): void {
    const array = this.list.find((candidate) => candidate.device === device);
    if (array?.state !== 'clean') return;
    for (const member of array.members) {
      if (member.status === 'faulty') continue;
      const access = this.host.initiator.access(member.device);
      if (access.state === 'fails') this.failLate(array, member);
      // md marks the place as bad, but counts the leg as in sync.
      else if (access.state === 'ok' && access.found.drive.failsWrites && member.badBlocks === 0) {
        member.badBlocks = 1;
        this.save(array);
      }
    }
  }

  /** Whether md has not yet reacted to the error of a leg that holds this byte. */
  waitsAt(array: ArrayState, offset: number): boolean {
    const devices = this.placesOf(array, offset).map(({ device }) => device);
    return array.members.some((member) => this.#late.has(member) && devices.includes(member.device));
  }

  /** Whether the in-sync legs that pass hold every byte. */
  worksOn(array: ArrayState, passes: (device: string) => boolean): boolean {
    const good = array.members.filter(({ status, device }) => status === 'in_sync' && passes(device));
    return hasEverySide(array, new Set(good.map(({ slot }) => slot)));
  }

  readAll(devices: string[]): Map<string, MdSuperblock | null> {
    return new Map(devices.map((device) => [device, describe(this.read(device))]));
  }

  view(array: ArrayState): MdArray {
    const { device, uuid, level, raidDisks, sizeBytes, recovery, members, state } = array;
    const degraded = state === 'inactive' ? 0 : raidDisks - inSyncSlots(array).size;
    const done = recovery ? ((this.host.fabric.clock.now() - recovery.startedMs) / 1000) * recovery.bytesPerSecond : 0;
    const { min, max } = array.speed ?? SYSTEM_SPEED;
    return {
      device,
      uuid,
      level,
      state,
      degraded,
      raidDisks,
      sizeBytes,
      syncAction: recovery ? 'recover' : 'idle',
      syncProgressRatio: recovery ? Math.min(1, done / recovery.bytes) : null,
      syncSpeedBytesPerSecond: recovery?.bytesPerSecond ?? null,
      syncSpeedLimits: { minBytesPerSecond: min, maxBytesPerSecond: max },
      readOnly: state === 'readonly',
      ...(array.sequence === undefined ? {} : { sequence: array.sequence }),
      members: members.map((member) => ({
        device: member.device,
        flags: [
          member.status,
          ...(member.replaces ? ['replacement'] : []),
          ...(members.some((other) => other.replaces && other !== member && other.slot === member.slot) ? ['want_replacement'] : []),
        ],
        slot: member.status === 'faulty' ? null : member.slot,
        errors: 0,
        badBlocks: member.badBlocks,
      })),
    };
  }

  private start(name: string, from: Omit<Superblock, 'role' | 'roles' | 'partial'>, members: Member[], readOnly: boolean): void {
    const array: ArrayState = {
      ...saidByAll(from),
      device: this.freeDevice(),
      name,
      sizeBytes: sizeOfArray(from),
      state: readOnly ? 'readonly' : 'clean',
      sequence: ++this.#sequence,
      members,
      recovery: null,
      speed: null,
    };
    this.list.push(array);
    if (readOnly) return;
    this.record(array);
    this.settle(array);
  }

  /** The leg returned an error: the member fails, even if its leg is back by then. */
  private failLate(array: ArrayState, member: Member): void {
    if (this.#late.has(member)) return;
    if (this.answerDelayMs === 0) {
      this.fail(array, member);
      return;
    }
    this.#late.add(member);
    this.host.fabric.clock.after(this.answerDelayMs, () => {
      const isThere = this.#late.delete(member) && this.list.includes(array) && array.members.includes(member);
      if (isThere && array.state === 'clean' && member.status !== 'faulty') this.fail(array, member);
    });
  }
  private fail(array: ArrayState, member: Member): void {
    this.#late.delete(member);
    const rest = new Set(array.members.filter((other) => other !== member && other.status === 'in_sync').map((other) => other.slot));
    // md keeps the last leg of a mirror, and reports the array as broken.
    if (member.status === 'in_sync' && !hasEverySide(array, rest)) array.state = 'broken';
    else {
      // A replacement for the failed member must now be rebuilt from the other leg.
      for (const other of array.members) if (other.slot === member.slot && other.replaces) Object.assign(other, { replaces: false });
      Object.assign(member, { status: 'faulty', slot: null, replaces: false });
      array.recovery = null;
      this.record(array);
      this.settle(array);
    }
    this.host.changed();
  }

  /** Spares take free slots, lowest first; then md rebuilds onto the first leg that is not in sync. */
  private settle(array: ArrayState, chunks: string[] | null = null): void {
    this.host.changed();
    if (array.state !== 'clean' || array.recovery) return;
    for (const spare of array.members.filter((member) => member.status === 'spare' && member.slot === null)) {
      const taken = new Set(array.members.map((member) => member.slot));
      const free = Array.from({ length: array.raidDisks }, (_, slot) => slot).find((slot) => !taken.has(slot));
      if (free !== undefined) spare.slot = free;
    }
    this.record(array);
    const next = array.members.find((member) => member.status === 'spare' && member.slot !== null);
    if (!next) return;
    const bytes = chunks ? chunks.length * array.bitmapChunkBytes : bytesPerLeg(array);
    const bytesPerSecond = (array.speed ?? SYSTEM_SPEED).max;
    this.recover(array, { device: next.device, startedMs: this.host.fabric.clock.now(), bytes, bytesPerSecond, chunks });
  }
  private recover(array: ArrayState, recovery: Recovery): void {
    const { clock } = this.host.fabric;
    array.recovery = recovery;
    const endsMs = recovery.startedMs + (recovery.bytes / recovery.bytesPerSecond) * 1000;
    clock.after(endsMs - clock.now(), () => this.finish(array, recovery));
  }
  private finish(array: ArrayState, recovery: Recovery): void {
    const member = array.members.find((each) => each.device === recovery.device);
    if (array.recovery !== recovery || !member || member.slot === null) return;
    const set = setOfSlot(array, member.slot);
    const sources = array.members.filter((each) => each.status === 'in_sync' && setOfSlot(array, each.slot ?? -1) === set);
    const source = sources.find((each) => member.replaces && each.slot === member.slot) ?? sources[0];
    for (const end of source ? [source, member] : [member]) {
      const { state } = this.host.initiator.access(end.device);
      if (state === 'ok') continue;
      if (state === 'fails') this.fail(array, end);
      // Its I/O waits, and the rebuild with it.
      else this.host.fabric.clock.after(STALLED_LOOK_MS, () => this.finish(array, recovery));
      return;
    }
    array.recovery = null;
    // Writes during the rebuild also went to the member that it rebuilds.
    const chunks = recovery.chunks && [...new Set([...recovery.chunks, ...array.dirty.filter((chunk) => chunk.startsWith(`${set}:`))])];
    if (source) copyLeg(this.host, array, source.device, member.device, { ...recovery, chunks });
    if (member.replaces && source) Object.assign(source, { status: 'faulty', slot: null });
    Object.assign(member, { status: 'in_sync', replaces: false });
    if (inSyncSlots(array).size === array.raidDisks) array.dirty = [];
    this.record(array);
    this.settle(array);
  }
  /** Writes a new event to the superblocks of all remaining members. */
  private record(array: ArrayState): void {
    // An event that still waits for a leg has not finished.
    if (!array.unsaved) array.events += 1;
    if (inSyncSlots(array).size === array.raidDisks) array.eventsCleared = array.events;
    this.save(array);
  }
  private save(array: ArrayState): void {
    const inSync = inSyncSlots(array);
    const roles = Array.from({ length: array.raidDisks }, (_, role) => (inSync.has(role) ? 'A' : '.')).join('');
    const same = { ...saidByAll(array), roles };
    array.unsaved = false;
    const lost: Member[] = [];
    for (const member of array.members) {
      const { device, slot, status, replaces, badBlocks } = member;
      const access = status === 'faulty' ? null : this.host.initiator.access(device);
      // md writes all superblocks before it continues; here reachable legs get theirs at once.
      array.unsaved ||= access?.state === 'waits';
      if (access?.state === 'fails') lost.push(member);
      if (access?.state !== 'ok') continue;
      const partial = status === 'in_sync' ? 'no' : replaces ? 'replacing' : 'recovering';
      const { drive, volume } = access.found;
      drive.content.write(drive.physical(volume, SUPERBLOCK_OFFSET), {
        superblock: { ...same, role: slot, partial, badBlocks: badBlocks > 0 },
      });
    }
    // A superblock that cannot be written is an error of its leg (super_written in drivers/md/md.c).
    for (const member of lost) if (member.status !== 'faulty' && array.state === 'clean') this.fail(array, member);
  }

  private componentOf(names: string[], dataOffsetBytes: number, level: string, chunkBytes: number): number {
    const { heads } = this.host.initiator;
    const smallest = Math.min(...names.map((name) => heads.find((head) => head.device === name)?.sizeBytes ?? 0));
    const unit = level === 'raid10' ? chunkBytes : KiB;
    return Math.floor((smallest - dataOffsetBytes) / unit) * unit;
  }
  private known(device: string, uuid: string): ArrayState {
    const found = this.list.find((array) => array.device === device);
    return found?.uuid === uuid ? found : refuse('mdadm', `${device} is array ${found?.uuid ?? 'none'} now, not ${uuid}`);
  }
  private has(array: ArrayState, device: string): boolean {
    const found = array.members.find((member) => member.device === kernelName(device));
    if (found?.status === 'faulty') refuse('mdadm', `mdadm: ${device} is a faulty member of /dev/${array.device}: remove it first`);
    return found !== undefined;
  }
  private running(uuid: string, devices: string[]): boolean {
    const found = this.list.find((array) => array.uuid === uuid && array.state !== 'inactive');
    const foreign = found?.members.filter(({ device }) => !devices.includes(`/dev/${device}`)) ?? [];
    if (foreign.length > 0)
      refuse('mdadm', `array ${found?.device} runs on ${foreign.map(({ device }) => device).join(', ')}, which is not among its legs`);
    return found !== undefined;
  }
  private freeDevice(): string {
    for (let number = HIGHEST_MD; ; number--) if (!this.list.some((array) => array.device === `md${number}`)) return `md${number}`;
  }
  private read(device: string): Superblock | null {
    const { drive, volume } = this.host.leg(device);
    return drive.content.read(drive.physical(volume, SUPERBLOCK_OFFSET))?.superblock ?? null;
  }
  private write(device: string, superblock: Superblock | null): void {
    const { drive, volume } = this.host.leg(device);
    const offset = drive.physical(volume, SUPERBLOCK_OFFSET);
    if (superblock) drive.content.write(offset, { superblock });
    else drive.content.zero(offset, 1);
  }
}

const sizeOfArray = ({ level, raidDisks, componentBytes }: Pick<Superblock, 'level' | 'raidDisks' | 'componentBytes'>): number =>
  level === 'raid10' ? componentBytes * (raidDisks / 2) : componentBytes;

function describe(found: Superblock | null): MdSuperblock | null {
  if (!found) return null;
  const place = found.partial === 'replacing' ? 'Replacement device' : 'Active device';
  const { uuid, level, events, role, roles } = found;
  return {
    uuid,
    level,
    events,
    deviceRole: role === null ? 'spare' : `${place} ${role}`,
    arrayState: roles,
    badBlocks: found.badBlocks ?? false,
    name: found.superblockName,
  };
}

const kernelName = (device: string): string => device.replace('/dev/', '');
