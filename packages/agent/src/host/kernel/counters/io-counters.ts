import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import { type CounterRequest, type IoCounters, READINGS_WITHOUT_STATISTICS } from '../../host.js';
import { STATS_PROGRAM, statsMessage } from '../dm/dm-actions.js';
import type { DmMessages } from '../dm/dm-messages.js';
import { parseStatsRegions } from '../dm/dm-table.js';
import { dmNameOf } from '../lvm/lvm-report.js';
import type { Tree } from '../run/host-fs.js';
import type { DirectionCollector } from './directions/direction-collector.js';
import { directionsOf } from './directions/direction-program.js';

const SECTOR = 512;

/**
 * One area of `@stats_print` with precise timestamps (Documentation/admin-guide/device-mapper/statistics.rst): start+length, then reads, merged, sectors,
 * time, the same for writes, in flight, two more times, time reading and writing; last the histogram. Undefined: the text is not in Weft's form.
 */
export function parseStatsArea(text: string): Omit<IoCounters, 'origin'> | undefined {
  const words = text.trim().split(/\s+/);
  const counters = words.slice(1, 14).map(Number);
  const histogram = (words[14] ?? '').split(':').map(Number);
  if (words.length !== 15 || ![...counters, ...histogram].every((value) => Number.isFinite(value) && value >= 0)) return undefined;
  if (histogram.length !== LATENCY_BUCKETS) return undefined;
  const [reads = 0, , readSectors = 0, readNs = 0, writes = 0, , writtenSectors = 0, writeNs = 0] = counters;
  return {
    reads,
    writes,
    readBytes: readSectors * SECTOR,
    writtenBytes: writtenSectors * SECTOR,
    readTimeNs: readNs,
    writeTimeNs: writeNs,
    histogram,
  };
}

interface Device {
  name: string;
  leg: boolean;
  kernelName: string;
  /** Increases with every disk that the kernel creates: a device that is created again gets another one. */
  diskseq: string;
  sectors: number;
}
interface Region {
  id: string;
  diskseq: string;
  sectors: number;
}

/** dm-stats of volumes and legs. */
export class IoReader {
  /** Kernel names by dm name, as last seen. */
  #devices = new Map<string, string>();
  readonly #regions = new Map<string, Region>();
  /** Volumes whose statistics are turned off, by dm name. */
  readonly #paused = new Set<string>();
  /** Readings one after the other that found no region, by dm name. */
  readonly #missed = new Map<string, { diskseq: string; readings: number }>();

  constructor(
    private readonly tree: Tree,
    private readonly dm: DmMessages,
    private readonly directions: Pick<DirectionCollector, 'read'> | null = null,
  ) {}

  /** Removes the regions of these volumes. */
  async pause(volumes: readonly string[]): Promise<void> {
    for (const name of volumes) {
      this.#paused.add(name);
      this.#regions.delete(name);
    }
    const lists = await this.dm.send(volumes.map((name) => ({ name, text: `@stats_list ${STATS_PROGRAM}` })));
    const regions = volumes.flatMap((name, at) =>
      parseStatsRegions(lists[at] ?? '').map(({ id }) => ({ name, text: `@stats_delete ${id}` })),
    );
    await this.dm.send(regions);
  }

  /** Creates the regions again. If that fails, later readings do. */
  async resume(volumes: readonly string[]): Promise<void> {
    for (const name of volumes) this.#paused.delete(name);
    const devices = this.#look(volumes, new Set());
    for (const { name, diskseq } of devices) this.#missed.set(name, { diskseq, readings: READINGS_WITHOUT_STATISTICS });
    await this.#findRegions(devices);
  }

  async read({ volumes: all, legs }: CounterRequest): Promise<Record<string, IoCounters>> {
    const volumes = all.filter((name) => !this.#paused.has(name));
    const ofLegs = legs.map((leg) => [this.#nameOf(leg), leg.lv] as const);
    const keys = new Map([...volumes.map((name) => [name, name] as const), ...ofLegs]);
    const legNames = new Set(ofLegs.map(([name]) => name));
    const devices = this.#look([...keys.keys()], legNames);
    for (const name of this.#regions.keys()) if (!keys.has(name)) this.#regions.delete(name);
    await this.#findRegions(devices.filter((device) => !this.#isKnown(device)));
    const known = devices.flatMap((device) => {
      const region = this.#regions.get(device.name);
      return region ? [{ device, region }] : [];
    });
    const answers = await this.dm.send(known.map(({ device, region }) => ({ name: device.name, text: `@stats_print ${region.id}` })));
    const directions = await this.directions?.read();
    const io: Record<string, IoCounters> = {};
    for (const [at, { device, region }] of known.entries()) {
      const counters = parseStatsArea(answers[at] ?? '');
      if (!counters) {
        this.#regions.delete(device.name);
        continue;
      }
      const separate = directions && { origin: directions.origin, ...directionsOf(directions.counts, Number(device.diskseq)) };
      io[keys.get(device.name) ?? device.name] = {
        origin: `${device.diskseq} ${region.id}`,
        ...counters,
        ...(separate ? { directions: separate } : {}),
      };
    }
    return io;
  }

  /**
   * Where clients' I/O of the leg is counted: at the device that exports it, above a cache; at its LV if an agent of an earlier version exported that, or if it is
   * not exported.
   */
  #nameOf({ vg, lv, device }: CounterRequest['legs'][number]): string {
    return device !== undefined && this.#find([device]) ? device : dmNameOf(vg, lv);
  }

  #isKnown({ name, diskseq, sectors }: Device): boolean {
    const region = this.#regions.get(name);
    return region !== undefined && region.diskseq === diskseq && region.sectors >= sectors;
  }

  /** Searches all dm devices if one has left its known kernel name. @returns whether all are there */
  #find(names: readonly string[]): boolean {
    const { tree } = this;
    const isThere = (name: string) => {
      const kernelName = this.#devices.get(name);
      return kernelName !== undefined && tree.attributeNow(`/sys/block/${kernelName}/dm/name`) === name;
    };
    if (names.every(isThere)) return true;
    const all = tree.listNow('/sys/block').filter((entry) => entry.startsWith('dm-'));
    this.#devices = new Map(all.map((entry) => [tree.attributeNow(`/sys/block/${entry}/dm/name`) ?? '', entry]));
    return names.every((name) => this.#devices.has(name));
  }

  /** `diskseq` distinguishes it from a later device of the same kernel name. */
  #look(names: readonly string[], legs: ReadonlySet<string>): Device[] {
    const { tree } = this;
    this.#find(names);
    return names.flatMap((name) => {
      const kernelName = this.#devices.get(name);
      if (kernelName === undefined) return [];
      const sectors = Number(tree.attributeNow(`/sys/block/${kernelName}/size`) ?? 0);
      return {
        name,
        leg: legs.has(name),
        kernelName,
        diskseq: tree.attributeNow(`/sys/block/${kernelName}/diskseq`) ?? kernelName,
        sectors,
      };
    });
  }

  /**
   * The longest of Weft's own regions. Volumes get theirs at attach (create-stats), legs get theirs here: no assignment waits for statistics. A volume whose
   * region stays missing lost it to an agent that died while statistics were off, or to a person: it gets a new one here.
   */
  async #findRegions(devices: readonly Device[]): Promise<void> {
    const lists = await this.dm.send(devices.map(({ name }) => ({ name, text: `@stats_list ${STATS_PROGRAM}` })));
    for (const [at, device] of devices.entries()) {
      const list = lists[at];
      this.#regions.delete(device.name);
      if (list === null || list === undefined) continue;
      const regions = parseStatsRegions(list).sort((a, b) => b.sectors - a.sectors);
      const longest = regions[0];
      const isTooShort = device.leg && (longest?.sectors ?? 0) < device.sectors;
      if (isTooShort || (!longest && this.#isMissed(device))) await this.#makeRegion(device, regions);
      else if (longest) {
        this.#regions.set(device.name, { ...longest, diskseq: device.diskseq });
        this.#missed.delete(device.name);
      }
    }
  }

  /** Counts one more reading without a region. @returns whether it is time to create it */
  #isMissed({ name, diskseq }: Device): boolean {
    const before = this.#missed.get(name);
    const readings = (before?.diskseq === diskseq ? before.readings : 0) + 1;
    this.#missed.set(name, { diskseq, readings });
    return readings >= READINGS_WITHOUT_STATISTICS && !this.#paused.has(name);
  }

  async #makeRegion({ name, diskseq, sectors }: Device, shorter: readonly { id: string }[]): Promise<void> {
    const [id] = await this.dm.send([{ name, text: statsMessage(`0+${sectors}`) }]);
    if (!id || !/^\d+$/.test(id.trim())) return;
    this.#regions.set(name, { id: id.trim(), diskseq, sectors });
    this.#missed.delete(name);
    await this.dm.send(shorter.map((region) => ({ name, text: `@stats_delete ${region.id}` })));
  }
}
