import type { CacheMode } from '@weft/shared/cache/cache-modes';
import { cacheLvName, legDevicePath, legIdOfCacheLv, lvName, WRITE_BACK_TAG } from '@weft/shared/identity';
import { type DmCache, mayBeLeft } from '../dm-cache.js';
import type { CacheTable, DmSegment, Operation } from '../operations.js';
import type { Block, Place } from './drive/content.js';
import type { Cached } from './drive/drive.js';
import type { SimulatedHost } from './simulated-host.js';
import type { FoundVolume } from './storage.js';
import { refuse } from './world/failure.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;
const MAPPER = '/dev/mapper/';
const LEG_DEVICES = legDevicePath('');
type Devices = Omit<CacheTable, 'mode'>;

interface CacheState extends CacheTable {
  policy: 'smq' | 'cleaner';
  failed: boolean;
  /** I/O of its leg when it was loaded. */
  since: { reads: number; writes: number };
}

/** Simulated shares of a leg's reads and writes that find their block. */
const READ_HITS = 0.8;
const WRITE_HITS = 0.6;
/** COMMIT_PERIOD in drivers/md/dm-cache-target.c. */
const COMMIT_MS = 1000;
/** Misses that bring their block into the cache. */
const PROMOTED = 0.05;

/**
 * dm-cache of one machine. What clients write is in the origin's simulated content at once. For each place that a cache holds, its data volume keeps what the
 * origin has there: that is the content when the cache is gone, and what the cache holds is the content again when it runs on its metadata.
 * Nothing is promoted by reads or written back by itself: a cache holds what was written through it, and a dirty block stays dirty until `clean-cache`.
 */
export class SimulatedCaches {
  readonly #caches = new Map<string, CacheState>();
  /** Name → place → when the cache took it, by the simulated clock, since the last flush. A superblock is written with one. */
  readonly #takenAt = new Map<string, Map<number, number>>();

  constructor(private readonly host: SimulatedHost) {}

  create(table: Of<'create-cache'>): void {
    const there = this.#caches.get(table.name);
    this.host.mappings.createOver(table, [table.origin, table.data, table.metadata], textOf(table));
    if (there) return;
    const { op, ...state } = table;
    this.#caches.set(table.name, { ...state, policy: 'smq', failed: false, since: this.#io(table.origin) });
    this.#record(table.name);
    this.mappingsChanged();
  }
  change(table: Of<'change-cache'>): void {
    const cache = this.#over(table);
    if (table.mode === 'pass-through') this.#mustBeClean(cache);
    this.#load(cache, table.mode, 'smq', table.lengthBytes);
  }
  clean(table: Of<'clean-cache'>): void {
    const cache = this.#over(table);
    this.#load(cache, 'write-through', 'cleaner', table.lengthBytes);
    const [below, data] = [this.#volume(cache.origin), this.#volume(cache.data)?.volume];
    if (!below || !data?.cached) return;
    const { isRunning, places, dirty } = data.cached;
    const isDirty = ([offset]: Place) => dirty.includes(offset);
    // What clients see is written to the origin; or, while they do not use the cache, what the cache alone has.
    if (!isRunning) below.drive.content.exchange(places.filter(isDirty));
    const now = (place: Place): Place => (isRunning && isDirty(place) ? [place[0], below.drive.content.read(place[0]) ?? null] : place);
    data.cached = { isRunning, places: places.map(now), dirty: [] };
  }
  #load(cache: CacheState, mode: CacheMode, policy: CacheState['policy'], lengthBytes: number): void {
    Object.assign(cache, { mode, policy, lengthBytes, since: this.#io(cache.origin) });
    this.host.mappings.reload(cache.name, lengthBytes, textOf(cache));
    this.#record(cache.name);
  }

  markWriteBack({ vg, lv, marked }: Of<'mark-write-back'>): void {
    const [add, remove] = marked ? [[WRITE_BACK_TAG], []] : [[], [WRITE_BACK_TAG]];
    this.host.storage.label({ op: 'label-logical-volume', vg, lv, add, remove });
  }
  zeroMetadata({ vg, lv }: Of<'zero-cache-metadata'>): void {
    const { drive, group, volume, path } = this.host.storage.volume(vg, lv);
    this.host.storage.mustBeUnused(path, 'blkdiscard');
    drive.zeroVolume(volume);
    this.host.pools.zeroed(vg, lv);
    const data = group.volumes.find((other) => other.lv === cacheLvName(legIdOfCacheLv(lv) ?? ''));
    if (data?.cached) Object.assign(data.cached, { places: [], dirty: [] });
  }

  move({ name, uuid, from, to, leaves }: Of<'move-leg-device'>): void {
    const { mappings } = this.host;
    const found = mappings.find(name);
    const isAt = ({ device, lengthBytes }: DmSegment) =>
      found?.uuid === uuid && found.segments[0]?.device === device && found.sizeBytes === lengthBytes;
    if (isAt(to)) return;
    if (!isAt(from)) refuse('check', `mapping ${name} is not on ${from.device}: it is left alone`, null);
    if (leaves) this.#mayGo(leaves);
    mappings.moveLinear(name, to);
  }
  #mayGo({ cache: name, vg, lv }: NonNullable<Of<'move-leg-device'>['leaves']>): void {
    const cache = this.status().find((each) => each.name === name);
    if (mayBeLeft(cache, this.host.storage.volumeAt(`/dev/${vg}/${lv}`)?.volume.tags)) return;
    refuse('check', `${vg}/${lv} may lack bytes that cache ${name} holds or can take: it stays in use`, null);
  }

  /** The mapping was removed, or the machine lost its power. */
  drop(name: string): void {
    const cache = this.#caches.get(name);
    if (!cache) return;
    this.#caches.delete(name);
    if (!cache.failed) this.#exchange(cache, false);
    this.#stopRecording(cache);
  }
  /** The machine loses its power. */
  clear(): void {
    for (const [name, cache] of [...this.#caches]) {
      this.drop(name);
      this.#forgetUncommitted(cache);
    }
  }
  /** What the cache took in its last second, its metadata does not know: its origin then has the last word. */
  #forgetUncommitted({ name, data }: CacheState): void {
    const cached = this.#volume(data)?.volume.cached;
    const sinceMs = this.host.fabric.clock.now() - COMMIT_MS;
    const taken = this.#takenAt.get(name);
    this.#takenAt.delete(name);
    if (!cached || !taken) return;
    const isKept = (offset: number) => (taken.get(offset) ?? Number.NEGATIVE_INFINITY) < sinceMs;
    cached.places = cached.places.filter(([offset]) => isKept(offset));
    cached.dirty = cached.dirty.filter(isKept);
  }
  /** A drive was pulled: caches on it fail, and their origins have what was written back alone. */
  driveGone(): void {
    for (const cache of this.#caches.values()) {
      if (cache.failed || (this.host.storage.answers(cache.data) && this.host.storage.answers(cache.metadata))) continue;
      this.#exchange(cache, false);
      this.#stopRecording(cache);
      this.#forgetUncommitted(cache);
      cache.failed = true;
    }
  }

  /** The process that simulates began again: no cache is in use. */
  restore(): void {
    for (const { path, volume } of this.host.storage.volumes()) {
      const legId = volume.cached?.isRunning ? legIdOfCacheLv(volume.lv) : undefined;
      const origin = this.host.storage.volumes().find(({ volume: { lv } }) => lv === lvName(legId ?? ''));
      if (origin) this.#exchange({ origin: origin.path, data: path }, false);
    }
  }

  get areThere(): boolean {
    return this.#caches.size > 0;
  }
  /** Path of the LV: of itself, or of the one under a leg's device. */
  lvPath(path: string): string {
    const below = this.#below(path);
    return below === undefined ? path : this.lvPath(below);
  }
  /** Whether I/O through this device fails at a cache. */
  failsUnder(path: string): boolean {
    const below = this.#below(path);
    return below !== undefined && (this.#caches.get(path.slice(MAPPER.length))?.failed === true || this.failsUnder(below));
  }
  /** Under a leg's device or its cache. */
  #below(path: string): string | undefined {
    return path.startsWith(LEG_DEVICES) ? this.host.mappings.find(path.slice(MAPPER.length))?.segments[0]?.device : undefined;
  }

  status(): DmCache[] {
    return [...this.#caches.values()].map(({ name, failed, mode, policy, blockBytes, data, origin, since }) => {
      const volume = this.#volume(data)?.volume;
      const cached = failed ? undefined : volume?.cached;
      const blocks = (offsets: number[] = []) => new Set(offsets.map((offset) => Math.floor(offset / blockBytes))).size;
      const total = failed || !volume ? 0 : Math.floor(volume.sizeBytes / blockBytes);
      const counts = failed ? NO_COUNTS : countsOf(this.#io(origin), since, this.#isEntered(name));
      const dirty = blocks(cached?.dirty);
      // What a test wrote, or what its load promoted by now.
      const used = Math.min(total, Math.max(blocks(cached?.places.map(([offset]) => offset)), counts.promotions));
      return {
        ...{ name, failed, mode: failed ? null : mode, policy: failed ? '' : policy, blockBytes: failed ? 0 : blockBytes },
        ...{ used, total, dirty, metadataUsedRatio: 0 },
        ...{ ...counts, demotions: Math.max(0, counts.promotions - total) },
      };
    });
  }

  #io(path: string): CacheState['since'] {
    const { reads = 0, writes = 0 } = this.host.storage.io(path) ?? {};
    return { reads, writes };
  }

  #over(table: Devices): CacheState {
    const cache = this.#caches.get(table.name);
    if (!cache) return refuse('dmsetup', `Device ${table.name} not found`);
    const same = ['uuid', 'origin', 'data', 'metadata', 'blockBytes'] as const;
    if (same.some((key) => cache[key] !== table[key]) || cache.lengthBytes > table.lengthBytes)
      refuse('check', `mapping ${table.name} is not a cache over ${table.origin}: it is left alone`, null);
    return cache;
  }
  #mustBeClean({ name }: CacheState): void {
    const dirty = this.status().find((each) => each.name === name)?.dirty ?? 0;
    if (dirty > 0) refuse('check', `cache ${name} still holds ${dirty} blocks that its origin lacks`, null);
  }
  #volume(path: string): FoundVolume | undefined {
    return this.host.storage.volumeAt(path);
  }
  /** Clients begin or end to use the cache: the content becomes what it holds, or what its origin has. */
  #exchange({ origin, data }: Pick<Devices, 'origin' | 'data'>, isRunning: boolean): void {
    const [below, above] = [this.#volume(origin), this.#volume(data)];
    if (!below || !above) return;
    const { places = [], dirty = [], isRunning: before = !isRunning } = above.volume.cached ?? {};
    if (before !== isRunning) above.volume.cached = { isRunning, places: below.drive.content.exchange(places), dirty };
  }
  #record(name: string): void {
    const cache = this.#caches.get(name);
    const below = cache && this.#volume(cache.origin);
    below?.drive.watch(name, (offset, before, after) => {
      const data = this.#volume(cache?.data ?? '')?.volume;
      if (!cache || !data || !below.drive.contains(below.volume, offset) || !this.#isEntered(name)) return;
      const known = data.cached ?? { isRunning: true, places: [], dirty: [] };
      const taken = this.#takenAt.get(name) ?? new Map<number, number>();
      this.#takenAt.set(name, after?.superblock ? new Map() : taken);
      if (!known.places.some(([place]) => place === offset)) taken.set(offset, this.host.fabric.clock.now());
      data.cached = written(known, cache.mode, [offset, before], after);
    });
  }
  /** Clients reach a cache through their leg's device alone: without it the content is the origin's. */
  mappingsChanged(): void {
    for (const cache of this.#caches.values()) if (!cache.failed) this.#exchange(cache, this.#isEntered(cache.name));
  }
  #isEntered(name: string): boolean {
    return this.host.mappings.list.some(({ segments }) => segments[0]?.device === `${MAPPER}${name}`);
  }
  #stopRecording({ name, origin }: Devices): void {
    this.#volume(origin)?.drive.watch(name, null);
  }
}

const NO_COUNTS = { readHits: 0, readMisses: 0, writeHits: 0, writeMisses: 0, promotions: 0 };
/** The simulated load says how much is read and written, and not where: the shares of hits are constants. */
function countsOf(io: CacheState['since'], since: CacheState['since'], isEntered: boolean): typeof NO_COUNTS {
  if (!isEntered) return NO_COUNTS;
  const [reads, writes] = [Math.max(0, io.reads - since.reads), Math.max(0, io.writes - since.writes)];
  const [readHits, writeHits] = [Math.floor(reads * READ_HITS), Math.floor(writes * WRITE_HITS)];
  const [readMisses, writeMisses] = [reads - readHits, writes - writeHits];
  return { readHits, readMisses, writeHits, writeMisses, promotions: Math.floor((readMisses + writeMisses) * PROMOTED) };
}

/** After a write through the cache. A dirty block stays dirty until it is cleaned (drivers/md/dm-cache-target.c). */
function written(cached: Cached, mode: CacheMode, [at, before]: Place, after: Block | null): Cached {
  const others = cached.places.filter(([offset]) => offset !== at);
  if (mode === 'pass-through') return { ...cached, places: others };
  const wasDirty = cached.dirty.includes(at);
  if (mode === 'write-through' && !wasDirty) return { ...cached, places: [...others, [at, after]] };
  const known = cached.places.find(([offset]) => offset === at);
  const place: Place = wasDirty && known ? known : [at, before];
  return { ...cached, places: [...others, place], dirty: wasDirty ? cached.dirty : [...cached.dirty, at] };
}

const textOf = ({ origin, data, metadata, blockBytes, mode }: CacheTable): string =>
  `cache ${metadata} ${data} ${origin} ${blockBytes} ${mode}`;
