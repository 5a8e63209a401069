import type { MdCheck } from '../../md-check.js';
import type { Operation } from '../../operations.js';
import type { Action } from '../run/action.js';
import type { Tree } from '../run/host-fs.js';

const SECTOR = 512;
const KIB = 1024;
/**
 * Value of `sync_max` while a check of Weft's is not over: far behind the end of any array, so it stops neither the check nor a rebuild, and a multiple of
 * every chunk size, which md requires. md resets it to `max` when a sync has completed, and keeps it when the sync was interrupted (md_do_sync in
 * drivers/md/md.c). `sync_min` alone does not show this: it is 0 after both a complete check and one that was interrupted near its beginning.
 */
const MARK = String(2 ** 52);
const SECONDS = 30;

type CheckOperation = Extract<Operation, { op: 'start-check' | 'stop-check' }>;

/** Documentation/admin-guide/md.rst: sync_action, sync_min, sync_max, last_sync_action. @param md the array's directory in sysfs. */
export function checkActions(md: string, operation: CheckOperation): Action[] {
  const { action } = operation;
  const write = (name: string, value: string): Action => ({ do: 'write', path: `${md}/${name}`, value, blocking: true, seconds: SECONDS });
  if (operation.op === 'start-check')
    return [
      write('sync_max', MARK),
      write('sync_min', sectors(operation.fromBytes)),
      write('sync_action', action),
      { do: 'check', fact: { fact: 'value', path: `${md}/last_sync_action`, value: action }, waitSeconds: 10 },
    ];
  // md changes its bounds only while no sync runs; after a completed check they must stay as md has reset them.
  const marked = {
    when: { fact: 'value', path: `${md}/sync_action`, value: 'idle' },
    unless: { fact: 'value', path: `${md}/sync_max`, value: 'max' },
  } as const;
  const { resumeAtBytes } = operation;
  return [
    // md ends it after its last I/O. A rebuild that has taken its place meanwhile goes on.
    { ...write('sync_action', 'idle'), when: { fact: 'value', path: `${md}/sync_action`, value: action } },
    { ...write('sync_min', sectors(resumeAtBytes ?? 0)), ...marked },
    ...(resumeAtBytes === null ? [{ ...write('sync_max', 'max'), ...marked }] : []),
  ];
}

/** md rounds `sync_min` down to 4 KiB. */
const sectors = (bytes: number): string => String(Math.floor(bytes / 4096) * (4096 / SECTOR));

/** @param path the array's directory in sysfs. */
export async function observeCheck(tree: Tree, path: string, syncAction: string | undefined, device: string): Promise<MdCheck | undefined> {
  const [max, min, lastAction, mismatches] = await Promise.all([
    tree.optional(`${path}/sync_max`),
    tree.number(`${path}/sync_min`),
    tree.optional(`${path}/last_sync_action`),
    tree.number(`${path}/mismatch_cnt`),
  ]);
  if (max === undefined || lastAction === undefined || mismatches === undefined) return undefined;
  const runs = syncAction === 'check' || syncAction === 'repair';
  return {
    lastAction,
    isMarked: max === MARK,
    fromBytes: (min ?? 0) * SECTOR,
    mismatchBytes: mismatches * SECTOR,
    positionBytes: runs ? (syncPosition((await tree.optional('/proc/mdstat')) ?? '', device) ?? (min ?? 0) * SECTOR) : null,
  };
}

/**
 * How far the sync of an array is, in bytes: `check = 12.6% (12345/98765)` in KiB (status_resync in drivers/md/md.c). `sync_completed` in sysfs follows only
 * every sixteenth of the array. Undefined: /proc/mdstat shows none.
 */
export function syncPosition(mdstat: string, device: string): number | undefined {
  const [, ...rest] = mdstat.split(new RegExp(`^${device} : `, 'm'));
  const own = rest.join('').split(/^md\d+ : /m)[0] ?? '';
  const match = /(?:check|resync|repair|recovery|reshape)\s*=\s*[\d.]+%\s*\((\d+)\/\d+\)/.exec(own);
  return match ? Number(match[1]) * KIB : undefined;
}
