import { cacheLvName, cacheMetadataLvName, dmUuid, legCacheName, legIdOfCacheLv, vgName, WRITE_BACK_TAG } from '@weft/shared/identity';
import type { LegAssignment } from '@weft/shared/messages/assignment';
import type { LegStatus } from '@weft/shared/messages/report';
import type { DmCache } from '../../host/dm-cache.js';
import type { DmMapping, FastState, LogicalVolume, SlowState } from '../../host/host.js';
import type { CacheTable, DmSegment, Operation } from '../../host/operations.js';
import { mappingNamed } from '../mapping-named.js';
import type { World } from '../plan.js';
import { legDevice } from './device/leg-device.js';
import { volumeTag } from './leg-tags.js';

/*
 * The cache of a leg: dm-cache between the leg's LV and the leg's device, on a drive of the same target (docs/decisions/leg-cache.md).
 *  - begins: its LVs are made, its metadata is zeroed, then the leg's device moves onto it while clients write.
 *  - may hold bytes that the LV lacks (write-back): the LV has WRITE_BACK_TAG from before that can happen until after it no longer can. With the tag the leg is
 *    used through this cache or not at all, also by an agent that lost its ledger.
 *  - after a reboot: with the tag it continues on its metadata; without, it begins empty, because the LV may have been written without it.
 *  - other mode, none, or another place: from write-back, the cache is cleaned first, within a bound; it then stays clean, because it writes through.
 *  - its drive is gone: without the tag the leg is used without it. With the tag the leg is lost until it is replaced, or the drive is back: then everything
 *    above the cache is taken down, and it continues on its metadata as after a reboot. What it lost, the leg's incarnation tells clients (plan/incarnations/).
 */

/** Longest cleaning of one attempt. The next attempt continues. */
const CLEAN_SECONDS = 60;

/** Tag of a cache's data volume with its block size: the kernel refuses metadata under another one, and an order to end the cache does not have it. */
const BLOCK_TAG = 'weft.cache-block.';
const blockBytesOf = ({ tags }: LogicalVolume): number | undefined =>
  Number(tags.find((tag) => tag.startsWith(BLOCK_TAG))?.slice(BLOCK_TAG.length)) || undefined;

interface Found {
  leg: LegAssignment;
  volume: LogicalVolume;
  mapping: DmMapping | undefined;
  /** Undefined: not running, or not seen since it began. */
  status: DmCache | undefined;
  data: LogicalVolume | undefined;
  metadata: LogicalVolume | undefined;
  /** Its LV may lack bytes that are in the cache. */
  mayLackBytes: boolean;
  /** The leg's device is on the cache. */
  isInUse: boolean;
  device: DmMapping | undefined;
}

function find(leg: LegAssignment, volume: LogicalVolume, fast: FastState, slow: SlowState): Found {
  const name = legCacheName(leg.legId);
  const mapping = mappingNamed(fast, name);
  const device = legDevice(fast, leg.legId);
  const named = (lv: string) => slow.logicalVolumes.find((candidate) => candidate.lv === lv);
  return {
    ...{ leg, volume, mapping, device },
    status: mapping && slow.caches.find((candidate) => candidate.name === name),
    data: named(cacheLvName(leg.legId)),
    metadata: named(cacheMetadataLvName(leg.legId)),
    mayLackBytes: volume.tags.includes(WRITE_BACK_TAG),
    isInUse: mapping !== undefined && device?.under.includes(mapping.device) === true,
  };
}

/** The cache may hold bytes that the LV lacks, and cannot be used now. */
export function lacksCache(leg: LegAssignment, volume: LogicalVolume, { fast, slow }: Pick<World, 'fast' | 'slow'>): boolean {
  const found = find(leg, volume, fast, slow);
  const { mayLackBytes, mapping, status, data, metadata } = found;
  if (!mayLackBytes) return false;
  return mapping
    ? status?.failed === true || (isPassed(found) && (status?.dirty ?? 0) > 0)
    : data?.backed !== true || metadata?.backed !== true;
}

/** Volumes of a cache that failed and that the leg needs, whose drive is back: empty, if that is not so. Nothing may lie on the cache when they are made anew. */
export function returnedCache(leg: LegAssignment, volume: LogicalVolume, { fast, slow }: Pick<World, 'fast' | 'slow'>): Operation[] {
  const { mayLackBytes, status, data, metadata } = find(leg, volume, fast, slow);
  if (!mayLackBytes || !status?.failed || !data || !metadata) return [];
  return [data, metadata].flatMap((each) => reactivation(each));
}

/** It runs, and the leg's device lies on the LV: an agent died while it began or ended. */
const isPassed = ({ mapping, device, isInUse }: Found): boolean => mapping !== undefined && device !== undefined && !isInUse;

/** What a leg's device has to lie on now. Null: its cache has to run first, or be seen. */
export function underDevice(leg: LegAssignment, volume: LogicalVolume, { fast, slow }: Pick<World, 'fast' | 'slow'>): string | null {
  const { mayLackBytes, mapping, status } = find(leg, volume, fast, slow);
  if (!mapping || status?.failed) return mayLackBytes ? null : volume.devicePath;
  return status ? pathOf(mapping) : null;
}

/** Next operations for the cache; empty: it is as assigned, or nothing can be done for it now. */
export function planCache(leg: LegAssignment, volume: LogicalVolume, { fast, slow }: Pick<World, 'fast' | 'slow'>): Operation[] {
  const found = find(leg, volume, fast, slow);
  const { mapping, status, mayLackBytes } = found;
  if (!mapping) return notRunning(found, slow);
  if (!status) return [];
  if (status.failed) return mayLackBytes ? [] : [...leave(found), { op: 'remove-mapping', name: mapping.name }];
  // Clients may have written past it since: it begins again, empty.
  if (isPassed(found))
    return status.dirty > 0 ? [] : [...(mayLackBytes ? [mark(found, false)] : []), { op: 'remove-mapping', name: mapping.name }];
  const table = tableOf(found);
  if (!table) return [];
  return isPlaced(found) ? asAssigned(found, table, status) : ending(found, table);
}

/** On the assigned drive, with the assigned sizes. */
const isPlaced = ({ leg: { cache }, data, metadata }: Found): boolean =>
  cache !== undefined &&
  [data, metadata].every((volume) => volume?.vg === vgName(cache.driveId)) &&
  (data?.sizeBytes ?? 0) >= cache.dataBytes &&
  (metadata?.sizeBytes ?? 0) >= cache.metadataBytes &&
  data !== undefined &&
  blockBytesOf(data) === cache.blockBytes;

function notRunning(found: Found, slow: SlowState): Operation[] {
  const { leg, data, metadata, mayLackBytes } = found;
  const table = tableOf(found);
  const activate = [data, metadata].flatMap((volume): Operation[] =>
    volume && !volume.active ? [{ op: 'activate-logical-volume', vg: volume.vg, lv: volume.lv }] : [],
  );
  const isUsable = table !== null && data?.backed === true && metadata?.backed === true;
  // Whatever is assigned: it has to run before it can be cleaned.
  if (mayLackBytes) return isUsable ? [...activate, { op: 'create-cache', ...table, mode: 'write-back' }] : [];
  if (!leg.cache || (!isPlaced(found) && (data ?? metadata))) return removal([data, metadata]);
  if (!isPlaced(found)) return creation(leg, slow);
  if (!isUsable) return [data, metadata].flatMap((volume) => reactivation(volume));
  const { mode } = leg.cache;
  return [
    ...activate,
    { op: 'zero-cache-metadata', vg: metadata.vg, lv: metadata.lv },
    ...(mode === 'write-back' ? [mark(found, true)] : []),
    { op: 'create-cache', ...table, mode },
    ...enter(found),
  ];
}

const reactivation = (volume: LogicalVolume | undefined): Operation[] =>
  volume && !volume.backed ? [{ op: 'reactivate-logical-volume', vg: volume.vg, lv: volume.lv }] : [];

/** Nothing while its drive is not there: the leg is used without a cache. */
function creation({ legId, volumeId, cache }: LegAssignment, slow: SlowState): Operation[] {
  const vg = vgName(cache?.driveId ?? '');
  if (!cache || !slow.volumeGroups.some((group) => group.vg === vg)) return [];
  const tags = [volumeTag(volumeId), `${BLOCK_TAG}${cache.blockBytes}`];
  return [
    { op: 'create-logical-volume', vg, lv: cacheLvName(legId), sizeBytes: cache.dataBytes, tags },
    { op: 'create-logical-volume', vg, lv: cacheMetadataLvName(legId), sizeBytes: cache.metadataBytes, tags },
  ];
}

function asAssigned(found: Found, table: Omit<CacheTable, 'mode'>, status: DmCache): Operation[] {
  const { leg, mapping, volume, mayLackBytes } = found;
  const mode = leg.cache?.mode ?? 'write-through';
  const current = status.mode ?? 'write-through';
  // Whatever its mode is to be: it follows a leg that grew.
  if ((mapping?.sizeBytes ?? 0) < volume.sizeBytes) return [{ op: 'change-cache', ...table, mode: current }];
  const isRight = current === mode && status.policy === 'smq';
  if (mode === 'write-back') {
    return [...(mayLackBytes ? [] : [mark(found, true)]), ...(isRight ? [] : [{ op: 'change-cache', ...table, mode } as const])];
  }
  const clean: Operation[] = mayLackBytes || status.dirty > 0 ? [{ op: 'clean-cache', ...table, seconds: CLEAN_SECONDS }] : [];
  return [
    ...clean,
    ...(isRight && clean.length === 0 ? [] : [{ op: 'change-cache', ...table, mode } as const]),
    ...(mayLackBytes ? [mark(found, false)] : []),
  ];
}

/**
 * It is cleaned, left, and removed with what was on its drive. The mark goes before clients can write past it: with the mark, an agent that finds no cache running
 * starts it on its metadata, which must then know of every write.
 */
const ending = (found: Found, table: Omit<CacheTable, 'mode'>): Operation[] => [
  { op: 'clean-cache', ...table, lengthBytes: found.mapping?.sizeBytes ?? table.lengthBytes, seconds: CLEAN_SECONDS },
  ...(found.mayLackBytes ? [mark(found, false)] : []),
  ...leave(found),
  { op: 'remove-mapping', name: table.name },
  ...removal([found.data, found.metadata]),
];

const removal = (volumes: readonly (LogicalVolume | undefined)[]): Operation[] =>
  volumes.flatMap((volume): Operation[] => (volume ? [{ op: 'remove-logical-volume', vg: volume.vg, lv: volume.lv }] : []));

/** For a leg that is removed, and before its LV is made again on a drive that is back. */
export const dropCache = (legId: string, fast: FastState): Operation[] => {
  const name = legCacheName(legId);
  return mappingNamed(fast, name) ? [{ op: 'remove-mapping', name }] : [];
};
export const removeCacheVolumes = (legId: string, { logicalVolumes }: SlowState): Operation[] =>
  removal(logicalVolumes.filter(({ lv }) => legIdOfCacheLv(lv) === legId));

function tableOf({ leg, volume, data, metadata }: Found): Omit<CacheTable, 'mode'> | null {
  const blockBytes = data && blockBytesOf(data);
  if (!metadata || !blockBytes) return null;
  const name = legCacheName(leg.legId);
  const devices = { origin: volume.devicePath, data: data.devicePath, metadata: metadata.devicePath };
  return { name, uuid: dmUuid(name), ...devices, lengthBytes: volume.sizeBytes, blockBytes };
}

const mark = ({ volume: { vg, lv } }: Found, marked: boolean): Operation => ({ op: 'mark-write-back', vg, lv, marked });

const pathOf = ({ name }: Pick<DmMapping, 'name'>): string => `/dev/mapper/${name}`;
const segment = (device: string, lengthBytes: number): DmSegment => ({ startBytes: 0, lengthBytes, device, offsetBytes: 0 });

/** Puts the leg's device onto the cache. */
const enter = (found: Found): Operation[] => (found.device ? [moved(found, found.device, 'onto-cache')] : []);

/** Puts the leg's device back onto its LV. */
const leave = (found: Found): Operation[] => (found.device && found.isInUse ? [moved(found, found.device, 'onto-volume')] : []);

function moved({ leg: { legId }, volume }: Found, { name, uuid, sizeBytes }: DmMapping, to: 'onto-cache' | 'onto-volume'): Operation {
  const cache = legCacheName(legId);
  const [onVolume, onCache] = [segment(volume.devicePath, sizeBytes), segment(pathOf({ name: cache }), sizeBytes)];
  return to === 'onto-cache'
    ? { op: 'move-leg-device', name, uuid, from: onVolume, to: onCache, leaves: null }
    : { op: 'move-leg-device', name, uuid, from: onCache, to: onVolume, leaves: { cache, vg: volume.vg, lv: volume.lv } };
}

/** For the leg's report. */
export function observedCache(leg: LegAssignment, volume: LogicalVolume, { fast, slow }: World): LegStatus['observed']['cache'] {
  const { mapping, status, data, metadata, isInUse } = find(leg, volume, fast, slow);
  if (!mapping && !data && !metadata) return undefined;
  const { failed = false, mode = null } = status ?? {};
  return { inUse: isInUse, failed, mode };
}
