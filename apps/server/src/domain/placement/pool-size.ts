import { POOL_BLOCK_UNIT } from '@weft/shared/messages/thin';
import { GiB, MiB, roundUp } from '@weft/shared/units';
import type { DriveDocument, PoolDocument } from '../documents/drive.document.js';
import type { Part } from '../documents/parts.js';
import { EXTENT_BYTES } from './placement.js';

/*
 * A pool begins with a sixteenth of its drive and grows by as much (at least 1 GiB), so that a thin volume leaves space for other legs, and a drive has at most
 * some 16 extensions. The last step takes what is left.
 *
 * Metadata takes up to 64 bytes for each mapped block of each leg (thin-provisioning.rst): twice that for the data of the first step, and it doubles when it
 * fills. The kernel uses no more than 16 GiB less 64 KiB of it.
 */

const SHARES = 16;
const LEAST_STEP_BYTES = GiB;
/** A pool smaller than this is not made. */
const LEAST_DATA_BYTES = 64 * MiB;
const METADATA_SHARE = 512;
const LEAST_METADATA_BYTES = 16 * MiB;
export const MOST_METADATA_BYTES = 16 * GiB - EXTENT_BYTES;
/** With blocks of this number the metadata of a whole drive with some snapshots fits into the most that the kernel uses. */
const MOST_BLOCKS = 2 ** 27;

const wholeExtents = (bytes: number): number => Math.max(0, Math.floor(bytes / EXTENT_BYTES)) * EXTENT_BYTES;

export const stepBytes = (capacityBytes: number): number => roundUp(Math.max(LEAST_STEP_BYTES, capacityBytes / SHARES), EXTENT_BYTES);

/** The first size of a pool. Null: the drive has no room for one. */
export function newPool(capacityBytes: number, freeBytes: number): Pick<PoolDocument, 'dataBytes' | 'metadataBytes' | 'blockBytes'> | null {
  const wanted = stepBytes(capacityBytes);
  const metadataBytes = roundUp(Math.max(LEAST_METADATA_BYTES, wanted / METADATA_SHARE), EXTENT_BYTES);
  const dataBytes = Math.min(wanted, wholeExtents(freeBytes - metadataBytes));
  if (dataBytes < LEAST_DATA_BYTES) return null;
  let blockBytes = POOL_BLOCK_UNIT;
  while (capacityBytes / blockBytes > MOST_BLOCKS) blockBytes *= 2;
  return { dataBytes, metadataBytes, blockBytes };
}

/** Bytes that the pool takes of its drive. */
export const poolBytes = ({ dataBytes, metadataBytes }: Pick<PoolDocument, 'dataBytes' | 'metadataBytes'>): number =>
  dataBytes + metadataBytes;

/** Bytes of the drive's pool; 0: it has none. */
export const poolBytesOf = ({ spec: { pool } }: Part<DriveDocument, 'spec.pool'>): number => (pool ? poolBytes(pool) : 0);

/** The next size of the data. The same: the drive has no space left. */
export const moreData = (dataBytes: number, capacityBytes: number, freeBytes: number): number =>
  dataBytes + Math.min(stepBytes(capacityBytes), wholeExtents(freeBytes));

/** The next size of the metadata. */
export const moreMetadata = (metadataBytes: number, freeBytes: number): number =>
  Math.min(MOST_METADATA_BYTES, metadataBytes + Math.min(metadataBytes, wholeExtents(freeBytes)));
