import { isId } from '@weft/shared/is-id';
import type { PoolMode } from '@weft/shared/thin/thin-words';

/** A dm-thin pool, as its status tells (Documentation/admin-guide/device-mapper/thin-provisioning.rst). */
export interface DmPool {
  name: string;
  mode: PoolMode;
  /** The kernel found its metadata damaged, and lets it become writable only after a check. */
  needsCheck: boolean;
  /** Blocks of the pool's own size; 0 when it failed. */
  dataUsed: number;
  dataTotal: number;
  /** Blocks of 4 KiB; 0 when it failed. */
  metadataUsed: number;
  metadataTotal: number;
}

/** A thin device: its bytes that the pool maps, also those that it shares with others. */
export interface DmThin {
  name: string;
  mappedBytes: number;
}

export const METADATA_BLOCK_BYTES = 4096;
/** THIN_METADATA_MAX_SECTORS: a pool uses no more of its metadata device. */
export const MOST_METADATA_BYTES = (2 ** 14 * 255 - 1) * METADATA_BLOCK_BYTES;

/** A pool that is not as it was made: nothing may be written that relies on it. */
export const isBroken = ({ mode, needsCheck }: Pick<DmPool, 'mode' | 'needsCheck'>): boolean =>
  mode === 'failed' || mode === 'ro' || needsCheck;

/* Records of a pool: LVM tags of its data volume (docs/decisions/thin-legs.md). */
export type ThinState = 'making' | 'made' | 'leaving';
export interface ThinRecord {
  thinId: number;
  state: ThinState;
  legId: string;
}
const RECORD = /^weft\.thin\.(\d{1,8})\.(making|made|leaving)\.([0-9a-f-]{36})$/;
export const thinTag = ({ thinId, state, legId }: ThinRecord): string => `weft.thin.${thinId}.${state}.${legId}`;
export function recordIn(tag: string): ThinRecord | undefined {
  const [, number, state, legId = ''] = RECORD.exec(tag) ?? [];
  return number !== undefined && isId(legId) ? { thinId: Number(number), state: state as ThinState, legId } : undefined;
}

/** A record to add whose id another leg has, or whose leg has another id: plans of several legs may be made at one moment. */
export function clashingRecord(tags: readonly string[], add: readonly string[]): string | undefined {
  const known = tags.flatMap((tag) => recordIn(tag) ?? []);
  return add.find((tag) => {
    const wanted = recordIn(tag);
    return wanted && known.some(({ thinId, legId }) => (thinId === wanted.thinId) !== (legId === wanted.legId));
  });
}
