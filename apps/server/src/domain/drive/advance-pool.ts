import { isDeepStrictEqual } from 'node:util';
import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import { type DriveStatus, isUnread } from '@weft/shared/messages/report';
import type { DriveDocument, PoolDocument, PoolStatusDocument } from '../documents/drive.document.js';
import { EXTENT_BYTES } from '../placement/placement.js';
import { moreData, moreMetadata, poolBytes } from '../placement/pool-size.js';
import { freeBytes } from './drive-state.js';

/*
 * The pool of a drive. Each step derives from the whole state:
 *
 * - Its node has reported it: from then on no agent may make it again (`create`).
 * - Data or metadata is filled to the cluster's threshold, or the pool has no free blocks: it gets another step while its drive has free bytes. Its node must
 *   have reported the last size first, so that one report orders one step.
 * - Its last leg is gone: it is removed, and its bytes are free when its node reports it gone. A leg that was placed there meanwhile ends that.
 * - What it uses is stored in whole percent: a drive changes a hundred times while its pool fills, not with every report.
 */

export type PoolSettings = Pick<SettingsSpec, 'poolExtendPercent' | 'poolStopPercent' | 'reservedRatio'>;

/** The drive after the step; null: no change. `isOrder`: only a report on the new order counts from then on. */
export function advancePool(
  drive: DriveDocument,
  status: DriveStatus | null,
  settings: PoolSettings,
): { drive: DriveDocument; isOrder: boolean } | null {
  const { pool } = drive.spec;
  if (!pool || drive.spec.desired === 'observed') return null;
  if (status && isUnread(status)) return null;
  const observed = status?.observed.pool;
  if (pool.desired === 'absent') return ending(drive, status);
  if ((drive.status.thin?.legs ?? 0) === 0)
    return { drive: { ...drive, spec: { ...drive.spec, pool: { ...pool, desired: 'absent' } } }, isOrder: true };
  if (!observed) return null;
  const next = extended(created(withStatus(drive, observed)), observed, settings);
  return isDeepStrictEqual(next, drive) ? null : { drive: next, isOrder: false };
}

/** A pool that has to go. A leg that was placed on the drive meanwhile keeps it, or gets a new one: whatever its node found first. */
function ending(drive: DriveDocument, status: DriveStatus | null): { drive: DriveDocument; isOrder: boolean } | null {
  const { pool } = drive.spec;
  const observed = status?.observed.pool;
  if (!pool || !status) return null;
  const isWanted = (drive.status.thin?.legs ?? 0) > 0;
  if (observed?.present) return isWanted && observed.legs > 0 ? wanted(drive, { ...pool, desired: 'present' }) : null;
  return isWanted ? wanted(drive, { ...pool, desired: 'present', created: false }) : { drive: withoutPool(drive), isOrder: false };
}

const wanted = (drive: DriveDocument, pool: PoolDocument): { drive: DriveDocument; isOrder: boolean } => ({
  drive: { ...drive, spec: { ...drive.spec, pool } },
  isOrder: false,
});

/** The drive without its pool, and with the pool's bytes free. */
export function withoutPool(drive: DriveDocument): DriveDocument {
  const { pool, ...spec } = drive.spec;
  if (!pool) return drive;
  const { pool: _, ...status } = drive.status;
  return { ...drive, spec, status: { ...status, allocatedBytes: status.allocatedBytes - poolBytes(pool) } };
}

type Observed = NonNullable<DriveStatus['observed']['pool']>;

const percent = (part: number, whole: number): number => (whole > 0 ? Math.floor((part / whole) * 100) : 0);

function withStatus(drive: DriveDocument, observed: Observed): DriveDocument {
  const { present, mode, needsCheck, dataBytes, dataUsedBytes, metadataBytes, metadataUsedBytes } = observed;
  const next: PoolStatusDocument = {
    ...{ present, mode, needsCheck },
    dataUsedPercent: percent(dataUsedBytes, dataBytes),
    metadataUsedPercent: percent(metadataUsedBytes, metadataBytes),
  };
  return isDeepStrictEqual(next, drive.status.pool) ? drive : { ...drive, status: { ...drive.status, pool: next } };
}

function created(drive: DriveDocument): DriveDocument {
  const { pool } = drive.spec;
  if (!pool || pool.created || !drive.status.pool?.present) return drive;
  return { ...drive, spec: { ...drive.spec, pool: { ...pool, created: true } } };
}

function extended(drive: DriveDocument, observed: Observed, { poolExtendPercent, reservedRatio }: PoolSettings): DriveDocument {
  const { pool } = drive.spec;
  const use = drive.status.pool;
  if (!pool || !use?.present || use.needsCheck || (use.mode !== 'rw' && use.mode !== 'out-of-data-space')) return drive;
  // The kernel counts whole blocks.
  if (observed.dataBytes < pool.dataBytes - EXTENT_BYTES || observed.metadataBytes < pool.metadataBytes - EXTENT_BYTES) return drive;
  const free = freeBytes(drive, reservedRatio);
  const metadataBytes = use.metadataUsedPercent >= poolExtendPercent ? moreMetadata(pool.metadataBytes, free) : pool.metadataBytes;
  const left = free - (metadataBytes - pool.metadataBytes);
  const isShort = use.mode === 'out-of-data-space' || use.dataUsedPercent >= poolExtendPercent;
  const dataBytes = isShort ? moreData(pool.dataBytes, drive.status.capacityBytes, left) : pool.dataBytes;
  const more = dataBytes - pool.dataBytes + metadataBytes - pool.metadataBytes;
  if (more === 0) return drive;
  return {
    ...drive,
    spec: { ...drive.spec, pool: { ...pool, dataBytes, metadataBytes } },
    status: { ...drive.status, allocatedBytes: drive.status.allocatedBytes + more },
  };
}
