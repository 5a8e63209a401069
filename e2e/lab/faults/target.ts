/** What a target's kernel says of one leg. */
import { lvName } from '@weft/shared/identity';
import type { Machine } from '../machines/machine.js';

/** Linux counts `stat` in sectors of 512 bytes on every device (Documentation/block/stat.rst). */
const SECTOR_BYTES = 512;

/** Bytes written to a leg's LV since it was activated, which its target's boot did: what a returning leg was given. */
export async function bytesWritten(target: Machine, legId: string): Promise<number> {
  const device = `/sys/class/block/$(basename $(readlink -f /dev/mapper/*${lvName(legId).replaceAll('-', '--')}))`;
  const stat = (await target.run(`cat ${device}/stat`)).trim().split(/\s+/);
  return Number(stat[6]) * SECTOR_BYTES;
}
