import type { MdArray, MdSuperblock } from '../host.js';
import type { Superblock } from './drive/superblock.js';
import { type ArrayState, BITMAP_DELAY_SECONDS, inSyncSlots, SYSTEM_SPEED } from './members.js';
import { checkPosition, NO_CHECK, viewCheck } from './world/checks.js';

/** What an observation shows of an array. */
export function viewArray(array: ArrayState, nowMs: number): MdArray {
  const { device, uuid, level, raidDisks, sizeBytes, recovery, members, state } = array;
  const degraded = state === 'inactive' ? 0 : raidDisks - inSyncSlots(array).size;
  const done = recovery ? ((nowMs - recovery.startedMs) / 1000) * recovery.bytesPerSecond : 0;
  const { min, max } = array.speed ?? SYSTEM_SPEED;
  return {
    device,
    uuid,
    level,
    state,
    degraded,
    raidDisks,
    sizeBytes,
    ...(recovery
      ? {
          syncAction: 'recover',
          syncProgressRatio: Math.min(1, done / recovery.bytes),
          syncSpeedBytesPerSecond: recovery.bytesPerSecond,
        }
      : checking(array, nowMs)),
    syncSpeedLimits: { minBytesPerSecond: min, maxBytesPerSecond: max },
    readOnly: state === 'readonly',
    bitmapDelaySeconds: array.bitmapDelaySeconds ?? BITMAP_DELAY_SECONDS,
    check: viewCheck(array.check ?? NO_CHECK, nowMs, sizeBytes),
    ...(array.sequence === undefined ? {} : { sequence: array.sequence }),
    members: members.map((member) => ({
      device: member.device,
      flags: [
        member.status,
        ...(member.replaces ? ['replacement'] : []),
        ...(members.some((other) => other.replaces && other !== member && other.slot === member.slot) ? ['want_replacement'] : []),
      ],
      slot: member.status === 'faulty' ? null : member.slot,
      errors: 0,
      badBlocks: member.badBlocks,
    })),
  };
}

function checking(
  { check, sizeBytes }: ArrayState,
  nowMs: number,
): Pick<MdArray, 'syncAction' | 'syncProgressRatio' | 'syncSpeedBytesPerSecond'> {
  if (!check?.running) return { syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null };
  const { action, bytesPerSecond } = check.running;
  const syncProgressRatio = checkPosition(check.running, nowMs, sizeBytes) / sizeBytes;
  return { syncAction: action, syncProgressRatio, syncSpeedBytesPerSecond: bytesPerSecond };
}

/** What `mdadm --examine` shows of a superblock. */
export function describeSuperblock(found: Superblock | null): MdSuperblock | null {
  if (!found) return null;
  const place = found.partial === 'replacing' ? 'Replacement device' : 'Active device';
  const { uuid, level, events, role, roles } = found;
  return {
    uuid,
    level,
    events,
    deviceRole: role === null ? 'spare' : `${place} ${role}`,
    arrayState: roles,
    badBlocks: found.badBlocks ?? false,
    name: found.superblockName,
  };
}
