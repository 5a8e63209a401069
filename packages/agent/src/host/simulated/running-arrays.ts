import type { MdSuperblock } from '../host.js';
import { describeSuperblock } from './array-view.js';
import { SUPERBLOCK_OFFSET, type Superblock, saidByAll } from './drive/superblock.js';
import {
  type ArrayState,
  addressOf,
  BITMAP_DELAY_SECONDS,
  bytesPerLeg,
  chunkOf,
  contentOf,
  copyLeg,
  hasEverySide,
  inSyncSlots,
  type Member,
  mirrorSets,
  type Recovery,
  SYSTEM_SPEED,
  setOfSlot,
  sizeOfArray,
} from './members.js';
import type { SimulatedHost } from './simulated-host.js';
import { type CheckState, checkPosition, countedBytes, differences, NO_CHECK, type RunningCheck } from './world/checks.js';

const HIGHEST_MD = 127;
/** A rebuild that waits for a leg is checked again after this time. */
const STALLED_LOOK_MS = 500;

/** md in the kernel of one machine: what happens to running arrays. Superblocks are stored on the legs themselves. */
export class RunningArrays {
  list: ArrayState[] = [];
  /** Time from the error of a leg until md has failed the member; writes to its mirror wait meanwhile. */
  answerDelayMs = 0;
  readonly #late = new Set<Member>();
  #sequence = 0;

  constructor(protected readonly host: SimulatedHost) {}

  /** In-sync legs that hold a byte of the array, and its offset on each. */
  placesOf({ level, raidDisks, chunkBytes, dataOffsetBytes, members }: ArrayState, offset: number): { device: string; offset: number }[] {
    const pairs = level === 'raid1' ? 1 : raidDisks / 2;
    const chunk = level === 'raid1' ? 0 : Math.floor(offset / chunkBytes);
    const within = level === 'raid1' ? offset : Math.floor(chunk / pairs) * chunkBytes + (offset % chunkBytes);
    return members
      .filter(({ slot, status }) => status === 'in_sync' && slot !== null && (level === 'raid1' || Math.floor(slot / 2) === chunk % pairs))
      .filter(({ badAt = [] }) => !badAt.includes(dataOffsetBytes + within))
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
    const chunk = chunkOf(array, set, place.offset - array.dataOffsetBytes);
    if (slots.every((at) => inSyncSlots(array).has(at))) {
      array.completed = { ...array.completed, [chunk]: this.host.fabric.clock.now() };
      return;
    }
    array.dirty = [...new Set([...array.dirty, chunk])];
    this.save(array);
  }

  /** What the bitmap marks is dirty for members that are out. */
  protected keepMarks(array: ArrayState): void {
    const sinceMs = this.host.fabric.clock.now() - 2 * (array.bitmapDelaySeconds ?? BITMAP_DELAY_SECONDS) * 1000;
    const marked = Object.entries(array.completed ?? {}).flatMap(([chunk, atMs]) => (atMs >= sinceMs ? [chunk] : []));
    array.dirty = [...new Set([...array.dirty, ...marked])];
    this.save(array);
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

  /** md marks the place as bad, but counts the leg as in sync (narrow_write_error in drivers/md/raid1.c). */
  markBad(array: ArrayState, device: string, offset: number): void {
    const member = array.members.find((each) => each.device === device);
    if (!member || member.badAt?.includes(offset)) return;
    member.badBlocks += 1;
    member.badAt = [...(member.badAt ?? []), offset];
    this.save(array);
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

  /** Writes the superblocks that waited for a path, then what happened since. */
  pathsChanged(): void {
    for (const array of this.list) {
      if (array.unsavedRoles !== undefined) this.save(array);
      if (array.unsavedRoles === undefined && array.recordAgain) this.record(array);
    }
  }

  /** After a restart of the simulation. */
  restore(list: ArrayState[]): void {
    this.list = list;
    this.#sequence = Math.max(0, ...list.map(({ sequence }) => sequence ?? 0));
    for (const array of list) {
      if (array.recovery) this.recover(array, array.recovery);
      if (array.check?.running) this.check(array, array.check.running);
    }
  }

  readAll(devices: string[]): Map<string, MdSuperblock | null> {
    return new Map(devices.map((device) => [device, describeSuperblock(this.read(device))]));
  }

  protected start(name: string, from: Omit<Superblock, 'role' | 'roles' | 'partial'>, members: Member[], readOnly: boolean): void {
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

  protected fail(array: ArrayState, member: Member): void {
    this.#late.delete(member);
    const rest = new Set(array.members.filter((other) => other !== member && other.status === 'in_sync').map((other) => other.slot));
    // md keeps the last leg of a mirror, and reports the array as broken.
    if (member.status === 'in_sync' && !hasEverySide(array, rest)) array.state = 'broken';
    else {
      // A replacement for the failed member must now be rebuilt from the other leg.
      for (const other of array.members) if (other.slot === member.slot && other.replaces) Object.assign(other, { replaces: false });
      Object.assign(member, { status: 'faulty', slot: null, replaces: false });
      array.recovery = null;
      this.interruptCheck(array);
      this.record(array);
      this.settle(array);
    }
    this.host.mappings.membersChanged();
    this.host.changed();
  }

  /** Spares take free slots, lowest first; then md rebuilds onto the first leg that is not in sync. */
  protected settle(array: ArrayState, chunks: string[] | null = null): void {
    this.host.changed();
    if (array.state !== 'clean' || array.recovery || array.check?.running) return;
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

  protected recover(array: ArrayState, recovery: Recovery): void {
    const { clock } = this.host.fabric;
    array.recovery = recovery;
    array.check = { ...(array.check ?? NO_CHECK), lastAction: 'recovery' };
    this.host.mappings.membersChanged();
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
    this.host.mappings.membersChanged();
  }

  protected check(array: ArrayState, running: RunningCheck): void {
    const { clock } = this.host.fabric;
    array.check = { ...(array.check ?? NO_CHECK), running };
    const endsMs = running.startedMs + ((array.sizeBytes - running.fromBytes) / running.bytesPerSecond) * 1000;
    this.host.mappings.membersChanged();
    clock.after(endsMs - clock.now(), () => this.finishCheck(array, running));
  }

  /** md forgets the bounds of a check that has completed, and those of a rebuild too. */
  private finishCheck(array: ArrayState, running: RunningCheck): void {
    const check = this.list.includes(array) ? array.check : undefined;
    if (check?.running !== running) return;
    for (const member of array.members) {
      const { state } = this.host.initiator.access(member.device);
      if (state === 'ok') continue;
      if (state === 'fails') this.fail(array, member);
      else this.host.fabric.clock.after(STALLED_LOOK_MS, () => this.finishCheck(array, running));
      return;
    }
    this.endCheck(array, check, running, array.sizeBytes, { isMarked: false, fromBytes: 0 });
    this.settle(array);
  }

  /** Ends the running check where it is. `sync_min` then reads how far it came. */
  protected interruptCheck(array: ArrayState): void {
    const { check } = array;
    if (!check?.running) return;
    const position = checkPosition(check.running, this.host.fabric.clock.now(), array.sizeBytes);
    this.endCheck(array, check, check.running, position, { fromBytes: position });
  }

  /** md writes a block that one half cannot read again, with what another half has (fix_read_error and fix_sync_read_error in drivers/md/raid1.c). */
  repairUnread(array: ArrayState, address: number): void {
    const places = this.placesOf(array, address).flatMap(({ device, offset }) => {
      const access = this.host.initiator.access(device);
      return access.state === 'ok' ? [{ ...access.found, integrities: access.target.integrities, offset }] : [];
    });
    const isUnread = places.map(({ integrities, volume, offset }) => integrities.failsAt(volume, offset));
    const good = places[isUnread.indexOf(false)];
    if (!good) return;
    const held = good.drive.content.read(good.drive.physical(good.volume, good.offset));
    for (const { integrities, drive, volume, offset } of places.filter((_, at) => isUnread[at])) {
      drive.content.write(drive.physical(volume, offset), held ?? { mark: '' });
      integrities.written(volume, offset);
    }
  }

  /** Addresses from here on that some half of a set cannot read. */
  private unreadOf(array: ArrayState, set: Member[], fromBytes: number): number[] {
    const places = set.flatMap((member) => {
      const access = this.host.initiator.access(member.device);
      if (access.state !== 'ok') return [];
      const wrong = access.target.integrities.wrongPlaces(access.found.volume).filter((offset) => offset >= array.dataOffsetBytes);
      return wrong.map((offset) => addressOf(array, member, offset - array.dataOffsetBytes));
    });
    return [...new Set(places)].filter((address) => address >= fromBytes);
  }

  private endCheck(array: ArrayState, check: CheckState, running: RunningCheck, toBytes: number, rest: Partial<CheckState>): void {
    const found = mirrorSets(array).flatMap((set) => {
      const unread = this.unreadOf(array, set, running.fromBytes).filter((address) => address < toBytes);
      for (const address of unread) this.repairUnread(array, address);
      // md waits for what it has in flight: what cannot be read now was not compared.
      const halves = set.flatMap((member) => contentOf(this.host, array, member) ?? []);
      const addresses = differences(halves, running.fromBytes, toBytes);
      if (running.action === 'repair') for (const address of addresses) this.copyFirst(array, address, halves[0]?.get(address));
      // A range that one half could not read counts as a mismatch too (process_checks in drivers/md/raid1.c).
      return [...addresses, ...unread];
    });
    array.check = { ...check, lastAction: running.action, mismatchBytes: countedBytes(found), ...rest, running: null };
    this.host.mappings.membersChanged();
    this.host.changed();
  }

  /** Writes what the first half has onto every half. */
  private copyFirst(array: ArrayState, address: number, mark = ''): void {
    for (const { device, offset } of this.placesOf(array, address)) {
      const { drive, volume } = this.host.leg(device);
      drive.content.write(drive.physical(volume, offset), { mark });
    }
  }

  /** Writes a new event to the superblocks of all remaining members. */
  protected record(array: ArrayState): void {
    // md waits until every superblock of an event is written, and records later changes only then (md_update_sb in drivers/md/md.c).
    array.recordAgain = array.unsavedRoles !== undefined;
    if (array.recordAgain) return;
    array.events += 1;
    if (inSyncSlots(array).size === array.raidDisks) array.eventsCleared = array.events;
    this.save(array);
  }

  private save(array: ArrayState): void {
    // Also a slot that is being rebuilt (super_1_sync in drivers/md/md.c).
    const taken = new Set(array.members.filter(({ status }) => status !== 'faulty').map(({ slot }) => slot));
    const now = Array.from({ length: array.raidDisks }, (_, role) => (taken.has(role) ? 'A' : '.')).join('');
    const roles = array.unsavedRoles ?? now;
    const same = { ...saidByAll(array), roles };
    array.unsavedRoles = undefined;
    const lost: Member[] = [];
    for (const member of array.members) {
      const { device, slot, status, replaces, badBlocks } = member;
      const access = status === 'faulty' ? null : this.host.initiator.access(device);
      // Reachable legs get theirs at once.
      if (access?.state === 'waits') array.unsavedRoles = roles;
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

  protected freeDevice(): string {
    for (let number = HIGHEST_MD; ; number--) if (!this.list.some((array) => array.device === `md${number}`)) return `md${number}`;
  }

  protected read(device: string): Superblock | null {
    const { drive, volume } = this.host.leg(device);
    return drive.content.read(drive.physical(volume, SUPERBLOCK_OFFSET))?.superblock ?? null;
  }

  protected write(device: string, superblock: Superblock | null): void {
    const { drive, volume } = this.host.leg(device);
    const offset = drive.physical(volume, SUPERBLOCK_OFFSET);
    if (superblock) drive.content.write(offset, { superblock });
    else drive.content.zero(offset, 1);
  }
}
