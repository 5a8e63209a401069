import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../operations.js';
import { syncPosition } from '../md/md-check.js';
import { checks, commands, find, nothing } from './actions.fixture.js';
import { actionsFor } from './actions.js';

const uuid = '0b5f6c3e-9a51-4a0c-8a63-2f5d0a6f1c11';

describe('arrays', () => {
  const devices = ['/dev/nvme4n1', '/dev/nvme5n1', '/dev/nvme6n1', '/dev/nvme7n1'];
  const create = {
    op: 'create-array',
    name: 'weft-v',
    uuid,
    level: 'raid10',
    chunkBytes: 65536,
    dataOffsetBytes: 4 * MiB,
    bitmapChunkBytes: null,
    devices,
  } as const;
  const assemble = { op: 'assemble-array', name: 'weft-v', uuid, devices, readOnly: false, run: false } as const;

  test('creates an array with a fixed layout, on legs without a superblock, without force', () => {
    const checked = find(actionsFor({ ...create, devices: [...devices] }, nothing), 'check').map(({ fact }) => fact);
    expect(checked).toContainEqual({ fact: 'no-superblocks', devices });
    expect(commands({ ...create, devices: [...devices] })).toEqual([
      [
        'mdadm',
        '--create',
        '/dev/md/weft-v',
        '--config=none',
        '--homehost=any',
        '--name=weft-v',
        '--metadata=1.2',
        '--level=10',
        '--uuid=0b5f6c3e:9a514a0c:8a632f5d:0a6f1c11',
        '--data-offset=4096K',
        '--bitmap=internal',
        '--layout=n2',
        '--chunk=64K',
        '--assume-clean',
        '--raid-devices=4',
        ...devices,
      ],
    ]);
  });

  test('writes the attachment into superblocks, except on a read-only start (S3)', () => {
    const holder = 'weft-mbdz1x2k-0123456789ab';
    expect(commands({ ...create, devices: [...devices], holder })[0]).toContain(`--name=${holder}`);
    const start = { ...assemble, devices: [...devices], holder };
    expect(commands(start).at(-1)).toEqual(expect.arrayContaining(['--update=name', `--name=${holder}`]));
    expect(commands({ ...start, readOnly: true }).flat()).not.toContain('--update=name');
    expect(commands({ ...start, holder: undefined }).flat()).not.toContain('--update=name');
  });

  test('creates raid1 without layout and chunk size', () => {
    const [argv] = commands({ ...create, level: 'raid1', bitmapChunkBytes: 65536, devices: devices.slice(0, 2) });
    expect(argv?.slice(7)).toEqual([
      '--level=1',
      '--uuid=0b5f6c3e:9a514a0c:8a632f5d:0a6f1c11',
      '--data-offset=4096K',
      '--bitmap=internal',
      '--bitmap-chunk=64K',
      '--assume-clean',
      '--raid-devices=2',
      '/dev/nvme4n1',
      '/dev/nvme5n1',
    ]);
  });

  test('assembles the listed legs without --force, and with --run only on request (S4)', () => {
    const base = ['mdadm', '--assemble', '/dev/md/weft-v', '--config=none', '--homehost=any', '--uuid=0b5f6c3e:9a514a0c:8a632f5d:0a6f1c11'];
    const assembly = (change: object) => commands({ ...assemble, devices: [...devices], ...change } as Operation).at(-1);
    expect(assembly({})).toEqual([...base, ...devices]);
    expect(assembly({ readOnly: true })).toEqual([...base, '--readonly', ...devices]);
    expect(assembly({ run: true })).toEqual([...base, '--run', ...devices]);
  });

  test('counts an array as assembled only if it runs on the listed legs (S4)', () => {
    const running = actionsFor({ ...assemble, devices: [...devices] }, nothing).filter((action) => action.unless?.fact === 'array-running');
    expect(running.map(({ unless }) => unless)).toEqual([{ fact: 'array-running', uuid, devices }]);
  });

  test('checks that a superblock belongs to the array before it clears it', () => {
    const zero = { op: 'zero-superblock', device: '/dev/nvme4n1', uuid } as const;
    expect(checks(zero)[0]).toBe('superblock-absent-or');
    expect(commands(zero)).toEqual([['mdadm', '--zero-superblock', '/dev/nvme4n1']]);
  });

  test('stops only the array with this UUID', () => {
    const stop = { op: 'stop-array', device: 'md127', uuid } as const;
    expect(checks(stop)[0]).toBe('array-is');
    expect(commands(stop)).toEqual([['mdadm', '--stop', '/dev/md127']]);
  });

  test('re-adds a member by --re-add alone, so that md resyncs only what its bitmap marks', () => {
    const member = { array: 'md127', uuid, device: '/dev/nvme4n1' };
    expect(commands({ op: 're-add-member', ...member })).toEqual([['mdadm', '--manage', '/dev/md127', '--re-add', '/dev/nvme4n1']]);
    expect(checks({ op: 're-add-member', ...member })).toEqual(['array-is', 'array-member']);
  });

  test('adds a leg by --add-spare, and only without a superblock, so that md copies all of it', () => {
    const member = { array: 'md127', uuid, device: '/dev/nvme4n1' };
    expect(commands({ op: 'add-member', ...member })).toEqual([['mdadm', '--manage', '/dev/md127', '--add-spare', '/dev/nvme4n1']]);
    expect(checks({ op: 'add-member', ...member })).toEqual(['array-is', 'no-superblock', 'array-member']);
  });

  describe('checks', () => {
    const at = { array: 'md127', uuid } as const;
    const writes = (operation: Operation) =>
      find(actionsFor(operation, nothing), 'write').map(({ path, value, when, unless }) => [
        path.replace('/sys/block/md127/md/', ''),
        value,
        ...(when ? [when] : []),
        ...(unless ? [unless] : []),
      ]);
    const is = (name: string, value: string) => ({ fact: 'value', path: `/sys/block/md127/md/${name}`, value });
    const MARK = '4503599627370496';

    test('marks a check by a bound that stops nothing, before it begins, and rounds its place down', () => {
      const start = { op: 'start-check', ...at, action: 'check', fromBytes: 10_000 } as const;
      expect(checks(start)).toEqual(['array-is', 'value']);
      expect(writes(start)).toEqual([
        ['sync_max', MARK],
        ['sync_min', '16'],
        ['sync_action', 'check'],
      ]);
    });

    test('ends only the check, keeps its mark for the next start, and changes no bound while something else syncs', () => {
      const stop = { op: 'stop-check', ...at, action: 'check', resumeAtBytes: 8192 } as const;
      expect(writes(stop)).toEqual([
        ['sync_action', 'idle', is('sync_action', 'check')],
        ['sync_min', '16', is('sync_action', 'idle'), is('sync_max', 'max')],
      ]);
      expect(writes({ ...stop, action: 'repair', resumeAtBytes: null })).toEqual([
        ['sync_action', 'idle', is('sync_action', 'repair')],
        ['sync_min', '0', is('sync_action', 'idle'), is('sync_max', 'max')],
        ['sync_max', 'max', is('sync_action', 'idle'), is('sync_max', 'max')],
      ]);
    });
  });
});

test('reads the place of a sync from /proc/mdstat, of this array only', () => {
  // The form of status_resync in drivers/md/md.c; numbers in KiB.
  const mdstat = [
    'Personalities : [raid1] [raid10]',
    'md126 : active raid10 nvme5n1[3] nvme4n1[2] nvme3n1[1] nvme2n1[0]',
    '      63488 blocks super 1.2 1024K chunks 2 near-copies [4/4] [UUUU]',
    '      [==>..................]  check = 12.6% (8000/63488) finish=0.2min speed=4000K/sec',
    '      bitmap: 0/1 pages [0KB], 65536KB chunk',
    '',
    'md127 : active raid1 nvme1n1[1] nvme0n1[0]',
    '      31744 blocks super 1.2 [2/2] [UU]',
    '      [=>...................]  resync =  6.3% (2000/31744) finish=0.2min speed=2000K/sec',
    'md12 : active raid1 nvme6n1[1] nvme7n1[0]',
    '      31744 blocks super 1.2 [2/2] [UU]',
    '',
    'unused devices: <none>',
  ].join('\n');
  expect(syncPosition(mdstat, 'md126')).toBe(8000 * 1024);
  expect(syncPosition(mdstat, 'md127')).toBe(2000 * 1024);
  expect(syncPosition(mdstat, 'md12')).toBeUndefined();
  expect(syncPosition(mdstat, 'md1')).toBeUndefined();
});
