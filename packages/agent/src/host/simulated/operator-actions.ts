import { createCipheriv, createDecipheriv } from 'node:crypto';
import { unreadBySanitize } from '../sanitize-contents.js';
import type { SimulatedDrive } from './drive/drive.js';
import type { ArrayState } from './members.js';
import type { SimulatedHost } from './simulated-host.js';
import type { FoundVolume } from './storage.js';
import { BlockedIo, refuse } from './world/failure.js';

/** Default block size of `dd`, and the time that a simulated device takes for one block. */
const BLOCK_BYTES = 512;
const LATENCY_NS = 100_000;

interface Place {
  drive: SimulatedDrive;
  physical: number;
  /** Keys of the dm-crypt devices above it, topmost first, with the sector that gives the IV. */
  keys: { key: string; sector: number }[];
  /** Counts an I/O on the leg that contains the place. */
  count: (direction: 'reads' | 'writes') => void;
  /** Its leg ended the write with an error. */
  refused?: () => void;
  /** dm-integrity: after a write, and before a read. */
  written: () => void;
  isUnread: () => boolean;
  /** md writes it again from another half. */
  repair?: () => void;
}

/** Actions of a person at a simulated machine: bytes in and out of block devices, and commands that no planner gives. */
export class OperatorActions {
  #pid = 1000;

  constructor(readonly host: SimulatedHost) {}

  write(device: string, offset: number, text: string): void {
    const places = this.places(device, offset, true);
    const failures = places.flatMap(({ drive, physical, keys, count, refused, written }) => {
      try {
        drive.content.write(physical, { mark: keys.reduce(encrypted, text) });
        written();
        count('writes');
        return [];
      } catch (error) {
        // A full pool of thin legs.
        refused?.();
        return [error];
      }
    });
    this.host.changed();
    if (places.length > 0 && failures.length === places.length) throw failures[0];
  }
  read(device: string, offset: number): string {
    const place = this.places(device, offset)[0];
    place?.count('reads');
    if (place?.isUnread()) {
      place.repair?.();
      if (!place.repair || place.isUnread()) refuse('dd', `${device}: Invalid or incomplete multibyte or wide character`);
    }
    const mark = place?.drive.content.read(place.physical)?.mark ?? '';
    return place ? place.keys.reduceRight(decrypted, mark) : mark;
  }
  /** Content of every copy in use; without a mirror there is one. */
  readAll(device: string, offset: number): string[] {
    return this.places(device, offset).map(({ drive, physical, keys }) =>
      keys.reduceRight(decrypted, drive.content.read(physical)?.mark ?? ''),
    );
  }
  /** `blkdiscard --zeroout` of a local volume. */
  zero(path: string): void {
    const found = this.host.storage.volumeAt(path);
    found?.drive.zeroVolume(found.volume);
    if (found && !this.host.integrities.isOver(path)) delete found.volume.integrity;
  }
  /** `blkdiscard` of a whole device; simulated drives return zeros afterwards. */
  discard(device: string): void {
    const { drive, volume } = this.host.storage.volumeAt(device) ?? this.host.leg(device);
    drive.zeroVolume(volume);
  }
  open(device: string): () => void {
    return this.host.processes.open(device, { pid: this.#pid++, command: 'sleep' });
  }
  failMember(array: string, member: string): void {
    this.host.arrays.failMember(array, member);
  }
  /** Where a byte is finally stored: in several places under a mirror. */
  private places(device: string, offset: number, writes = false): Place[] {
    const { storage, mappings, arrays } = this.host;
    const kernel = mappings.kernelName(device);
    const drive = storage.drives.find((each) => each.present && each.device === kernel);
    const unread = drive && unreadBySanitize(drive.sanitize.log(this.host.fabric.clock.now()));
    if (unread) refuse('dd', `${device}: ${unread}`);
    if (drive) return [{ drive, physical: offset, keys: [], count: () => undefined, ...UNCHECKED }];
    const local = storage.volumeAt(device);
    if (local) {
      if (!storage.answers(device)) refuse('dd', `${device}: input/output error`);
      const count: Place['count'] = (direction) => storage.countIo(device, direction, BLOCK_BYTES, LATENCY_NS);
      return [{ ...this.checked(local, offset, this.host, device), count }];
    }
    const mapping = mappings.at(device);
    if (mapping) {
      if (mapping.suspended) throw new BlockedIo('dd', `${device} did not answer: it is suspended`, 'path');
      if (mapping.segments.length === 0) refuse('dd', `${device}: input/output error`);
      const { device: below, offset: there } = throughTable(mapping, offset);
      const places = this.places(below, there, writes);
      mappings.countIo(mapping, writes ? 'writes' : 'reads', BLOCK_BYTES, LATENCY_NS);
      const { key } = mapping;
      if (key === undefined) return places;
      return places.map((place) => ({ ...place, keys: [{ key, sector: offset / BLOCK_BYTES }, ...place.keys] }));
    }
    const array = arrays.list.find((each) => each.device === kernel);
    if (array) return this.halvesAt(array, device, offset, writes);
    const found = this.host.leg(device);
    const access = this.host.initiator.access(kernel);
    const count: Place['count'] = (direction) => {
      if (access.state === 'ok') access.target.storage.countIo(found.path, direction, BLOCK_BYTES, LATENCY_NS);
    };
    return [{ ...this.checked(found, offset, access.state === 'ok' ? access.target : this.host, null), count }];
  }
  /** The halves of a mirror set that hold a byte. */
  private halvesAt(array: ArrayState, device: string, offset: number, writes: boolean): Place[] {
    const { arrays } = this.host;
    if (writes) {
      arrays.noteWrite(array, offset);
      // MD_BROKEN: md_submit_bio in drivers/md/md.c ends every write.
      if (array.state !== 'clean') refuse('dd', `${device}: input/output error: the array is ${array.state}`);
      // MD_SB_CHANGE_PENDING: md_write_start in drivers/md/md.c lets no write begin.
      if (array.unsavedRoles !== undefined)
        throw new BlockedIo('dd', `${device} did not answer: a superblock of its array waits for a path`, 'path');
      if (arrays.waitsAt(array, offset)) throw new BlockedIo('dd', `${device} did not answer: it waits for md, which fails a leg`, 'md');
    }
    const good = arrays.placesOf(array, offset);
    if (good.length === 0) refuse('dd', `${device}: input/output error: no half of the place is good`);
    return good.flatMap((place) => {
      const refused = () => arrays.markBad(array, place.device, place.offset);
      const repair = () => arrays.repairUnread(array, offset);
      return this.places(`/dev/${place.device}`, place.offset).map((each) => ({ ...each, refused, repair }));
    });
  }
  /** `local`: path on the machine itself. */
  private checked(
    { drive, volume }: FoundVolume,
    offset: number,
    { integrities }: SimulatedHost,
    local: string | null,
  ): Omit<Place, 'count'> {
    const isAbove = local === null || integrities.isOver(local);
    return {
      ...{ drive, physical: drive.physical(volume, offset), keys: [] },
      written: () => (isAbove ? integrities.written(volume, offset) : integrities.damage(volume, offset)),
      isUnread: () => isAbove && integrities.failsAt(volume, offset),
    };
  }
}

const UNCHECKED = { written: () => undefined, isUnread: () => false };

type Layer = Place['keys'][number];

/** Stands for AES-XTS: the bytes depend on key and sector, and are text that does not contain the plain one. An empty block is zero bytes: garbage above. */
const CIPHERED = 'ciphered:';
const iv = ({ sector }: Layer): Buffer => {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(BigInt(sector));
  return bytes;
};
const keyOf = ({ key }: Layer): Buffer => Buffer.from(key, 'base64').subarray(0, 32);
function encrypted(text: string, layer: Layer): string {
  const cipher = createCipheriv('aes-256-ctr', keyOf(layer), iv(layer));
  return `${CIPHERED}${Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')}`;
}
function decrypted(text: string, layer: Layer): string {
  const decipher = createDecipheriv('aes-256-ctr', keyOf(layer), iv(layer));
  const bytes = text.startsWith(CIPHERED) ? Buffer.from(text.slice(CIPHERED.length), 'base64') : Buffer.from(text, 'utf8');
  return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8');
}

function throughTable(
  {
    segments,
    chunkBytes,
  }: { segments: { startBytes: number; lengthBytes: number; device: string; offsetBytes: number }[]; chunkBytes: number | null },
  offset: number,
): { device: string; offset: number } {
  if (chunkBytes !== null) {
    const chunk = Math.floor(offset / chunkBytes);
    const row = Math.floor(chunk / segments.length);
    return { device: segments[chunk % segments.length]?.device ?? '', offset: row * chunkBytes + (offset % chunkBytes) };
  }
  const segment = segments.find(({ startBytes, lengthBytes }) => offset >= startBytes && offset < startBytes + lengthBytes);
  if (!segment) return refuse('dd', `offset ${offset} is beyond the device`);
  return { device: segment.device, offset: segment.offsetBytes + offset - segment.startBytes };
}
