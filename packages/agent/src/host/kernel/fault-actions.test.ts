import { describe, expect, test } from 'vitest';
import type { Operation } from '../operations.js';
import { extendsTable, parseStatsRegions } from './dm/dm-table.js';
import { dmNameOf, parseDmUse, parseExtents } from './lvm/lvm-report.js';
import { actionsFor } from './perform/actions.js';
import { Tree } from './run/host-fs.js';

/* What repairs and growth run, word for word, and what they read. */
const nothing = { udev: false, ports: [], subsystems: [], published: [] };
const uuid = '0b5f6c3e-9a51-4a0c-8a63-2f5d0a6f1c11';
const previousUuid = '1b5f6c3e-9a51-4a0c-8a63-2f5d0a6f1c11';
const at = { array: 'md127', uuid };
const actions = (operation: Operation) => actionsFor(operation, nothing);
const commands = (operation: Operation): string[] =>
  actions(operation).flatMap((action) => (action.do === 'exec' ? [action.argv.join(' ')] : []));
const writes = (operation: Operation): string[] =>
  actions(operation).flatMap((action) => (action.do === 'write' ? [`${action.path} ${action.value}`] : []));
const checks = (operation: Operation): string[] =>
  actions(operation).flatMap((action) => (action.do === 'check' ? [action.fact.fact] : []));

describe('members of an array', () => {
  test('changes only the named array, and removes a failed member by its sysfs name', () => {
    const remove = { op: 'remove-member', ...at, member: 'nvme3n1' } as const;
    expect(writes(remove)).toEqual(['/sys/block/md127/md/dev-nvme3n1/state remove']);
    for (const operation of [remove, { op: 're-add-member', ...at, device: '/dev/nvme3n1' } as const])
      expect(checks(operation)[0]).toBe('array-is');
  });

  test('returns a leg by --re-add, never by --add (S4)', () => {
    expect(commands({ op: 're-add-member', ...at, device: '/dev/nvme3n1' })).toEqual(['mdadm --manage /dev/md127 --re-add /dev/nvme3n1']);
  });

  test('adds a new leg as a spare, and only without a superblock (S4)', () => {
    expect(commands({ op: 'add-member', ...at, device: '/dev/nvme3n1' })).toEqual(['mdadm --manage /dev/md127 --add-spare /dev/nvme3n1']);
    expect(commands({ op: 'replace-member', ...at, old: 'nvme1n1', device: '/dev/nvme3n1' })).toEqual([
      'mdadm --manage /dev/md127 --add-spare /dev/nvme3n1',
      'mdadm --manage /dev/md127 --replace /dev/nvme1n1 --with /dev/nvme3n1',
    ]);
    expect(checks({ op: 'add-member', ...at, device: '/dev/nvme3n1' })).toContain('no-superblock');
  });

  test('writes sync speeds in KiB/s, the maximum first', () => {
    expect(writes({ op: 'set-sync-speed', ...at, minBytesPerSecond: 2048, maxBytesPerSecond: 1024 * 1024 })).toEqual([
      '/sys/block/md127/md/sync_speed_max 1024',
      '/sys/block/md127/md/sync_speed_min 2',
    ]);
  });

  test('renames the array on the kept legs only, read-only, without --run and --force (S4)', () => {
    const rename = { op: 'rename-array', name: 'weft-1', uuid, previousUuid, devices: ['/dev/nvme1n1'] } as const;
    const words = commands({ ...rename, devices: [...rename.devices] });
    expect(words[1]).toBe(
      'mdadm --assemble /dev/md/weft-1 --config=none --homehost=any --readonly --update=uuid --uuid=0b5f6c3e:9a514a0c:8a632f5d:0a6f1c11 /dev/nvme1n1',
    );
    expect(words.join(' ')).not.toMatch(/--run|--force/);
    expect(checks({ ...rename, devices: [...rename.devices] })).toEqual(['superblock-one-of', 'superblock-one-of']);
  });
});

describe('paths over a NIC without carrier', () => {
  const refusal = actions({ op: 'refuse-sending', nic: 'eth1' });

  test('drops RoCE v2 except connection management on this NIC for 700 ms', () => {
    const [input = ''] = refusal.flatMap((action) => (action.do === 'exec' ? [action.input ?? ''] : []));
    expect(input).toContain('add element inet weft dark { "eth1" timeout 700ms }');
    expect(input).toContain('oifname @dark udp dport 4791 @th,104,24 != 1 drop');
    // Repeated, it is still one rule, and other NICs stay in the set.
    expect(input).toContain('flush chain inet weft output');
    expect(input).not.toMatch(/(flush|delete) (table|set)/);
  });

  test('ends TCP connections and then drops the packets that wait for a neighbour on this NIC', () => {
    expect(commands({ op: 'abort-connections', hostAddress: '10.10.1.101', serviceId: 10000, nic: 'eth1' })).toEqual([
      'ss --kill --no-header --tcp src 10.10.1.101 dport = :10000',
      'ip neighbour flush dev eth1',
    ]);
  });

  test('probes a controller by a sysfs write before it runs any program', () => {
    const kinds = actions({ op: 'probe-controller', controller: 'nvme1', nqn: 'nqn.a' }).map((action) => action.do);
    expect(kinds).toEqual(['check', 'write', 'exec']);
    expect(writes({ op: 'probe-controller', controller: 'nvme1', nqn: 'nqn.a' })).toEqual(['/sys/class/nvme/nvme1/rescan_controller 1']);
  });
});

describe('growth', () => {
  test('checks that the new extents are zeroed and closed before it extends a leg (S2)', () => {
    const merge = { op: 'merge-logical-volume', vg: 'g', lv: 'leg', growth: 'grow', sizeBytes: 2 ** 26 } as const;
    const kinds = actions(merge).map((action) => (action.do === 'check' ? action.fact.fact : action.do));
    expect(kinds[0]).toBe('logical-volume-wiped');
    expect(kinds.indexOf('extend-onto')).toBeGreaterThan(kinds.indexOf('closed'));
  });

  test('creates the statistics of the longer device before it loads its table', () => {
    const segments = [{ startBytes: 0, lengthBytes: 2 ** 20, device: '/dev/md127', offsetBytes: 0 }];
    const steps = actions({ op: 'resize-linear', name: 'weft-v', uuid: 'WEFT-weft-v', segments, readOnly: false });
    const words = steps.map((action) => (action.do === 'exec' ? action.argv.slice(0, 2).join(' ') : action.do));
    expect(words).toEqual(['check', 'dmsetup message', 'drop-stats', 'dmsetup load', 'dmsetup resume', 'check']);
  });

  test('accepts a new table only if it extends the old one at its end', async () => {
    const extend = (before: string, after: string) => extendsTable(new Tree('/nowhere'), before, after);
    expect(await extend('0 8 linear 9:1 0', '0 16 linear 9:1 0')).toBe(true);
    expect(await extend('0 8 linear 9:1 0\n8 8 linear 9:2 0', '0 8 linear 9:1 0\n8 16 linear 9:2 0\n24 8 linear 9:3 0')).toBe(true);
    expect(await extend('0 8 linear 9:1 0\n8 8 linear 9:2 0', '0 16 linear 9:1 0\n16 8 linear 9:2 0')).toBe(false);
    expect(await extend('0 16 linear 9:1 0', '0 8 linear 9:1 0')).toBe(false);
    expect(await extend('0 8 linear 9:1 0', '0 8 linear 9:1 8')).toBe(false);
    expect(await extend('0 8 striped 2 8 9:1 0 9:2 0', '0 16 striped 2 8 9:2 0 9:1 0')).toBe(false);
  });
});

describe('parsers', () => {
  test('parses dm-stats regions, users of dm devices and LVM extents', () => {
    expect(parseStatsRegions('0: 0+122880 122880 weft -\n')).toEqual([{ id: '0', sectors: 122880 }]);
    expect(parseStatsRegions('\n')).toEqual([]);
    expect(parseDmUse('weft--1-leg--2 1 259:3\nother 0 8:1,8:2\nempty 0 \n')).toEqual(
      new Map([
        ['weft--1-leg--2', { openCount: 1, under: ['259:3'] }],
        ['other', { openCount: 0, under: ['8:1', '8:2'] }],
        ['empty', { openCount: 0, under: [] }],
      ]),
    );
    expect(parseDmUse('No devices found\n')).toEqual(new Map());
    expect(dmNameOf('weft-1', 'leg-2')).toBe('weft--1-leg--2');
    expect(parseExtents('{"report":[{"seg":[{"seg_pe_ranges":"/dev/nvme0n1:3-6"},{"seg_pe_ranges":"/dev/nvme0n1:9-9"}]}]}')).toEqual([
      '/dev/nvme0n1:3-6',
      '/dev/nvme0n1:9-9',
    ]);
  });
});
