/** What a volume's legs lie on. */
export const integrities = ['none', 'dm-integrity'] as const;
export type Integrity = (typeof integrities)[number];

const SECTOR = 512;
/** dm-integrity's block: one checksum each. The leg's logical block is as long. */
export const INTEGRITY_BLOCK_BYTES = 4096;
/** Bytes of a checksum (crc32c). */
export const INTEGRITY_TAG_BYTES = 4;
/** `interleave_sectors`: data between two runs of checksums, the kernel's default. */
const INTERLEAVE_SECTORS = 32_768;
/** Checksums of one such range. With `fix_padding` the kernel rounds them up to a sector, which they fill. */
const RUN_SECTORS = (((INTERLEAVE_SECTORS * SECTOR) / INTEGRITY_BLOCK_BYTES) * INTEGRITY_TAG_BYTES) / SECTOR;
/** `journal_sectors` in the table: the kernel takes whole sections of it, here two of 392 sectors. They hold the bitmap of a leg of up to 51 TiB. */
export const INTEGRITY_JOURNAL_SECTORS = 784;
/** Superblock and journal. */
const FIRST_SECTORS = 8 + INTEGRITY_JOURNAL_SECTORS;

/** Where byte `offset` of a leg lies in its logical volume (get_data_sector in drivers/md/dm-integrity.c). */
export function integrityPlace(offset: number): number {
  const ranges = Math.floor(offset / SECTOR / INTERLEAVE_SECTORS) + 1;
  return (FIRST_SECTORS + ranges * RUN_SECTORS) * SECTOR + offset;
}

/** Bytes of the logical volume of a leg that offers `offeredBytes`, a multiple of the block, before LVM rounds them up to whole extents. */
export const integrityVolumeBytes = (offeredBytes: number): number =>
  integrityPlace(Math.max(0, offeredBytes - INTEGRITY_BLOCK_BYTES)) + INTEGRITY_BLOCK_BYTES;

/** Most that a logical volume of this size can offer on dm-integrity. */
export function integrityOfferedBytes(volumeBytes: number): number {
  let offered = Math.floor(volumeBytes / INTEGRITY_BLOCK_BYTES) * INTEGRITY_BLOCK_BYTES;
  while (offered > 0 && integrityVolumeBytes(offered) > volumeBytes)
    offered -= Math.ceil((integrityVolumeBytes(offered) - volumeBytes) / INTEGRITY_BLOCK_BYTES) * INTEGRITY_BLOCK_BYTES;
  // The last step may cross a run of checksums.
  while (offered > 0 && integrityVolumeBytes(offered + INTEGRITY_BLOCK_BYTES) <= volumeBytes) offered += INTEGRITY_BLOCK_BYTES;
  return Math.max(0, offered);
}
