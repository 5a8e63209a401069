/** State of one leg, read from the target's kernel. */
import { lvName } from '@weft/shared/identity';
import type { Machine } from '../machines/machine.js';
import { sysfsOf } from './sysfs.js';

/** Linux counts `stat` in sectors of 512 bytes on every device (Documentation/block/stat.rst). */
const SECTOR_BYTES = 512;

const mapping = (legId: string) => `/dev/mapper/*${lvName(legId).replaceAll('-', '--')}`;

/** Bytes written to a leg's LV since its activation at the target's boot: the writes that a returning leg got. */
export async function bytesWritten(target: Machine, legId: string): Promise<number> {
  const stat = (await target.run(`cat ${sysfsOf(mapping(legId))}/stat`)).trim().split(/\s+/);
  return Number(stat[6]) * SECTOR_BYTES;
}

/** Position of a leg's byte on its drive, in sectors of 512 bytes. The LV has one extent, because the lab's drives are empty before. */
export async function sectorOf(target: Machine, legId: string, byteOffset: number): Promise<number> {
  const [, , , , start] = (await target.run(`dmsetup table ${mapping(legId)}`)).trim().split(/\s+/);
  return Number(start) + byteOffset / SECTOR_BYTES;
}

/** Delays every write to the leg by `milliseconds` (dm-delay in place of the LV's linear mapping). @returns how to undo it. */
export const delayWrites = (target: Machine, legId: string, milliseconds: number): Promise<() => Promise<void>> =>
  replaced(target, legId, (device) => `${device} 0 ${device} ${milliseconds}`);

/** The same for reads and writes. */
export const delayed = (target: Machine, legId: string, milliseconds: number): Promise<() => Promise<void>> =>
  replaced(target, legId, (device) => `${device} ${milliseconds}`);

async function replaced(target: Machine, legId: string, argumentsOf: (device: string) => string): Promise<() => Promise<void>> {
  const name = mapping(legId);
  const table = (await target.run(`dmsetup table ${name}`)).trim();
  const [start = '', length = '', , device = '', offset = ''] = table.split(/\s+/);
  const load = async (line: string) => {
    await target.run(`set -e; dmsetup load ${name} --table '${line}'; dmsetup suspend ${name}; dmsetup resume ${name}`, {
      timeoutSeconds: 60,
    });
  };
  await load(`${start} ${length} delay ${argumentsOf(`${device} ${offset}`)}`);
  return () => load(table);
}
