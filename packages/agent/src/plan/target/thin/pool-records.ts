import { POOL_DATA_LV, POOL_METADATA_LV, poolName, thinName, vgName } from '@weft/shared/identity';
import { type DmPool, isBroken, recordIn, type ThinRecord, type ThinState, thinTag } from '../../../host/dm-thin.js';
import type { DmMapping, FastState, LogicalVolume, SlowState } from '../../../host/host.js';
import type { Operation } from '../../../host/operations.js';
import { mappingNamed } from '../../mapping-named.js';

/*
 * A pool's own records: LVM tags of its data volume (docs/decisions/thin-legs.md). They outlive the agent's ledger, and move with the drive.
 */

/** A pool on a drive, as far as it is there. */
export interface FoundPool {
  vg: string;
  data: LogicalVolume | undefined;
  metadata: LogicalVolume | undefined;
  /** Undefined: it was never formatted. */
  blockBytes: number | undefined;
  records: ThinRecord[];
  mapping: DmMapping | undefined;
  /** Undefined: not running, or not seen since it began. */
  status: DmPool | undefined;
}

const FORMATTED = 'weft.pool.';
const LAST = 'weft.thin-last.';
const GROWN = 'weft.thin-grown.';

/** The leg grew: its exports must still learn the new size. */
const grownTag = (legId: string): string => `${GROWN}${legId}`;

const numberAfter = (prefix: string, tags: readonly string[]): number | undefined => {
  const found = tags.filter((tag) => tag.startsWith(prefix)).map((tag) => Number(tag.slice(prefix.length)) || 0);
  return found.length === 0 ? undefined : Math.max(...found);
};

export function findPool(driveId: string, fast: Pick<FastState, 'mappings'>, slow: SlowState): FoundPool {
  const vg = vgName(driveId);
  const named = (lv: string) => slow.logicalVolumes.find((candidate) => candidate.vg === vg && candidate.lv === lv);
  const data = named(POOL_DATA_LV);
  const name = poolName(driveId);
  return {
    ...{ vg, data, metadata: named(POOL_METADATA_LV) },
    blockBytes: numberAfter(FORMATTED, data?.tags ?? []) || undefined,
    records: (data?.tags ?? []).flatMap((tag) => recordIn(tag) ?? []),
    mapping: mappingNamed(fast, name),
    status: slow.pools.find((candidate) => candidate.name === name),
  };
}

export const recordOf = ({ records }: FoundPool, legId: string): ThinRecord | undefined => records.find((record) => record.legId === legId);
export const mustTellSize = ({ data }: FoundPool, legId: string): boolean => data?.tags.includes(grownTag(legId)) === true;

/** Ids of legs that the pools of this node have records of. */
export const recordedLegs = ({ logicalVolumes }: Pick<SlowState, 'logicalVolumes'>): string[] =>
  logicalVolumes.flatMap(({ lv, tags }) => (lv === POOL_DATA_LV ? tags.flatMap((tag) => recordIn(tag)?.legId ?? []) : []));

/** It runs, takes writes, and its volumes are on the drive that is there now. */
export const isUsable = ({ mapping, status, data, metadata }: FoundPool): boolean =>
  mapping !== undefined && data?.backed === true && metadata?.backed === true && !(status && isBroken(status));

const change = (vg: string, add: string[], remove: string[]): Operation => ({ op: 'record-thin', vg, lv: POOL_DATA_LV, add, remove });

export const recordFormatted = (vg: string, blockBytes: number): Operation => change(vg, [`${FORMATTED}${blockBytes}`], []);

/** The first record of a leg, with an id that was never used in this pool. `before`: legs of the pool without a record that come first. */
export function recordMaking({ vg, data, records }: FoundPool, legId: string, before: number): Operation {
  const highest = Math.max(numberAfter(LAST, data?.tags ?? []) ?? 0, ...records.map(({ thinId }) => thinId));
  return change(vg, [thinTag({ thinId: highest + 1 + before, state: 'making', legId })], []);
}

export const recordState = ({ vg }: FoundPool, found: ThinRecord, state: ThinState): Operation =>
  change(vg, [thinTag({ ...found, state })], [thinTag(found)]);

/** The leg, which is recorded as leaving, is gone. Its id is not used again. */
export function recordGone({ vg, data }: FoundPool, found: ThinRecord): Operation {
  const before = numberAfter(LAST, data?.tags ?? []);
  const remove = [thinTag({ ...found, state: 'leaving' }), ...(data?.tags.includes(grownTag(found.legId)) ? [grownTag(found.legId)] : [])];
  if (before !== undefined && before >= found.thinId) return change(vg, [], remove);
  return change(vg, [`${LAST}${found.thinId}`], [...remove, ...(before === undefined ? [] : [`${LAST}${before}`])]);
}

export const recordGrown = ({ vg }: FoundPool, legId: string, grown: boolean): Operation =>
  change(vg, grown ? [grownTag(legId)] : [], grown ? [] : [grownTag(legId)]);

export const thinDevice = (fast: Pick<FastState, 'mappings'>, legId: string): DmMapping | undefined => mappingNamed(fast, thinName(legId));
