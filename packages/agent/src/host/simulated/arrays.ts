import { KiB } from '@weft/shared/units';
import type { Operation } from '../operations.js';
import type { Superblock } from './drive/superblock.js';
import {
  type ArrayState,
  BITMAP_CHUNK_BYTES,
  hasEverySide,
  inSyncSlots,
  newMember,
  SYSTEM_SPEED,
  setOfSlot,
  sizeOfArray,
} from './members.js';
import { RunningArrays } from './running-arrays.js';
import { NO_CHECK } from './world/checks.js';
import { refuse } from './world/failure.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;

/** mdadm of one machine: the commands that create and change arrays. */
export class SimulatedArrays extends RunningArrays {
  create({ name, uuid, level, chunkBytes, dataOffsetBytes, bitmapChunkBytes, devices, holder }: Of<'create-array'>): void {
    if (level === 'raid10' && devices.length % 2 !== 0)
      refuse('mdadm', `raid10 is created with two halves in each mirror set only, not over ${devices.length} legs`);
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

  /** Takes an explicit list of devices, by the rules of mdadm(8). */
  assemble({ name, uuid, devices, readOnly, run, force, holder }: Of<'assemble-array'>): void {
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
    // --force raises the events of older ones while too few are there (force_array in Assemble.c).
    if (force)
      for (const { device, superblock } of found)
        if (superblock.role !== null && superblock.partial === 'no' && superblock.events + 1 < freshest.events)
          this.force(device, superblock, freshest);
    const failed = ({ role, partial }: Superblock) => role !== null && partial === 'no' && freshest.roles[role] !== 'A';
    const fresh = found.filter(({ superblock }) => superblock.events + 1 >= freshest.events && !failed(superblock));
    const current = fresh.filter(({ superblock }) => superblock.role !== null && superblock.partial === 'no');
    // Assemble.c of mdadm counts them with the current ones.
    const rebuilding = fresh.filter(({ superblock }) => superblock.role !== null && superblock.partial === 'recovering');
    const listed = [...freshest.roles].filter((letter) => letter === 'A').length;
    const enough = hasEverySide(freshest, new Set(current.map(({ superblock }) => superblock.role)));
    if (!enough || (current.length + rebuilding.length < listed && !run)) {
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

  /** Its bitmap is out of date then, and covers no leg that is out (bitmap file is out of date, in drivers/md/md-bitmap.c). */
  private force(device: string, superblock: Superblock, freshest: Superblock): void {
    Object.assign(superblock, { events: freshest.events, eventsCleared: freshest.events });
    freshest.eventsCleared = freshest.events;
    this.write(device, superblock);
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
    if (array.unsavedRoles !== undefined) refuse('mdadm', `mdadm --stop /dev/${device} did not end: a superblock of it waits for a path`);
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
    if (array.recovery || array.check?.running) refuse('mdadm', `mdadm: Failed to set replacement: a sync runs on /dev/${at}`);
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
    const { recovery, check } = found;
    const nowMs = this.host.fabric.clock.now();
    const since = (sync: { startedMs: number; bytesPerSecond: number }) => ({
      startedMs: nowMs - ((nowMs - sync.startedMs) * sync.bytesPerSecond) / max,
      bytesPerSecond: max,
    });
    if (check?.running) this.check(found, { ...check.running, ...since(check.running) });
    if (recovery) this.recover(found, { ...recovery, ...since(recovery) });
  }

  setBitmapDelay({ array, uuid, seconds }: Of<'set-bitmap-delay'>): void {
    this.known(array, uuid).bitmapDelaySeconds = seconds;
    this.host.changed();
  }
  resyncRecentWrites({ array: at, uuid, device }: Of<'resync-recent-writes'>): void {
    const array = this.known(at, uuid);
    if (!this.has(array, device)) refuse('check', `${device} is no member of ${at}`, null);
    this.keepMarks(array);
  }

  startCheck({ array: device, uuid, action, fromBytes }: Of<'start-check'>): void {
    const array = this.known(device, uuid);
    if (array.check?.running?.action === action) return;
    if (array.recovery || array.check?.running || array.state !== 'clean')
      refuse('tee', `EBUSY: a sync runs on ${device}, or it is read-only`);
    array.check = { ...(array.check ?? NO_CHECK), lastAction: action, isMarked: true, fromBytes, mismatchBytes: 0 };
    const bytesPerSecond = (array.speed ?? SYSTEM_SPEED).max;
    this.check(array, { action, startedMs: this.host.fabric.clock.now(), fromBytes, bytesPerSecond });
  }

  stopCheck({ array: device, uuid, resumeAtBytes }: Of<'stop-check'>): void {
    const array = this.known(device, uuid);
    this.interruptCheck(array);
    if (array.check?.isMarked) array.check = { ...array.check, fromBytes: resumeAtBytes ?? 0, isMarked: resumeAtBytes !== null };
    this.settle(array);
  }

  grow({ array: device, uuid, sizeBytes }: Of<'grow-array'>): void {
    const array = this.known(device, uuid);
    if (array.sizeBytes >= sizeBytes) return;
    if (array.recovery || array.check?.running || inSyncSlots(array).size < array.raidDisks)
      refuse('mdadm', 'mdadm: array is degraded or busy: it is not resized');
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

  /** What makes a superblock durable makes all before it durable. */
  flushMember({ array: at, uuid, device, orFail }: Of<'flush-member'>): void {
    const array = this.known(at, uuid);
    if (!this.has(array, device)) refuse('check', `${device} is no member of ${at}`, null);
    if (this.host.initiator.access(kernelName(device)).state === 'ok') this.write(device, this.read(device));
    else if (orFail) this.failMember(at, kernelName(device));
    else refuse('sync', `sync: error syncing '${device}': Input/output error`);
  }

  failGoneMember(device: string, name: string): void {
    if (this.host.initiator.hasHead(name)) refuse('check', `${name} is there: it is not failed`, null);
    this.failMember(device, name);
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
}

const kernelName = (device: string): string => device.replace('/dev/', '');
