import { describe, expect, it } from 'vitest';
import type { PoolTable } from '../../operations.js';
import { parsePoolStatus, parseThinStatus, poolTable, thinActions, thinTable } from './thin-actions.js';

const POOL: PoolTable = { name: 'p', uuid: 'u', data: '/dev/d', metadata: '/dev/m', lengthBytes: 16 * 2 ** 20, blockBytes: 65_536 };
const programs = (operation: Parameters<typeof thinActions>[0]) =>
  thinActions(operation, false).flatMap((action) => (action.do === 'exec' ? [action.argv.slice(0, 2).join(' ')] : []));
const scripts = (operation: Parameters<typeof thinActions>[0]) =>
  thinActions(operation, false).flatMap((action) => (action.do === 'exec' ? [action.argv[2]] : []));
const helped = (operation: Parameters<typeof thinActions>[0]) =>
  thinActions(operation, false).flatMap((action) => (action.do === 'exec' && action.helper ? [action.helper.words] : []));

describe('tables', () => {
  it('name metadata, data and block size, and refuse writes when the pool is full', () => {
    expect(poolTable(POOL)).toBe('0 32768 thin-pool /dev/m /dev/d 128 0 1 error_if_no_space');
    expect(thinTable({ name: 't', uuid: 'u', pool: 'p', thinId: 7, lengthBytes: 2 ** 20 })).toBe('0 2048 thin /dev/mapper/p 7');
  });
});

describe('thinActions', () => {
  it('suspends an origin within one step, after the process that ends it was started', () => {
    const snapshot = { op: 'create-thin', pool: 'p', thinId: 2, originId: 1, suspends: 'o' } as const;
    expect(programs(snapshot)).toEqual(['sh -c', 'sh -c']);
    const [watch, work] = scripts(snapshot);
    expect(watch).toMatch(/setsid sh -c "\$0" weft-hold/);
    expect(work).toMatch(/dmsetup suspend .*message 'p' 0 'create_snap 2 1'.*dmsetup resume/);
    expect(helped(snapshot)).toEqual([
      ['watch', '/run/weft/holds/p.2', '11', 'o'],
      ['snapshot', 'o', 'p', 'create_snap 2 1'],
    ]);
    expect(programs({ ...snapshot, suspends: null })).toEqual(['dmsetup message']);
  });

  it('starts the process that ends a hold before it suspends anything', () => {
    const both = { op: 'hold-io' as const, id: 'i', boundMs: 1500, mappings: ['a', 'b'] };
    expect(programs(both)).toEqual(['sh -c', 'dmsetup suspend']);
    expect(scripts(both)[0]).toMatch(/setsid sh -c "\$0" weft-hold/);
    expect(helped(both)).toEqual([
      ['watch', '/run/weft/holds/i', '2', 'a', 'b'],
      ['suspend', 'a', 'b'],
    ]);
    // Nothing is suspended after the process that resumes it has ended.
    const seconds = thinActions(both, false).flatMap((action) => (action.do === 'exec' ? [action.seconds] : []));
    expect(seconds.reduce((sum, each) => sum + each, 0)).toBe(1.5);
    const [start] = thinActions({ op: 'hold-io', id: 'i', boundMs: 1500, mappings: ['a'] }, false).filter((action) => action.do === 'exec');
    expect(start?.do === 'exec' && start.argv.slice(4)).toEqual(['2', '/run/weft/holds/i', 'a']);
  });

  it('resumes nothing before it has checked that all are suspended', () => {
    const kinds = thinActions({ op: 'release-io', id: 'i', mappings: ['a', 'b'] }, false).map((action) => action.do);
    expect(kinds).toEqual(['check', 'check', 'exec', 'unlink']);
  });
});

describe('parsePoolStatus', () => {
  const status = (rest: string) => parsePoolStatus(`pool: 0 32768 thin-pool ${rest}\n`)[0];

  it.each([
    [
      'rw',
      '1 12/1024 40/256 - rw discard_passdown error_if_no_space - 1024',
      { mode: 'rw', needsCheck: false, dataUsed: 40, dataTotal: 256 },
    ],
    ['a full pool', '0 12/1024 256/256 - out_of_data_space discard_passdown error_if_no_space - 1024', { mode: 'out-of-data-space' }],
    ['a damaged pool', '0 12/1024 40/256 - ro discard_passdown error_if_no_space needs_check 1024', { mode: 'ro', needsCheck: true }],
    ['a failed pool', 'Fail', { mode: 'failed', dataTotal: 0 }],
    ['no answer', 'Error', { mode: 'failed', metadataTotal: 0 }],
  ])('reads %s', (_what, rest, found) => {
    expect(status(rest)).toMatchObject({ name: 'pool', ...found });
  });

  it('reads used and total blocks of the metadata', () => {
    expect(status('1 12/1024 40/256 - rw discard_passdown error_if_no_space - 1024')).toMatchObject({
      metadataUsed: 12,
      metadataTotal: 1024,
    });
    expect(parsePoolStatus('No devices found\n')).toEqual([]);
  });
});

describe('parseThinStatus', () => {
  it('reads mapped bytes, and none of a device whose pool failed', () => {
    const text = 'a: 0 65536 thin 384 65535\nb: 0 65536 thin 0 -\nc: 0 65536 thin Fail\n';
    expect(parseThinStatus(text)).toEqual([
      { name: 'a', mappedBytes: 384 * 512 },
      { name: 'b', mappedBytes: 0 },
    ]);
  });
});
