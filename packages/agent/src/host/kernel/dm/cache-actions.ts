import type { CacheMode } from '@weft/shared/cache/cache-modes';
import type { DmCache } from '../../dm-cache.js';
import type { CacheTable, Operation } from '../../operations.js';
import type { Action } from '../run/action.js';
import { createMapping, linearTable, replaceTable } from './mapping-actions.js';

type CacheOperation = Extract<Operation, { op: 'create-cache' | 'change-cache' | 'clean-cache' | 'move-leg-device' }>;
type Policy = 'smq' | 'cleaner';

const SECTOR = 512;

/** Names in the kernel's tables. */
const MODES: Record<CacheMode, string> = { 'write-through': 'writethrough', 'write-back': 'writeback', 'pass-through': 'passthrough' };

/** start length cache metadata data origin block features policy (Documentation/admin-guide/device-mapper/cache.rst). */
export const cacheTable = ({ lengthBytes, metadata, data, origin, blockBytes, mode }: CacheTable, policy: Policy = 'smq'): string =>
  `0 ${lengthBytes / SECTOR} cache ${metadata} ${data} ${origin} ${blockBytes / SECTOR} 1 ${MODES[mode]} ${policy} 0`;

export function cacheActions(operation: CacheOperation, udev: boolean): Action[] {
  const sync = udev ? [] : ['--noudevsync'];
  switch (operation.op) {
    case 'create-cache':
      return createMapping({ ...operation, readOnly: false }, cacheTable(operation), sync);
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

const reload = ({ name, uuid, ...cache }: Omit<CacheTable, 'mode'>, table: string, sync: string[]): Action[] => [
  { do: 'check', fact: { fact: 'cache-over', name, uuid, ...cache } },
  ...replaceTable({ name, uuid, readOnly: false }, table, sync),
];

function move({ name, uuid, from, to, leaves }: Extract<Operation, { op: 'move-leg-device' }>, sync: string[]): Action[] {
  const done = { fact: 'mapping-table', name, uuid, table: linearTable([to]) } as const;
  return [
    { do: 'check', fact: { fact: 'mapping-table', name, uuid, table: linearTable([from]) }, unless: done },
    ...(leaves ? [{ do: 'check', fact: { fact: 'cache-may-go', ...leaves }, unless: done } as const] : []),
    ...replaceTable({ name, uuid, readOnly: false }, linearTable([to]), sync),
  ];
}

/** `dmsetup status --target cache` names each device first. */
export const CACHE_STATUS = ['dmsetup', 'status', '--target', 'cache'] as const;
export const CACHE_COUNTERS = ['dmsetup', 'status', '--noflush', '--target', 'cache'] as const;
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
