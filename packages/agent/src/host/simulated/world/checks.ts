import type { MdCheck } from '../../md-check.js';
import type { CheckAction } from '../../operations.js';

/** A running check, linear from its beginning to the end of the array. */
export interface RunningCheck {
  action: CheckAction;
  startedMs: number;
  fromBytes: number;
  bytesPerSecond: number;
}
/** What md keeps of checks while the array runs. */
export interface CheckState {
  lastAction: string;
  isMarked: boolean;
  fromBytes: number;
  mismatchBytes: number;
  running: RunningCheck | null;
}
export const NO_CHECK: CheckState = { lastAction: 'none', isMarked: false, fromBytes: 0, mismatchBytes: 0, running: null };

/** md compares raid1 in ranges of this size, and counts such a range in full (RESYNC_BLOCK_SIZE in drivers/md/raid1-10.c). */
export const COMPARED_BYTES = 65_536;

export const checkPosition = ({ startedMs, fromBytes, bytesPerSecond }: RunningCheck, nowMs: number, sizeBytes: number): number =>
  Math.min(sizeBytes, fromBytes + Math.floor(((nowMs - startedMs) / 1000) * bytesPerSecond));

export function viewCheck({ running, ...check }: CheckState, nowMs: number, sizeBytes: number): MdCheck {
  return { ...check, positionBytes: running && checkPosition(running, nowMs, sizeBytes) };
}

/** Text by address in the array; an address that is missing reads as zeroes. */
export type Half = ReadonlyMap<number, string>;

/** Addresses below `toBytes` and from `fromBytes` on where the halves of one mirror differ. */
export function differences(halves: readonly Half[], fromBytes: number, toBytes: number): number[] {
  const addresses = new Set(halves.flatMap((half) => [...half.keys()]));
  return [...addresses].filter(
    (address) => address >= fromBytes && address < toBytes && new Set(halves.map((half) => half.get(address) ?? '')).size > 1,
  );
}

/** How md counts these addresses. */
export const countedBytes = (addresses: readonly number[]): number =>
  new Set(addresses.map((address) => Math.floor(address / COMPARED_BYTES))).size * COMPARED_BYTES;
