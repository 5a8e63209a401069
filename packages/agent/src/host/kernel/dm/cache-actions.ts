import { WRITE_BACK_TAG } from '@weft/shared/identity';
import type { CacheMode } from '@weft/shared/messages/assignment';
import type { DmCache } from '../../dm-cache.js';
import type { CacheTable, DmSegment, Operation } from '../../operations.js';
import type { Action } from '../run/action.js';

type CacheOperation = Extract<Operation, { op: 'create-cache' | 'change-cache' | 'clean-cache' | 'move-leg-device' }>;
type Policy = 'smq' | 'cleaner';

const SECTOR = 512;
/** The kernel drains what is in flight at the origin, which may be a slow drive. */
const SECONDS = 60;

/** Names in the kernel's tables. */
const MODES: Record<CacheMode, string> = { 'write-through': 'writethrough', 'write-back': 'writeback', 'pass-through': 'passthrough' };

/** start length cache metadata data origin block features policy (Documentation/admin-guide/device-mapper/cache.rst). */
export const cacheTable = ({ lengthBytes, metadata, data, origin, blockBytes, mode }: CacheTable, policy: Policy = 'smq'): string =>
  `0 ${lengthBytes / SECTOR} cache ${metadata} ${data} ${origin} ${blockBytes / SECTOR} 1 ${MODES[mode]} ${policy} 0`;

const linear = ({ lengthBytes, device, offsetBytes }: DmSegment): string =>
  `0 ${lengthBytes / SECTOR} linear ${device} ${offsetBytes / SECTOR}`;

export function cacheActions(operation: CacheOperation, udev: boolean): Action[] {
  const sync = udev ? [] : ['--noudevsync'];
  switch (operation.op) {
    case 'create-cache':
      return create(operation, sync);
    case 'change-cache':
      return [
        ...(operation.mode === 'pass-through' ? [{ do: 'check', fact: { fact: 'cache-clean', name: operation.name } } as const] : []),
        ...reload(operation, cacheTable(operation), sync),
      ];
    case 'clean-cache':
      return [
        ...reload(operation, cacheTable({ ...operation, mode: 'write-through' }, 'cleaner'), sync),
        { do: 'check', fact: { fact: 'cache-clean', name: operation.name }, waitSeconds: operation.seconds },
      ];
    case 'move-leg-device':
      return move(operation, sync);
  }
}

const mknodes = (name: string): Action => ({ do: 'exec', argv: ['dmsetup', 'mknodes', name], seconds: SECONDS });

function create(cache: CacheTable, sync: string[]): Action[] {
  const { name, uuid } = cache;
  const table = cacheTable(cache);
  return [
    { do: 'exec', argv: ['dmsetup', 'remove', ...sync, name], seconds: SECONDS, when: { fact: 'mapping-empty', name } },
    {
      do: 'exec',
      argv: ['dmsetup', 'create', ...sync, '--uuid', uuid, name],
      input: `${table}\n`,
      seconds: SECONDS,
      unless: { fact: 'mapping-exists', name },
    },
    // Where udev does not run, nothing else creates /dev/mapper/<name>.
    ...(sync.length > 0 ? [mknodes(name)] : []),
    { do: 'check', fact: { fact: 'mapping-table', name, uuid, table } },
  ];
}

/** A loaded table takes effect on resume, which waits for I/O in flight (dmsetup(8)). */
function reload({ name, uuid, ...cache }: Omit<CacheTable, 'mode'>, table: string, sync: string[]): Action[] {
  const done = { fact: 'mapping-table', name, uuid, table } as const;
  return [
    { do: 'check', fact: { fact: 'cache-over', name, uuid, ...cache } },
    { do: 'exec', argv: ['dmsetup', 'load', name], input: `${table}\n`, seconds: SECONDS, unless: done },
    { do: 'exec', argv: ['dmsetup', 'resume', ...sync, name], seconds: SECONDS, unless: done },
    { do: 'check', fact: done },
  ];
}

function move({ name, uuid, from, to, leaves }: Extract<Operation, { op: 'move-leg-device' }>, sync: string[]): Action[] {
  const done = { fact: 'mapping-table', name, uuid, table: linear(to) } as const;
  return [
    { do: 'check', fact: { fact: 'mapping-table', name, uuid, table: linear(from) }, unless: done },
    ...(leaves ? [{ do: 'check', fact: { fact: 'cache-may-go', ...leaves }, unless: done } as const] : []),
    { do: 'exec', argv: ['dmsetup', 'load', name], input: `${linear(to)}\n`, seconds: SECONDS, unless: done },
    { do: 'exec', argv: ['dmsetup', 'resume', ...sync, name], seconds: SECONDS, unless: done },
    { do: 'check', fact: done },
  ];
}

/** `dmsetup status --target cache` names each device first. */
export const CACHE_STATUS = ['dmsetup', 'status', '--target', 'cache'] as const;
const MODE_OF = new Map(Object.entries(MODES).map(([mode, word]) => [word, mode as CacheMode]));

/**
 * `leg: 0 262144 cache 8 9/2048 128 0/1024 0 0 0 0 0 0 0 1 writethrough 2 migration_threshold 2048 smq 0 rw -`: block sizes in sectors, metadata used/total,
 * cache used/total, read hits and misses, write hits and misses, demotions, promotions, dirty, features, core arguments, policy. `leg: 0 262144 cache Fail` or
 * `Error`: it has failed.
 */
export function parseCacheStatus(text: string): DmCache[] {
  return text.split('\n').flatMap((line): DmCache[] => {
    const [, name, rest = ''] = /^(\S+): \d+ \d+ cache (.+)$/.exec(line.trim()) ?? [];
    if (name === undefined) return [];
    const words = rest.trim().split(/\s+/);
    const numbers = words.slice(4, 11).map(Number);
    const [metadataUsed = 0, metadataTotal = 0] = fraction(words[1]);
    const [used = 0, total = 0] = fraction(words[3]);
    const [readHits = 0, readMisses = 0, writeHits = 0, writeMisses = 0, demotions = 0, promotions = 0, dirty = 0] = numbers;
    if (words.length < 12 || ![...numbers, total, metadataTotal].every(Number.isFinite)) return [{ ...FAILED, name }];
    const features = words.slice(12, 12 + Number(words[11]));
    const mode = features.map((word) => MODE_OF.get(word)).find((found) => found !== undefined) ?? null;
    const core = 12 + features.length;
    const policy = words[core + 1 + Number(words[core])] ?? '';
    const metadataUsedRatio = metadataTotal > 0 ? metadataUsed / metadataTotal : 0;
    const counts = { readHits, readMisses, writeHits, writeMisses, demotions, promotions, dirty };
    return [{ name, failed: false, mode, policy, blockBytes: Number(words[2]) * SECTOR, used, total, metadataUsedRatio, ...counts }];
  });
}
const fraction = (word = ''): number[] => word.split('/').map(Number);
const FAILED: Omit<DmCache, 'name'> = {
  ...{ failed: true, mode: null, policy: '', blockBytes: 0, used: 0, total: 0, dirty: 0, metadataUsedRatio: 0 },
  ...{ readHits: 0, readMisses: 0, writeHits: 0, writeMisses: 0, promotions: 0, demotions: 0 },
};

/** A clean cache that writes through, or passes through, cannot become dirty. */
export const staysClean = ({ failed, mode, dirty }: DmCache): boolean => !failed && dirty === 0 && mode !== 'write-back' && mode !== null;

export const mayHoldTheNewest = (tags: readonly string[]): boolean => tags.includes(WRITE_BACK_TAG);
