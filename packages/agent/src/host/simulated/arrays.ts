import { MiB } from '@weft/shared/units';
import type { MdArray, MdSuperblock } from '../host.js';
import type { Operation } from '../operations.js';
import { refuse } from './failure.js';
import type { SimulatedHost } from './simulated-host.js';
import { SUPERBLOCK_OFFSET, type Superblock } from './superblock.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;

interface Member {
  device: string;
  slot: number | null;
  status: 'in_sync' | 'faulty' | 'spare';
}
/** A copy that runs: straight from its start to its end. */
interface Recovery {
  startedMs: number;
  bytes: number;
  bytesPerSecond: number;
}
export interface ArrayState extends Omit<Superblock, 'role' | 'roles'> {
  device: string;
  name: string;
  sizeBytes: number;
  state: 'clean' | 'inactive' | 'readonly' | 'broken';
  members: Member[];
  recovery: Recovery | null;
}

/** sync_speed_max of a fresh array (Documentation/admin-guide/md.rst). */
const RECOVERY_BYTES_PER_SECOND = 200e6;
const HIGHEST_MD = 127;

/** md of one machine. Superblocks are in the legs themselves. */
export class SimulatedArrays {
  list: ArrayState[] = [];

  constructor(private readonly host: SimulatedHost) {}

  create({ name, uuid, level, chunkBytes, dataOffsetBytes, devices }: Of<'create-array'>): void {
    if (this.running(uuid, devices)) return;
    for (const device of devices) if (this.read(device)) refuse('mdadm', `${device} carries an md superblock`);
    const sizes = devices.map((device) => this.host.initiator.heads.find((head) => `/dev/${head.device}` === device)?.sizeBytes ?? 0);
    if (dataOffsetBytes >= Math.min(...sizes)) refuse('mdadm', 'no room for data behind the data offset');
    const roles = 'A'.repeat(devices.length);
    const base = { uuid, level, raidDisks: devices.length, chunkBytes, dataOffsetBytes, events: 0 };
    for (const [role, device] of devices.entries()) this.write(device, { ...base, role, roles });
    this.start(name, base, devices, false);
  }

  /** An explicit list; the rules of mdadm(8) without --force. */
  assemble({ name, uuid, devices, readOnly, run }: Of<'assemble-array'>): void {
    this.list = this.list.filter((array) => !(array.name === name && array.state === 'inactive'));
    if (this.running(uuid, devices)) return;
    const found = devices.flatMap((device) => {
      const superblock = this.read(device);
      return superblock?.uuid === uuid ? [{ device, superblock }] : [];
    });
    const freshest = found.map(({ superblock }) => superblock).sort((a, b) => b.events - a.events)[0];
    if (!freshest) refuse('mdadm', `no device of the list carries array ${uuid}`);
    // mdadm takes a leg that is one event behind; an older one is left out until it is re-added.
    const current = found.filter(({ superblock }) => superblock.role !== null && superblock.events + 1 >= freshest.events);
    const listed = [...freshest.roles].filter((letter) => letter === 'A').length;
    const enough = hasEverySide(freshest, new Set(current.map(({ superblock }) => superblock.role)));
    if (!enough || (current.length < listed && !run)) {
      this.list.push({ ...freshest, device: this.freeDevice(), name, sizeBytes: 0, state: 'inactive', members: [], recovery: null });
      this.host.changed();
      refuse(
        'mdadm',
        `mdadm: /dev/md/${name} assembled from ${current.length} drives - ${enough ? `need all ${listed} to start it (use --run to insist).` : 'not enough to start the array.'}`,
      );
    }
    const ordered = current.sort((a, b) => (a.superblock.role ?? 0) - (b.superblock.role ?? 0));
    this.start(
      name,
      freshest,
      ordered.map(({ device }) => device),
      readOnly,
      ordered.map(({ superblock }) => superblock.role ?? 0),
    );
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
    this.list = this.list.filter((other) => other !== array);
  }

  /** `mdadm --re-add`: a leg of the same history comes back and only what changed is copied. For hands and tests. */
  reAdd(uuid: string, device: string, bytes?: number): void {
    const array = this.list.find((candidate) => candidate.uuid === uuid);
    const found = this.read(device);
    if (!array || found?.uuid !== uuid || found.role === null) refuse('mdadm', `mdadm: --re-add for ${device} to ${uuid} is not possible`);
    const slot = found.role;
    if (array.recovery || array.members.some((member) => member.slot === slot && member.status !== 'faulty'))
      refuse('mdadm', `mdadm: cannot re-add ${device}: its place is taken, or a recovery runs`);
    array.members = array.members.filter((member) => member.slot !== slot);
    array.members.push({ device: kernelName(device), slot, status: 'spare' });
    const perLeg = array.level === 'raid1' ? array.sizeBytes : array.sizeBytes / (array.raidDisks / 2);
    this.recover(array, { startedMs: this.host.fabric.clock.now(), bytes: bytes ?? perLeg, bytesPerSecond: RECOVERY_BYTES_PER_SECOND });
    this.host.changed();
  }

  /** `mdadm --fail`. */
  failMember(device: string, name: string): void {
    const array = this.list.find((candidate) => candidate.device === device);
    const member = array?.members.find((candidate) => candidate.device === name);
    if (array && member) this.fail(array, member);
  }
  /** In-sync legs that hold a byte of the array, and where. near=2: roles 2i and 2i+1 hold the same chunks (md(4)). */
  placesOf({ level, raidDisks, chunkBytes, dataOffsetBytes, members }: ArrayState, offset: number): { device: string; offset: number }[] {
    const pairs = level === 'raid1' ? 1 : raidDisks / 2;
    const chunk = level === 'raid1' ? 0 : Math.floor(offset / chunkBytes);
    const within = level === 'raid1' ? offset : Math.floor(chunk / pairs) * chunkBytes + (offset % chunkBytes);
    return members
      .filter(({ slot, status }) => status === 'in_sync' && slot !== null && (level === 'raid1' || Math.floor(slot / 2) === chunk % pairs))
      .map(({ device }) => ({ device, offset: dataOffsetBytes + within }));
  }

  /** After a restart of the simulation. */
  restore(list: ArrayState[]): void {
    this.list = list;
    for (const array of list) if (array.recovery) this.recover(array, array.recovery);
  }

  /** Members whose leg fails are failed by the next write: at once where there is load. A leg that waits is waited for. */
  writeTouches(device: string): void {
    const array = this.list.find((candidate) => candidate.device === device);
    if (array?.state !== 'clean') return;
    for (const member of array.members) {
      if (member.status === 'faulty' || this.host.initiator.access(member.device).state !== 'fails') continue;
      this.fail(array, member);
    }
  }

  /** Every byte can be had from in-sync legs that pass. */
  worksOn(array: ArrayState, passes: (device: string) => boolean): boolean {
    const good = array.members.filter(({ status, device }) => status === 'in_sync' && passes(device));
    return hasEverySide(array, new Set(good.map(({ slot }) => slot)));
  }

  readAll(devices: string[]): Map<string, MdSuperblock | null> {
    return new Map(devices.map((device) => [device, describe(this.read(device))]));
  }

  view(array: ArrayState): MdArray {
    const { device, uuid, level, raidDisks, sizeBytes, recovery, members, state } = array;
    const degraded = state === 'inactive' ? 0 : raidDisks - members.filter((member) => member.status === 'in_sync').length;
    const done = recovery ? ((this.host.fabric.clock.now() - recovery.startedMs) / 1000) * recovery.bytesPerSecond : 0;
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
      readOnly: state === 'readonly',
      members: members.map((member) => ({
        device: member.device,
        flags: [member.status],
        slot: member.status === 'faulty' ? null : member.slot,
        errors: 0,
        badBlocks: 0,
      })),
    };
  }

  private start(name: string, from: Omit<Superblock, 'role' | 'roles'>, devices: string[], readOnly: boolean, slots?: number[]): void {
    const { uuid, level, raidDisks, chunkBytes, dataOffsetBytes, events } = from;
    const heads = this.host.initiator.heads;
    const smallest = Math.min(...devices.map((device) => heads.find((head) => `/dev/${head.device}` === device)?.sizeBytes ?? 0));
    const perLeg = roundDown(smallest - dataOffsetBytes, level === 'raid10' ? chunkBytes : MiB / 1024);
    const array: ArrayState = {
      uuid,
      level,
      raidDisks,
      chunkBytes,
      dataOffsetBytes,
      events,
      device: this.freeDevice(),
      name,
      sizeBytes: level === 'raid10' ? perLeg * (raidDisks / 2) : perLeg,
      state: readOnly ? 'readonly' : 'clean',
      members: devices.map((device, at) => ({ device: kernelName(device), slot: slots?.[at] ?? at, status: 'in_sync' })),
      recovery: null,
    };
    this.list.push(array);
    if (!readOnly) this.record(array);
  }

  private fail(array: ArrayState, member: Member): void {
    const rest = new Set(array.members.filter((other) => other !== member && other.status === 'in_sync').map((other) => other.slot));
    // md keeps the last side of a mirror, and says that the array is broken.
    if (member.status === 'in_sync' && !hasEverySide(array, rest)) array.state = 'broken';
    else {
      if (member.status === 'spare') array.recovery = null;
      member.status = 'faulty';
      this.record(array);
    }
    this.host.changed();
  }
  private recover(array: ArrayState, recovery: Recovery): void {
    const { clock } = this.host.fabric;
    array.recovery = recovery;
    const endsMs = recovery.startedMs + (recovery.bytes / recovery.bytesPerSecond) * 1000;
    clock.after(endsMs - clock.now(), () => this.finish(array, recovery));
  }
  private finish(array: ArrayState, recovery: Recovery): void {
    if (array.recovery !== recovery) return;
    array.recovery = null;
    for (const member of array.members) if (member.status === 'spare') member.status = 'in_sync';
    this.record(array);
    this.host.changed();
  }
  /** A new event in the superblocks of everybody who is still part of it. */
  private record(array: ArrayState): void {
    array.events += 1;
    const { uuid, level, raidDisks, chunkBytes, dataOffsetBytes, events } = array;
    const inSync = new Set(array.members.filter((member) => member.status === 'in_sync').map((member) => member.slot));
    const roles = Array.from({ length: raidDisks }, (_, role) => (inSync.has(role) ? 'A' : '.')).join('');
    for (const { device, slot, status } of array.members) {
      const access = status === 'faulty' ? null : this.host.initiator.access(device);
      if (access?.state !== 'ok') continue;
      const superblock: Superblock = { uuid, level, raidDisks, chunkBytes, dataOffsetBytes, events, role: slot, roles };
      access.found.drive.content.write(access.found.drive.physical(access.found.volume, SUPERBLOCK_OFFSET), { superblock });
    }
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

/** One side at least of every mirror: of raid1 the whole, of raid10 each pair (2i, 2i+1). */
function hasEverySide({ level, raidDisks }: { level: string; raidDisks: number }, roles: ReadonlySet<number | null>): boolean {
  if (level === 'raid1') return roles.size > 0;
  return Array.from({ length: raidDisks / 2 }, (_, pair) => roles.has(2 * pair) || roles.has(2 * pair + 1)).every(Boolean);
}

const describe = (found: Superblock | null): MdSuperblock | null =>
  found && {
    uuid: found.uuid,
    level: found.level,
    events: found.events,
    deviceRole: found.role === null ? 'spare' : `Active device ${found.role}`,
    arrayState: found.roles,
  };

const kernelName = (device: string): string => device.replace('/dev/', '');
const roundDown = (value: number, multiple: number): number => Math.floor(value / multiple) * multiple;
