import { driveIdOfVg, legIdOfThin, POOL_DATA_LV, POOL_METADATA_LV, poolName, thinName, WIPED_TAG } from '@weft/shared/identity';
import { MiB } from '@weft/shared/units';
import { clashingRecord, type DmPool, type DmThin, METADATA_BLOCK_BYTES } from '../../dm-thin.js';
import { HostError } from '../../host.js';
import type { Operation, PoolTable, ThinTable } from '../../operations.js';
import type { Block, Place } from '../drive/content.js';
import {
  DATA_START_BYTES,
  EXTENT_BYTES,
  freeRuns,
  type GroupState,
  type LogicalVolumeState,
  type PoolState,
  type SimulatedDrive,
} from '../drive/drive.js';
import { refuse } from '../world/failure.js';

type Of<Name extends Operation['op']> = Extract<Operation, { op: Name }>;
type Thin = PoolState['thins'][number];

interface Found {
  drive: SimulatedDrive;
  group: GroupState;
  volume: LogicalVolumeState;
  path: string;
}
interface Mapping {
  name: string;
  uuid: string;
  table: string;
  sizeBytes: number;
  suspended: boolean;
}
/** What pools need of their machine. */
interface Machine {
  readonly fabric: { readonly clock: { now: () => number } };
  readonly storage: {
    readonly drives: readonly SimulatedDrive[];
    readonly active: Map<string, boolean>;
    volume: (vg: string, lv: string) => Found;
    volumeAt: (path: string) => Found | undefined;
    answers: (path: string) => boolean;
    label: (operation: Of<'label-logical-volume'>) => void;
  };
  readonly mappings: {
    readonly list: readonly Mapping[];
    find: (name: string) => Mapping | undefined;
    createOver: (mapping: { name: string; uuid: string; lengthBytes: number }, devices: string[], table: string) => void;
    reload: (name: string, sizeBytes: number, table: string) => void;
  };
}

/** A thin device's bytes lie beyond the drive's extents, in a range of its own: its id tells which. */
const FIRST_EXTENT = 1_000_000;
const EXTENTS_EACH = 100_000;
const startOf = ({ thinId }: Pick<Thin, 'thinId'>): number => FIRST_EXTENT + thinId * EXTENTS_EACH;
const physicalOf = (thin: Pick<Thin, 'thinId'>): number => DATA_START_BYTES + startOf(thin) * EXTENT_BYTES;
const LENGTH = EXTENTS_EACH * EXTENT_BYTES;
const MAPPER = '/dev/mapper/';
/** dm-thin uses some of its metadata from the start. */
const FIRST_METADATA_BLOCKS = 10;

/** COMMIT_PERIOD in drivers/md/dm-thin.c. */
const COMMIT_MS = 1000;
/** How a thin device was before a block was mapped that no commit has made durable yet. */
interface Uncommitted {
  atMs: number;
  thinId: number;
  number: number;
  entry: Thin['blocks'][number] | undefined;
  places: Place[];
}

/**
 * dm-thin of one machine. Which blocks a thin device maps is on the drive, in the state of the pool's data volume. Mappings of the last second go with the
 * machine's power, unless a superblock was written since: that is a flush.
 */
export class SimulatedPools {
  readonly #uncommitted = new Map<SimulatedDrive, Uncommitted[]>();

  constructor(private readonly host: Machine) {}

  /** The machine loses its power. */
  powerLost(): void {
    for (const drive of [...this.#uncommitted.keys()]) this.#rollBack(drive);
  }
  #rollBack(drive: SimulatedDrive): void {
    const sinceMs = this.host.fabric.clock.now() - COMMIT_MS;
    const lost = (this.#uncommitted.get(drive) ?? []).filter(({ atMs }) => atMs >= sinceMs).reverse();
    this.#uncommitted.delete(drive);
    const state = dataOf(drive)?.pool;
    for (const { thinId, number, entry, places } of lost) {
      const thin = state?.thins.find((each) => each.thinId === thinId);
      if (!state || !thin) continue;
      drive.content.exchange([...this.#blockOf(drive, state, thin, number).map(([at]): Place => [at, null]), ...places]);
      thin.blocks = [...thin.blocks.filter(([block]) => block !== number), ...(entry ? [entry] : [])];
    }
  }
  /** What a block of a thin device holds, by its place on the drive. */
  #blockOf(drive: SimulatedDrive, { blockBytes }: PoolState, thin: Thin, number: number): Place[] {
    const from = physicalOf(thin);
    return this.#bytes(drive, thin).flatMap(([at, block]): Place[] => (Math.floor(at / blockBytes) === number ? [[from + at, block]] : []));
  }

  record({ vg, lv, add, remove }: Of<'record-thin'>): void {
    const clash = clashingRecord(this.host.storage.volume(vg, lv).volume.tags, add);
    if (clash !== undefined) refuse('check', `${vg}/${lv} has another record of the same id or leg as ${clash}`, null);
    this.host.storage.label({ op: 'label-logical-volume', vg, lv, add, remove });
  }
  /** Its metadata was zeroed: whatever the pool had is not known any more. */
  zeroed(vg: string, lv: string): void {
    if (lv !== POOL_METADATA_LV) return;
    const { volume, drive } = this.host.storage.volume(vg, POOL_DATA_LV);
    delete volume.pool;
    drive.onChange();
  }
  create(table: PoolTable): void {
    this.host.mappings.createOver(table, [table.data, table.metadata], poolText(table));
    const found = this.host.storage.volumeAt(table.data);
    if (!found) throw new HostError(`${table.data} is not a block device here`, ['dmsetup'], 1, '');
    const { blockBytes } = table;
    if (found.volume.pool && found.volume.pool.blockBytes !== blockBytes)
      refuse('dmsetup', `device-mapper: thin metadata: changing the data block size (from ${found.volume.pool.blockBytes}) not supported`);
    found.volume.pool ??= { blockBytes, totalBlocks: 0, isFull: false, nextToken: 1, thins: [] };
    found.volume.pool.totalBlocks = table.lengthBytes / blockBytes;
    this.#watch(found.drive);
    found.drive.onChange();
  }
  resize(table: PoolTable): void {
    const pool = this.#running(table.name);
    this.host.mappings.reload(table.name, table.lengthBytes, poolText(table));
    Object.assign(pool.state, { totalBlocks: table.lengthBytes / table.blockBytes, isFull: false });
    pool.drive.onChange();
  }
  /** Lengthens a volume by free extents. */
  extend({ vg, lv, sizeBytes }: Of<'extend-pool-volume'>): void {
    const { drive, group, volume } = this.host.storage.volume(vg, lv);
    let missing = Math.ceil((sizeBytes - volume.sizeBytes) / EXTENT_BYTES);
    if (missing <= 0) return;
    const runs = freeRuns(group);
    const free = runs.reduce((sum, { count }) => sum + count, 0);
    if (free < missing) refuse('lvextend', `Insufficient free space: ${missing} extents needed, but only ${free} available`, 5);
    for (const { start, count } of runs) {
      const taken = Math.min(count, missing);
      if (taken > 0) volume.segments.push({ start, count: taken });
      volume.sizeBytes += taken * EXTENT_BYTES;
      missing -= taken;
    }
    drive.onChange();
  }

  createThin({ pool: name, thinId, originId }: Of<'create-thin'>): void {
    const { drive, state } = this.#running(name);
    if (state.thins.some((thin) => thin.thinId === thinId)) return;
    const origin = originId === null ? null : state.thins.find((thin) => thin.thinId === originId);
    if (origin === undefined) unknown('create-thin', thinId);
    // The pool commits after each message.
    this.#uncommitted.delete(drive);
    state.thins.push({ thinId, blocks: [...(origin?.blocks ?? [])] });
    if (origin)
      drive.content.exchange(this.#bytes(drive, origin).map(([at, block]): Place => [physicalOf({ thinId }) + at, structuredClone(block)]));
    drive.onChange();
  }
  deleteThin({ pool: name, thinId }: Of<'delete-thin'>): void {
    const { drive, state } = this.#running(name);
    const thin = state.thins.find((each) => each.thinId === thinId);
    if (!thin) return;
    drive.content.exchange(this.#bytes(drive, thin).map(([at]): Place => [physicalOf(thin) + at, null]));
    state.thins = state.thins.filter((each) => each !== thin);
    drive.onChange();
  }
  createDevice(table: ThinTable): void {
    const { state } = this.#running(table.pool);
    if (!state.thins.some(({ thinId }) => thinId === table.thinId)) unknown('create-thin-device', table.thinId);
    this.host.mappings.createOver(table, [`${MAPPER}${table.pool}`], thinText(table));
    this.host.storage.active.set(`${MAPPER}${table.name}`, true);
  }
  resizeDevice(table: ThinTable): void {
    this.host.mappings.reload(table.name, table.lengthBytes, thinText(table));
  }
  /** The mapping was removed. */
  drop(name: string): void {
    if (legIdOfThin(name)) this.host.storage.active.delete(`${MAPPER}${name}`);
  }
  /** Thin devices in a pool on a drive that was pulled answer nothing until they are made again. */
  driveGone(drive: SimulatedDrive): void {
    const { group } = drive;
    this.#rollBack(drive);
    for (const { name, table } of this.host.mappings.list)
      if (group && legIdOfThin(name) && table.includes(poolOf(group.vg))) this.host.storage.active.set(`${MAPPER}${name}`, false);
  }
  /** The process that simulates began again. */
  restore(): void {
    for (const drive of this.host.storage.drives) if (dataOf(drive)?.pool) this.#watch(drive);
  }

  volumeAt(path: string): Found | undefined {
    const mapping = this.host.mappings.find(path.slice(MAPPER.length));
    const { pool, thinId } = fromText(mapping?.table ?? '');
    const drive = this.host.storage.drives.find(({ group }) => group && poolOf(group.vg) === pool);
    if (!drive?.group || !mapping) return undefined;
    const { sizeBytes } = mapping;
    const segments = [{ start: startOf({ thinId }), count: Math.ceil(sizeBytes / EXTENT_BYTES) }];
    const volume: LogicalVolumeState = { lv: thinName(legIdOfThin(mapping.name) ?? ''), sizeBytes, tags: [WIPED_TAG], segments };
    return { drive, group: drive.group, volume, path };
  }

  get areThere(): boolean {
    return this.#pools().length > 0;
  }
  view(): { pools: DmPool[]; thins: DmThin[] } {
    return { pools: this.#status(), thins: this.thins() };
  }
  #status(): DmPool[] {
    return this.#pools().map(({ name, drive, state }): DmPool => {
      const metadata = drive.group?.volumes.find(({ lv }) => lv === POOL_METADATA_LV);
      const answers = this.host.storage.answers(`/dev/${drive.group?.vg}/${POOL_DATA_LV}`);
      if (!answers || state.isBroken)
        return { name, mode: 'failed', needsCheck: state.isBroken === true, dataUsed: 0, dataTotal: 0, metadataUsed: 0, metadataTotal: 0 };
      const blocks = state.thins.reduce((sum, thin) => sum + thin.blocks.length, 0);
      return {
        ...{ name, mode: state.isFull ? 'out-of-data-space' : 'rw', needsCheck: false },
        ...{ dataUsed: used(state), dataTotal: state.totalBlocks },
        metadataUsed: FIRST_METADATA_BLOCKS + Math.ceil(blocks / 100),
        metadataTotal: Math.floor((metadata?.sizeBytes ?? 4 * MiB) / METADATA_BLOCK_BYTES),
      };
    });
  }
  thins(): DmThin[] {
    return this.host.mappings.list.flatMap(({ name, table }): DmThin[] => {
      if (!legIdOfThin(name)) return [];
      const { pool, thinId } = fromText(table);
      const state = this.#pools().find((each) => each.name === pool)?.state;
      const thin = state?.thins.find((each) => each.thinId === thinId);
      return state && thin ? [{ name, mappedBytes: thin.blocks.length * state.blockBytes }] : [];
    });
  }

  #pools() {
    return this.host.mappings.list.flatMap(({ name }) => {
      const drive = this.host.storage.drives.find(({ group }) => group && poolOf(group.vg) === name);
      const state = drive && dataOf(drive)?.pool;
      return drive && state ? [{ name, drive, state }] : [];
    });
  }
  #running(name: string) {
    const found = this.#pools().find((each) => each.name === name) ?? refuse('dmsetup', `Device ${name} not found`);
    return found.state.isBroken ? refuse('dmsetup', `device-mapper: message ioctl on ${name} failed: Operation not supported`) : found;
  }
  #bytes(drive: SimulatedDrive, thin: Pick<Thin, 'thinId'>): [number, Block][] {
    const start = physicalOf(thin);
    return [...drive.content.blocks].filter(([at]) => at >= start && at < start + LENGTH).map(([at, block]) => [at - start, block]);
  }

  #note(drive: SimulatedDrive, mapped: Uncommitted): void {
    const recent = (this.#uncommitted.get(drive) ?? []).filter(({ atMs }) => atMs >= mapped.atMs - COMMIT_MS);
    this.#uncommitted.set(drive, [...recent, mapped]);
  }

  /** Blocks are mapped as they are written, and freed as they are zeroed: a discard is simulated so. A write that finds none free ends with an error. */
  #watch(drive: SimulatedDrive): void {
    drive.watch('pool', (physical, _before, after) => {
      const state = dataOf(drive)?.pool;
      const thinId = Math.floor(((physical - DATA_START_BYTES) / EXTENT_BYTES - FIRST_EXTENT) / EXTENTS_EACH);
      const thin = state?.thins.find((each) => each.thinId === thinId);
      if (!state || !thin) return;
      const at = physical - physicalOf(thin);
      const number = Math.floor(at / state.blockBytes);
      if (after?.superblock) this.#uncommitted.delete(drive);
      if (after) {
        const entry = thin.blocks.find(([block]) => block === number);
        const places = this.#blockOf(drive, state, thin, number).map(([place, block]): Place => [place, structuredClone(block)]);
        map(state, thin, number);
        const isMapped = thin.blocks.find(([block]) => block === number) !== entry;
        if (isMapped && !after.superblock) this.#note(drive, { atMs: this.host.fabric.clock.now(), thinId, number, entry, places });
      } else if (this.#bytes(drive, thin).every(([other]) => other === at || Math.floor(other / state.blockBytes) !== number)) {
        thin.blocks = thin.blocks.filter(([block]) => block !== number);
        state.isFull = false;
      }
    });
  }
}

/** A block that a snapshot shares is copied at its first write. */
function map(state: PoolState, thin: Thin, number: number): void {
  const known = thin.blocks.find(([block]) => block === number);
  const isShared = known && state.thins.some((other) => other !== thin && other.blocks.some(([, token]) => token === known[1]));
  if (known && !isShared) return;
  if (used(state) >= state.totalBlocks) {
    state.isFull = true;
    refuse('dd', 'No space left on device');
  }
  thin.blocks = [...thin.blocks.filter((each) => each !== known), [number, state.nextToken++]];
}

const used = ({ thins }: PoolState): number => new Set(thins.flatMap(({ blocks }) => blocks.map(([, token]) => token))).size;
const dataOf = ({ group }: SimulatedDrive): LogicalVolumeState | undefined => group?.volumes.find(({ lv }) => lv === POOL_DATA_LV);
const poolOf = (vg: string): string => poolName(driveIdOfVg(vg) ?? '');
const poolText = ({ metadata, data, blockBytes }: PoolTable): string => `thin-pool ${metadata} ${data} ${blockBytes}`;
const thinText = ({ pool, thinId }: ThinTable): string => `thin ${pool} ${thinId}`;
function fromText(table: string): { pool: string; thinId: number } {
  const [, pool = '', number = '0'] = /^thin (\S+) (\d+)$/.exec(table) ?? [];
  return { pool, thinId: Number(number) };
}

function unknown(command: string, thinId: number): never {
  const message = `device-mapper: thin ${thinId}: No data available`;
  throw new HostError(message, [command], 1, message, { code: 'thin-unknown' });
}
