import { type DeviceLink, type DmMapping, type IoCounters, READINGS_WITHOUT_STATISTICS } from '../host.js';
import type { CacheTable, DmSegment, Operation } from '../operations.js';
import { volumeKeyMissing } from '../volume-key.js';
import { LegLoads, type LegShare } from './leg-loads.js';
import { Flow, type LoadProfile } from './load/flow.js';
import { addLoads, ioCounters, type Load, NO_LOAD, oneMore } from './load/load.js';
import { type ArrayState, setOfSlot } from './members.js';
import { ResyncLoads } from './resync-loads.js';
import type { SimulatedHost } from './simulated-host.js';
import { refuse } from './world/failure.js';
import { hashOf } from './world/random.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;

export interface MappingState extends DmMapping {
  readOnly: boolean;
  /** The table as text: two tables are equal when their texts are. */
  table: string;
  segments: DmSegment[];
  /** Chunk of a striped table; null: linear. */
  chunkBytes: number | null;
  /** Key of a dm-crypt table, as the simulated kernel holds it. Absent: it does not encrypt. */
  key?: string;
  /** Origin of its statistics region; null: no region. */
  stats: string | null;
  /** Its statistics are turned off. */
  isPaused: boolean;
  /** Readings one after the other that found no region. */
  missed: number;
}

/** All I/O ends with an error. */
const FAILS = 'error';

/** dm of one machine, and `/dev/weft`. */
export class SimulatedMappings {
  list: MappingState[] = [];
  #sequence = 0;
  links: DeviceLink[] = [];
  readonly loads = new Map<string, Flow>();
  readonly #legLoads: LegLoads;
  readonly #resyncLoads: ResyncLoads;
  /** Manual I/O since the statistics began, by name. */
  readonly #byHand = new Map<string, Load>();
  #regions = 0;
  #flows = 0;
  #touching = false;
  #again = false;

  constructor(private readonly host: SimulatedHost) {
    this.#legLoads = new LegLoads(host);
    this.#resyncLoads = new ResyncLoads(host);
  }

  createLinear({ name, uuid, segments, readOnly }: Of<'create-linear'>): void {
    const sizeBytes = segments.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);
    for (const { device, offsetBytes, lengthBytes } of segments) this.mustFit(device, offsetBytes + lengthBytes);
    this.create({ name, uuid, sizeBytes, readOnly, segments, chunkBytes: null, table: JSON.stringify(segments) });
  }
  createStriped({ name, uuid, chunkBytes, lengthBytes, devices, readOnly }: Of<'create-striped'>): void {
    const each = lengthBytes / devices.length;
    if (each % chunkBytes !== 0) refuse('dmsetup', 'device-mapper: striped: Target length not divisible by chunk size');
    for (const device of devices) this.mustFit(device, each);
    const segments = devices.map((device, at) => ({ startBytes: at * each, lengthBytes: each, device, offsetBytes: 0 }));
    this.create({
      name,
      uuid,
      sizeBytes: lengthBytes,
      readOnly,
      segments,
      chunkBytes,
      table: `striped ${chunkBytes} ${devices.join(' ')}`,
    });
  }
  createCrypt({ name, uuid, keyId, segments, readOnly }: Of<'create-crypt'>): void {
    const sizeBytes = segments.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);
    for (const { device, offsetBytes, lengthBytes } of segments) this.mustFit(device, offsetBytes + lengthBytes);
    const table = `crypt ${keyId} ${JSON.stringify(segments)}`;
    const key = this.find(name)?.key ?? this.keyOf(keyId);
    this.create({ name, uuid, sizeBytes, readOnly, segments, chunkBytes: null, table, key });
  }
  resizeCrypt({ name, uuid, keyId, segments }: Of<'resize-crypt'>): void {
    for (const { device, offsetBytes, lengthBytes } of segments) this.mustFit(device, offsetBytes + lengthBytes);
    const table = `crypt ${keyId} ${JSON.stringify(segments)}`;
    if (this.mapping(name).table === table) return;
    const key = this.keyOf(keyId);
    if (this.mapping(name).key !== key) refuse('dmsetup', `mapping ${name}: the new table would move what is in it: it is left alone`);
    this.resize(name, uuid, segments, table);
  }
  private keyOf(keyId: string): string {
    const key = this.host.volumeKeys.get(keyId);
    if (key === undefined) throw volumeKeyMissing(keyId, ['keyctl']);
    return key;
  }
  resizeLinear({ name, uuid, segments }: Of<'resize-linear'>): void {
    for (const { device, offsetBytes, lengthBytes } of segments) this.mustFit(device, offsetBytes + lengthBytes);
    this.resize(name, uuid, segments, JSON.stringify(segments));
  }
  resizeStriped({ name, uuid, chunkBytes, lengthBytes, devices }: Of<'resize-striped'>): void {
    const each = lengthBytes / devices.length;
    for (const device of devices) this.mustFit(device, each);
    const segments = devices.map((device, at) => ({ startBytes: at * each, lengthBytes: each, device, offsetBytes: 0 }));
    this.resize(name, uuid, segments, `striped ${chunkBytes} ${devices.join(' ')}`);
  }
  /** A dm-cache over an origin, its data and its metadata; a pool over its volumes; a thin device over its pool. */
  createOver({ name, uuid, lengthBytes }: Pick<CacheTable, 'name' | 'uuid' | 'lengthBytes'>, devices: string[], table: string): void {
    for (const device of devices) this.mustFit(device, 0);
    const segments = devices.slice(0, 1).map((device) => ({ startBytes: 0, lengthBytes, device, offsetBytes: 0 }));
    this.create({ name, uuid, sizeBytes: lengthBytes, readOnly: false, segments, chunkBytes: null, table });
    this.mapping(name).under = devices.map((device) => this.kernelName(device));
  }
  reload(name: string, sizeBytes: number, table: string): void {
    Object.assign(this.mapping(name), { sizeBytes, table });
  }
  moveLinear(name: string, to: DmSegment): void {
    this.mustFit(to.device, to.offsetBytes + to.lengthBytes);
    Object.assign(this.mapping(name), {
      segments: [to],
      table: JSON.stringify([to]),
      sizeBytes: to.lengthBytes,
      under: [this.kernelName(to.device)],
    });
    this.host.caches.mappingsChanged();
  }
  remove({ name }: Of<'remove-mapping'>): void {
    const found = this.find(name);
    if (!found) return;
    if (this.host.isHeld(found.device)) refuse('dmsetup', `device-mapper: remove ioctl on ${name} failed: Device or resource busy`);
    this.host.caches.drop(name);
    this.host.pools.drop(name);
    this.host.integrities.drop(name);
    this.list = this.list.filter((mapping) => mapping !== found);
    this.host.caches.mappingsChanged();
    this.#dropLoad(name);
    this.#byHand.delete(name);
  }
  /** Replaces the whole table by the target `error`: no device is under it any more. */
  fail({ name }: Of<'fail-mapping'>): void {
    const found = this.mapping(name);
    Object.assign(found, { under: [], segments: [], table: FAILS });
    delete found.key;
    this.touch();
    this.host.applications.fail(found);
  }
  createStats({ name }: Of<'create-stats'>): void {
    this.mapping(name).stats ??= this.newRegion();
  }
  setStatistics(name: string, on: boolean): void {
    const found = this.find(name);
    if (found) Object.assign(found, { stats: on ? (found.stats ?? this.newRegion()) : null, isPaused: !on, missed: 0 });
  }
  /** As the kernel host reads: a region that stays missing is created again. */
  read(name: string): IoCounters | undefined {
    const found = this.find(name);
    if (found && found.stats === null && !found.isPaused && ++found.missed >= READINGS_WITHOUT_STATISTICS) this.setStatistics(name, true);
    return this.io(name);
  }
  private newRegion(): string {
    return `${this.host.bootId} ${++this.#regions}`;
  }
  publish({ link, name }: Of<'publish-device'>): void {
    this.mapping(name);
    this.links = [...this.links.filter((each) => each.name !== link), { name: link, target: `/dev/mapper/${name}` }];
    this.host.applications.start(link);
  }
  unpublish({ link }: Of<'unpublish-device'>): void {
    this.links = this.links.filter((each) => each.name !== link);
  }

  view(): DmMapping[] {
    return this.list.map(({ name, uuid, device, sizeBytes, suspended, under, sequence }) => ({
      name,
      uuid,
      device,
      sizeBytes,
      suspended,
      under,
      sequence,
    }));
  }
  find(name: string): MappingState | undefined {
    return this.list.find((mapping) => mapping.name === name);
  }
  /** Finds a mapping by `/dev/mapper/…`, `/dev/dm-N`, `/dev/weft/…` or kernel name. */
  at(path: string): MappingState | undefined {
    const target = this.links.find((link) => path === `/dev/weft/${link.name}`)?.target ?? path;
    return this.list.find(({ name, device }) => [`/dev/mapper/${name}`, `/dev/${device}`, device].includes(target));
  }
  kernelName(path: string): string {
    return this.at(path)?.device ?? path.replace('/dev/', '');
  }

  /** Starts I/O on the mapping; null stops it, and its counters stay. Volumes with the same seed have the same demand. */
  setLoad(name: string, profile: LoadProfile | null, seed = name): void {
    const { readOnly } = this.mapping(name);
    const now = this.host.fabric.clock.now();
    const flow = this.loads.get(name);
    const asked = profile && (readOnly ? { ...profile, writeIops: 0 } : profile);
    if (flow) flow.wanted = asked !== null && JSON.stringify(asked) === JSON.stringify(flow.profile);
    if (asked && !flow?.wanted) {
      this.#dropLoad(name);
      const key = `${this.host.bootId} ${name} ${++this.#flows}`;
      this.loads.set(name, new Flow(key, asked, hashOf(seed), now, flow?.counters(now)));
    }
    this.touch();
  }
  #dropLoad(name: string): void {
    const flow = this.loads.get(name);
    if (flow) this.#legLoads.drop(name, flow);
    this.loads.delete(name);
  }
  /** Counters and histogram of dm-stats. */
  counters(name: string): Load {
    return this.loads.get(name)?.counters(this.host.fabric.clock.now()) ?? NO_LOAD;
  }
  /** Counters of the mapping's statistics region; undefined: no region. */
  io(name: string): IoCounters | undefined {
    const found = this.find(name);
    if (!found?.stats) return undefined;
    return ioCounters(found.stats, addLoads(this.counters(name), this.#byHand.get(name) ?? NO_LOAD), this.host.latencyByDirection);
  }
  countIo({ name, stats }: MappingState, direction: 'reads' | 'writes', bytes: number, latencyNs: number): void {
    if (stats) this.#byHand.set(name, oneMore(this.#byHand.get(name) ?? NO_LOAD, direction, bytes, latencyNs));
  }
  /** Everything in memory is lost. */
  clear(): void {
    for (const name of [...this.loads.keys()]) this.#dropLoad(name);
    this.#resyncLoads.follow();
    this.#byHand.clear();
    this.host.caches.clear();
    this.host.pools.powerLost();
    this.host.integrities.clear();
    this.list = [];
    this.links = [];
  }
  /** A member of an array failed or came into use, or a resync began or ended. `touch` itself may be the cause. */
  membersChanged(): void {
    if (!this.#touching) this.touch();
    else this.#again = true;
  }
  /** Adapts each load to the devices under it: it continues or stalls, and md fails legs that return errors. */
  touch(): void {
    this.#touching = true;
    try {
      do {
        this.#again = false;
        this.#touchOnce();
      } while (this.#again);
    } finally {
      this.#touching = false;
    }
  }
  #touchOnce(): void {
    this.#resyncLoads.follow();
    for (const [name, flow] of this.loads) {
      const mapping = this.find(name);
      if (!mapping) continue;
      flow.limit(this.host.cgroups.ofApplications(mapping), this.host.fabric.clock.now());
      if (!mapping.readOnly) for (const device of mapping.under) this.host.arrays.writeTouches(device);
      const legs = this.#shares(mapping, 1);
      const access = legs.map(({ head }) => this.host.initiator.access(head).state);
      const waits = access.some((state) => state !== 'ok');
      this.#legLoads.follow(name, flow, legs, { runs: flow.wanted && !waits && mapping.table !== FAILS, waits: flow.wanted && waits });
    }
  }

  /** Heads under a mapping and their shares of its I/O: reads go to one leg in sync of a mirror, writes to all. */
  #shares(mapping: MappingState, part: number, firstMirror = 0): LegShare[] {
    const legs: LegShare[] = [];
    for (const device of mapping.under) {
      const mirror = firstMirror + legs.length;
      const share = part / mapping.under.length;
      const array = this.host.arrays.list.find((candidate) => candidate.device === device);
      const lower = this.list.find((candidate) => candidate.device === device);
      if (array) legs.push(...sharesOfArray(array, share, mirror));
      else if (lower) legs.push(...this.#shares(lower, share, mirror));
      else legs.push({ head: device, mirror, reads: share, writes: share });
    }
    return legs;
  }

  private create(wanted: Omit<MappingState, 'device' | 'under' | 'suspended' | 'stats' | 'isPaused' | 'missed' | 'sequence'>): void {
    const there = this.find(wanted.name);
    if (there) {
      if (there.uuid !== wanted.uuid || there.table !== wanted.table)
        refuse(
          'dmsetup',
          `mapping ${wanted.name} is "${there.table}", not "${wanted.table}": detach the volume, so that the agent can make it again`,
        );
      return;
    }
    let number = 0;
    while (this.list.some(({ device }) => device === `dm-${number}`)) number++;
    const under = [...new Set(wanted.segments.map(({ device }) => this.kernelName(device)))];
    const rest = { suspended: false, stats: null, isPaused: false, missed: 0, sequence: ++this.#sequence };
    this.list.push({ ...wanted, device: `dm-${number}`, under, ...rest });
    this.host.caches.mappingsChanged();
  }
  private resize(name: string, uuid: string, segments: DmSegment[], table: string): void {
    const found = this.mapping(name);
    const last = found.segments.length - 1;
    const stays = found.segments.every((old, at) => {
      const after = segments[at];
      const same = after && after.device === old.device && after.offsetBytes === old.offsetBytes;
      if (found.chunkBytes !== null) return same;
      const long = at === last ? (after?.lengthBytes ?? 0) >= old.lengthBytes : after?.lengthBytes === old.lengthBytes;
      return same && after.startBytes === old.startBytes && long;
    });
    if (found.uuid !== uuid || !stays) refuse('dmsetup', `mapping ${name}: the new table would move what is in it: it is left alone`);
    const sizeBytes = segments.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);
    const under = [...new Set(segments.map(({ device }) => this.kernelName(device)))];
    // The kernel host replaces the old region by one over the whole device.
    const stats = found.stats && this.newRegion();
    Object.assign(found, { segments, table, sizeBytes, under, stats });
  }
  private mustFit(path: string, endBytes: number): void {
    const sizeBytes = this.host.sizeOf(path);
    if (sizeBytes === undefined) refuse('dmsetup', `device-mapper: reload ioctl failed: ${path}: No such device or address`);
    if (endBytes > sizeBytes)
      refuse('dmsetup', `device-mapper: ${path} too small for target: ${endBytes} bytes wanted, ${sizeBytes} there`);
  }
  private mapping(name: string): MappingState {
    return this.find(name) ?? refuse('dmsetup', `Device ${name} not found`);
  }
}

function sharesOfArray(array: ArrayState, part: number, firstMirror: number): LegShare[] {
  const mirrors = array.level === 'raid1' ? 1 : array.raidDisks / 2;
  const used = array.members.flatMap(({ device, slot, status }) =>
    status === 'faulty' || slot === null ? [] : [{ head: device, mirror: setOfSlot(array, slot), inSync: status === 'in_sync' }],
  );
  return used.map(({ head, mirror, inSync }) => {
    const readers = used.filter((other) => other.mirror === mirror && other.inSync).length;
    const reads = inSync ? part / mirrors / readers : 0;
    return { head, mirror: firstMirror + mirror, reads, writes: part / mirrors };
  });
}
