import type { MdArray, MdMember } from '../../host.js';
import type { Tree } from '../run/host-fs.js';
import { observeCheck } from './md-check.js';

const SECTOR = 512;
const KIB = 1024;

/** UUID of an array whose kernel does not show it in sysfs (6.1 and later do): derived once with mdadm, by kernel name. */
export type ArrayUuids = (device: string) => Promise<string | undefined>;

/** Attributes: Documentation/admin-guide/md.rst. */
export async function observeArrays(tree: Tree, uuidOf: ArrayUuids, blocks = tree.listNow('/sys/block')): Promise<MdArray[]> {
  const devices = blocks.filter((name) => /^md/.test(name));
  const arrays = await Promise.all(devices.map((device) => readArray(tree, device, uuidOf)));
  return arrays.filter((array) => array !== undefined);
}

async function readArray(tree: Tree, device: string, uuidOf: ArrayUuids): Promise<MdArray | undefined> {
  const path = `/sys/block/${device}/md`;
  const state = await tree.optional(`${path}/array_state`);
  // `clear`: a device node without an array behind it.
  if (state === undefined || state === 'clear') return undefined;
  const names = (await tree.list(path)).filter((name) => name.startsWith('dev-'));
  const [
    level,
    degraded,
    raidDisks,
    size,
    syncAction,
    completed,
    speed,
    slowest,
    fastest,
    readOnly,
    sequence,
    bitmapDelay,
    sysfsUuid,
    members,
  ] = await Promise.all([
    tree.optional(`${path}/level`),
    tree.number(`${path}/degraded`),
    tree.optional(`${path}/raid_disks`),
    tree.number(`/sys/block/${device}/size`),
    tree.optional(`${path}/sync_action`),
    tree.optional(`${path}/sync_completed`),
    tree.number(`${path}/sync_speed`),
    tree.optional(`${path}/sync_speed_min`),
    tree.optional(`${path}/sync_speed_max`),
    tree.number(`/sys/block/${device}/ro`),
    tree.number(`/sys/block/${device}/diskseq`),
    tree.number(`${path}/bitmap/time_base`),
    tree.optional(`${path}/uuid`),
    Promise.all(names.map((name) => readMember(tree, `${path}/${name}`, name.slice('dev-'.length)))),
  ]);
  const check = await observeCheck(tree, path, syncAction, device);
  const uuid = canonicalUuid(sysfsUuid || ((await uuidOf(device)) ?? ''));
  return {
    device,
    uuid,
    level: level ?? '',
    state,
    degraded: degraded ?? 0,
    // "4" or, during a reshape, "4 (2)".
    raidDisks: Number.parseInt(raidDisks ?? '0', 10),
    sizeBytes: (size ?? 0) * SECTOR,
    syncAction: syncAction ?? 'idle',
    syncProgressRatio: parseProgress(completed),
    syncSpeedBytesPerSecond: speed === undefined ? null : speed * KIB,
    syncSpeedLimits: parseLimits(slowest, fastest),
    readOnly: readOnly === 1 || state === 'readonly',
    ...(check && { check }),
    members: members.filter((member) => member !== undefined),
    ...(sequence !== undefined && { sequence }),
    ...(bitmapDelay !== undefined && { bitmapDelaySeconds: bitmapDelay }),
  };
}

async function readMember(tree: Tree, path: string, device: string): Promise<MdMember | undefined> {
  const [state, slot, errors, badBlocks, unacknowledged] = await Promise.all([
    tree.optional(`${path}/state`),
    tree.optional(`${path}/slot`),
    tree.number(`${path}/errors`),
    tree.optional(`${path}/bad_blocks`),
    tree.optional(`${path}/unacknowledged_bad_blocks`),
  ]);
  if (state === undefined) return undefined;
  const lines = (text: string | undefined) => (text ? text.split('\n').length : 0);
  return {
    device,
    flags: state.split(',').filter((flag) => flag !== ''),
    slot: slot === undefined || slot === 'none' || slot === '' ? null : Number(slot),
    errors: errors ?? 0,
    badBlocks: lines(badBlocks) + lines(unacknowledged),
  };
}

/** `1234 / 5678` in sectors, `none`, or `delayed`. */
export function parseProgress(text: string | undefined): number | null {
  const match = /^(\d+) \/ (\d+)$/.exec(text ?? '');
  const total = Number(match?.[2] ?? 0);
  return match && total > 0 ? Number(match[1]) / total : null;
}

/** `1000 (system)` or `5000 (local)`, in KiB per second. */
function parseLimits(slowest: string | undefined, fastest: string | undefined): MdArray['syncSpeedLimits'] {
  const [min, max] = [slowest, fastest].map((text) => Number.parseInt(text ?? '', 10) * KIB);
  return Number.isFinite(min) && Number.isFinite(max) ? { minBytesPerSecond: min ?? 0, maxBytesPerSecond: max ?? 0 } : null;
}

/** mdadm writes four groups of eight digits with colons, the kernel a standard UUID. */
export function canonicalUuid(text: string): string {
  const digits = text.replaceAll(/[^0-9a-fA-F]/g, '').toLowerCase();
  return digits.length === 32 ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : '';
}
