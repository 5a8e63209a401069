import { WRITE_BACK_TAG } from '@weft/shared/identity';
import { describe, expect, it } from 'vitest';
import { mayBeLeft } from '../../dm-cache.js';
import type { CacheTable } from '../../operations.js';
import { cacheActions, cacheTable, parseCacheStatus } from './cache-actions.js';

const TABLE: CacheTable = {
  ...{ name: 'c', uuid: 'u', origin: '/dev/o', data: '/dev/d', metadata: '/dev/m' },
  ...{ lengthBytes: 128 * 2 ** 20, blockBytes: 65_536, mode: 'write-back' },
};
const words = (operation: Parameters<typeof cacheActions>[0]) =>
  cacheActions(operation, true).map((action) =>
    action.do === 'exec' ? action.argv.slice(0, 2).join(' ') : action.do === 'check' ? action.fact.fact : '',
  );

describe('cacheTable', () => {
  it('names metadata, data and origin in this order, sizes in sectors', () => {
    expect(cacheTable(TABLE)).toBe('0 262144 cache /dev/m /dev/d /dev/o 128 1 writeback smq 0');
    expect(cacheTable({ ...TABLE, mode: 'write-through' }, 'cleaner')).toMatch(/ 1 writethrough cleaner 0$/);
  });
});

describe('cacheActions', () => {
  it('checks that nothing is dirty before a cache passes through: the kernel would refuse to resume', () => {
    expect(words({ op: 'change-cache', ...TABLE, mode: 'pass-through' })[0]).toBe('cache-clean');
    expect(words({ op: 'change-cache', ...TABLE })).toEqual(['cache-over', 'dmsetup load', 'dmsetup resume', 'mapping-table']);
  });

  it('waits until a cache is clean after the policy that cleans it is loaded', () => {
    const { mode, ...devices } = TABLE;
    const actions = cacheActions({ op: 'clean-cache', ...devices, seconds: 60 }, true);
    expect(actions.at(-1)).toEqual({ do: 'check', fact: { fact: 'cache-clean', name: 'c' }, waitSeconds: 60 });
  });

  it('leaves a cache only after it was asked whether it may go', () => {
    const segment = (device: string) => ({ startBytes: 0, lengthBytes: 4096, device, offsetBytes: 0 });
    const move = { op: 'move-leg-device', name: 'l', uuid: 'u', from: segment('/dev/c'), to: segment('/dev/o') } as const;
    const leaves = { cache: 'c', vg: 'v', lv: 'o' };
    expect(words({ ...move, leaves })).toEqual(['mapping-table', 'cache-may-go', 'dmsetup load', 'dmsetup resume', 'mapping-table']);
    expect(words({ ...move, leaves: null })).not.toContain('cache-may-go');
  });
});

describe('parseCacheStatus', () => {
  // As Linux 6.12 prints it.
  const LINE =
    'weft-leg-1-cache: 0 262144 cache 8 13/2048 128 200/1024 400 200 342 258 3 201 51 1 writeback 2 migration_threshold 2048 smq 0 rw -';

  it('reads sizes, counters, mode and policy', () => {
    const [found] = parseCacheStatus(`${LINE}\n`);
    expect(found).toEqual({
      ...{ name: 'weft-leg-1-cache', failed: false, mode: 'write-back', policy: 'smq', blockBytes: 65_536 },
      ...{ used: 200, total: 1024, dirty: 51, metadataUsedRatio: 13 / 2048 },
      ...{ readHits: 400, readMisses: 200, writeHits: 342, writeMisses: 258, demotions: 3, promotions: 201 },
    });
  });

  it.each(['Error', 'Fail', ''])('takes a cache that answers "%s" for failed, and never for clean', (answer) => {
    const [found] = parseCacheStatus(`c: 0 262144 cache ${answer || 'x'}`);
    expect(found).toMatchObject({ name: 'c', failed: true, mode: null });
    expect(mayBeLeft(found, [WRITE_BACK_TAG])).toBe(false);
  });

  it('takes none from a host without caches', () => {
    expect(parseCacheStatus('No devices found\n')).toEqual([]);
  });
});

describe('mayBeLeft', () => {
  const [cache] = parseCacheStatus('c: 0 8 cache 8 1/8 128 0/8 0 0 0 0 0 0 0 1 writethrough 2 migration_threshold 2048 smq 0 rw -');
  it('holds for a clean cache that writes through or passes through, and for no other', () => {
    const at = (more: object, tags: string[] = [WRITE_BACK_TAG]) => cache && mayBeLeft({ ...cache, ...more }, tags);
    expect([at({}), at({ mode: 'pass-through' })]).toEqual([true, true]);
    expect([at({ mode: 'write-back' }), at({ dirty: 1 }), at({ mode: null }), at({ failed: true })]).toEqual([false, false, false, false]);
  });

  it('holds for a failed cache of a volume without the mark alone', () => {
    const failed = cache && { ...cache, failed: true, mode: null };
    expect([mayBeLeft(failed, []), mayBeLeft(failed, [WRITE_BACK_TAG]), mayBeLeft(failed, undefined)]).toEqual([true, false, false]);
    expect(mayBeLeft(undefined, [])).toBe(false);
  });
});
