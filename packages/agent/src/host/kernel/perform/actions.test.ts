import { describe, expect, test } from 'vitest';
import type { Operation } from '../../operations.js';
import type { Action } from '../run/action.js';
import type { Surroundings } from '../run/host-snapshot.js';
import { actionsFor } from './actions.js';

const nothing: Surroundings = { udev: false, ports: [], subsystems: [], published: [] };
const commands = (operation: Operation, around: Partial<Surroundings> = {}): string[][] =>
  actionsFor(operation, { ...nothing, ...around }).flatMap((action) => (action.do === 'exec' ? [action.argv] : []));
const checks = (operation: Operation): string[] =>
  actionsFor(operation, nothing).flatMap((action) => (action.do === 'check' ? [action.fact.fact] : []));
const find = <T extends Action['do']>(actions: Action[], kind: T) =>
  actions.filter((action): action is Action & { do: T } => action.do === kind);

const WITHOUT_UDEV = 'activation{monitoring=0 udev_sync=0 udev_rules=0} devices{use_devicesfile=1 scan_lvs=0} global{use_lvmpolld=0}';
const LVM = ['--devicesfile', 'weft', '--config', WITHOUT_UDEV];
const uuid = '0b5f6c3e-9a51-4a0c-8a63-2f5d0a6f1c11';
const MiB = 2 ** 20;

describe('volume groups', () => {
  const create = { op: 'create-volume-group', vg: 'weft-d', device: '/dev/nvme0n1' } as const;

  test('creates a volume group only on a blank drive, without LVM prompts (S1)', () => {
    const actions = actionsFor(create, nothing);
    const blank = actions.findIndex((action) => action.do === 'check' && action.fact.fact === 'blank');
    const vgcreate = actions.findIndex((action) => action.do === 'exec' && action.argv[0] === 'vgcreate');
    expect(blank).toBeGreaterThanOrEqual(0);
    expect(vgcreate).toBe(blank + 1);
    // Both are skipped for the same reason only: the drive already carries this group.
    expect(actions[blank]?.unless).toEqual(actions[vgcreate]?.unless);
    expect(commands(create).at(-1)).toEqual([
      'vgcreate',
      ...LVM,
      '--metadatasize',
      '8m',
      '--physicalextentsize',
      '4m',
      '--setautoactivation',
      'n',
      'weft-d',
      '/dev/nvme0n1',
    ]);
  });

  test('lets LVM leave device nodes to udev where udev runs', () => {
    expect(commands(create, { udev: true }).at(-1)?.[4]).toBe(
      'activation{monitoring=0} devices{use_devicesfile=1 scan_lvs=0} global{use_lvmpolld=0}',
    );
  });

  test('removes only an empty volume group, and leaves the drive blank', () => {
    const remove = { op: 'remove-volume-group', vg: 'weft-d', device: '/dev/nvme0n1' } as const;
    expect(checks(remove)[0]).toBe('volume-group-empty');
    expect(commands(remove)).toEqual([
      ['vgremove', ...LVM, 'weft-d'],
      ['pvremove', ...LVM, '/dev/nvme0n1'],
      ['blkdiscard', '--zeroout', '--length', '16777216', '/dev/nvme0n1'],
      ['sync', '/dev/nvme0n1'],
      ['lvm', 'lvmdevices', ...LVM, '--deldev', '/dev/nvme0n1'],
    ]);
  });

  test('wipes a drive only with the ordered serial, unused and without legs', () => {
    const wipe = { op: 'wipe-drive', device: '/dev/nvme0n1', serial: 'S1', foreignGroup: null } as const;
    const kinds = actionsFor(wipe, nothing).map((action) =>
      action.do === 'check' ? action.fact.fact : action.do === 'exec' ? action.argv[0] : action.do,
    );
    expect(kinds.slice(0, 4)).toEqual(['serial', 'unused', 'no-legs-on', 'blkdiscard']);
    expect(commands(wipe).slice(0, 2)).toEqual([
      ['blkdiscard', '--zeroout', '--step', '1073741824', '/dev/nvme0n1'],
      ['sync', '/dev/nvme0n1'],
    ]);
  });
});

describe('logical volumes', () => {
  test('creates a leg without writes by LVM and without autoactivation', () => {
    expect(commands({ op: 'create-logical-volume', vg: 'weft-d', lv: 'leg-l', sizeBytes: 64 * MiB, tags: ['weft.volume=v'] })).toEqual([
      [
        'lvcreate',
        ...LVM,
        '-Wn',
        '-Zn',
        '--type',
        'linear',
        '--setautoactivation',
        'n',
        '--size',
        '67108864b',
        '--name',
        'leg-l',
        '--addtag',
        'weft.volume=v',
        'weft-d',
      ],
    ]);
  });

  test('tags a leg as wiped only after it was zeroed and flushed (S2)', () => {
    expect(commands({ op: 'wipe-logical-volume', vg: 'weft-d', lv: 'leg-l' })).toEqual([
      ['blkdiscard', '--zeroout', '--step', '1073741824', '/dev/weft-d/leg-l'],
      ['sync', '/dev/weft-d/leg-l'],
      ['lvchange', ...LVM, '--addtag', 'weft.wiped', 'weft-d/leg-l'],
    ]);
  });

  test('removes a leg only if it is closed and not exported, without force (S5)', () => {
    const remove = { op: 'remove-logical-volume', vg: 'weft-d', lv: 'leg-l' } as const;
    expect(checks(remove).slice(0, 2)).toEqual(['not-exported', 'closed']);
    expect(commands(remove)).toEqual([
      ['lvchange', ...LVM, '--activate', 'n', 'weft-d/leg-l'],
      ['lvremove', ...LVM, 'weft-d/leg-l'],
    ]);
  });
});

describe('exports', () => {
  const link = { op: 'link-port', nqn: 'nqn.a', transport: 'rdma', address: '10.0.0.1', serviceId: 4500 } as const;
  const port = (portId: number, address: string, serviceId: number, subsystemNqns: string[] = []) => ({
    portId,
    transport: 'rdma',
    address,
    serviceId,
    subsystemNqns,
  });

  test('creates a subsystem that allows exactly one host (S3)', () => {
    const actions = actionsFor({ op: 'create-subsystem', nqn: 'nqn.a', serial: 'S', model: 'Weft leg', hostNqn: 'nqn.host' }, nothing);
    expect(find(actions, 'write').find(({ path }) => path.endsWith('attr_allow_any_host'))?.value).toBe('0');
    expect(find(actions, 'symlink')).toEqual([
      {
        do: 'symlink',
        path: '/sys/kernel/config/nvmet/subsystems/nqn.a/allowed_hosts/nqn.host',
        target: '/sys/kernel/config/nvmet/hosts/nqn.host',
      },
    ]);
  });

  test('reuses the port with this address or takes the lowest free id, and links last', () => {
    const idOf = (ports: Surroundings['ports']) =>
      find(actionsFor(link, { ...nothing, ports }), 'mkdir')[0]
        ?.path.split('/')
        .at(-1);
    expect(idOf([])).toBe('1');
    expect(idOf([port(1, '10.0.0.1', 4499, ['nqn.b']), port(3, '10.0.0.2', 4500, ['nqn.c'])])).toBe('2');
    expect(idOf([port(7, '10.0.0.1', 4500)])).toBe('7');
    expect(idOf([{ ...port(4, '', 0), transport: '' }])).toBe('4');
    expect(actionsFor(link, nothing).at(-1)).toMatchObject({ do: 'symlink', path: '/sys/kernel/config/nvmet/ports/1/subsystems/nqn.a' });
  });

  test('unlinks only the port with this address', () => {
    const ports = [port(1, '10.0.0.1', 4500, ['nqn.a']), port(2, '10.0.1.1', 4500, ['nqn.a'])];
    expect(actionsFor({ ...link, op: 'unlink-port' as const }, { ...nothing, ports })).toEqual([
      { do: 'unlink', path: '/sys/kernel/config/nvmet/ports/1/subsystems/nqn.a' },
    ]);
  });

  test('disables a namespace in a child process with a limit of 30 s', () => {
    const [write] = find(actionsFor({ op: 'disable-namespace', nqn: 'nqn.a', nsid: 1 }, nothing), 'write');
    expect(write).toMatchObject({ value: '0', blocking: true, seconds: 30 });
  });

  test('removes only a released subsystem, and keeps ports of other subsystems', () => {
    const ports = [port(1, '10.0.0.1', 4500), port(2, '10.0.1.1', 4500, ['nqn.other']), port(3, '10.0.0.1', 4501)];
    const actions = actionsFor({ op: 'remove-subsystem', nqn: 'nqn.a', serviceId: 4500 }, { ...nothing, ports });
    expect(actions[0]).toEqual({ do: 'check', fact: { fact: 'subsystem-released', nqn: 'nqn.a' } });
    expect(find(actions, 'rmdir').map(({ path }) => path)).toEqual([
      '/sys/kernel/config/nvmet/subsystems/nqn.a',
      '/sys/kernel/config/nvmet/ports/1',
    ]);
  });
});

describe('paths', () => {
  const connect: Operation = {
    op: 'connect',
    nqn: 'nqn.a',
    transport: 'rdma',
    address: '10.0.0.1',
    serviceId: 4500,
    hostAddress: '10.0.0.9',
    hostNqn: 'nqn.host',
    hostId: uuid,
    keepAliveSeconds: 5,
    reconnectDelaySeconds: 1,
    ioQueues: 8,
    fastIoFailSeconds: -1,
  };

  test('connects a path with its own host identity and no controller loss timeout', () => {
    expect(commands(connect)).toEqual([
      [
        'nvme',
        'connect',
        '--transport=rdma',
        '--traddr=10.0.0.1',
        '--trsvcid=4500',
        '--nqn=nqn.a',
        '--host-traddr=10.0.0.9',
        '--hostnqn=nqn.host',
        `--hostid=${uuid}`,
        '--nr-io-queues=8',
        '--keep-alive-tmo=5',
        '--reconnect-delay=1',
        '--ctrl-loss-tmo=-1',
      ],
    ]);
  });

  test('keeps an existing path and sets its fast_io_fail_tmo', () => {
    const actions = actionsFor(connect, nothing);
    expect(find(actions, 'exec')[0]?.unless).toMatchObject({
      fact: 'path-exists',
      nqn: 'nqn.a',
      address: '10.0.0.1',
      serviceId: 4500,
      hostAddress: '10.0.0.9',
    });
    expect(find(actions, 'write-path-attribute')).toMatchObject([{ attribute: 'fast_io_fail_tmo', value: '-1' }]);
  });

  test('deletes a controller only while it belongs to the subsystem', () => {
    const actions = actionsFor({ op: 'disconnect', controller: 'nvme4', nqn: 'nqn.a' }, nothing);
    expect(actions[0]).toMatchObject({ do: 'check', fact: { fact: 'controller-is', controller: 'nvme4', nqn: 'nqn.a' } });
    expect(actions[1]).toMatchObject({ do: 'write', path: '/sys/class/nvme/nvme4/delete_controller', blocking: true });
  });
});

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
    expect(checks({ ...create, devices: [...devices] }).filter((fact) => fact === 'no-superblock')).toHaveLength(4);
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
});

describe('mappings', () => {
  const segments = [
    { startBytes: 0, lengthBytes: 4096, device: '/dev/nvme4n1', offsetBytes: 512 },
    { startBytes: 4096, lengthBytes: 8192, device: '/dev/nvme5n1', offsetBytes: 0 },
  ];
  const linear = { op: 'create-linear', name: 'weft-v', uuid: 'WEFT-weft-v', segments, readOnly: true } as const;
  const published = [{ name: 'weft-v', link: 'orders' }];

  test('creates a mapping without udev: no udev sync, device nodes by dmsetup mknodes', () => {
    const [create] = find(actionsFor({ ...linear, segments }, nothing), 'exec').slice(1);
    expect(create?.argv).toEqual(['dmsetup', 'create', '--noudevsync', '--readonly', '--uuid', 'WEFT-weft-v', 'weft-v']);
    expect(create?.input).toBe('0 8 linear /dev/nvme4n1 1\n8 16 linear /dev/nvme5n1 0\n');
    expect(commands({ ...linear, segments }).at(-1)).toEqual(['dmsetup', 'mknodes', 'weft-v']);
    expect(commands({ ...linear, segments }, { udev: true }).at(-1)).toEqual([
      'dmsetup',
      'create',
      '--readonly',
      '--uuid',
      'WEFT-weft-v',
      'weft-v',
    ]);
  });

  test('removes a mapping without force and without deferral', () => {
    expect(commands({ op: 'remove-mapping', name: 'weft-v' })).toEqual([['dmsetup', 'remove', '--noudevsync', 'weft-v']]);
    expect(commands({ op: 'remove-mapping', name: 'weft-v' }, { udev: true })).toEqual([['dmsetup', 'remove', '--retry', 'weft-v']]);
  });

  test('fails writes of a mapping at once, without flush and file system freeze (S3)', () => {
    const fail = { op: 'fail-mapping', name: 'weft-v' } as const;
    expect(commands(fail)).toEqual([['dmsetup', 'wipe_table', '--noudevsync', '--noflush', '--nolockfs', 'weft-v']]);
    expect(checks(fail)).toEqual(['mapping-fails']);
  });

  test('writes stripe sizes in sectors and legs in order', () => {
    const [create] = find(
      actionsFor(
        {
          op: 'create-striped',
          name: 's',
          uuid: 'WEFT-s',
          chunkBytes: 65536,
          lengthBytes: MiB,
          devices: ['/dev/a', '/dev/b'],
          readOnly: false,
        },
        nothing,
      ),
      'exec',
    ).slice(1);
    expect(create?.input).toBe('0 2048 striped 2 128 /dev/a 0 /dev/b 0\n');
  });

  test('creates a histogram of 81 bounds from 16 µs to 17 s', () => {
    const message = commands({ op: 'create-stats', name: 'weft-v' })[0]?.at(-1) ?? '';
    const bounds = /histogram:(\S+) weft -$/.exec(message)?.[1]?.split(',').map(Number) ?? [];
    expect([bounds.length, bounds[0], bounds[4], bounds[80]]).toEqual([81, 16_000, 32_000, 16_777_216_000]);
    expect(message).toMatch(/^@stats_create - \/1 2 precise_timestamps histogram:/);
  });

  test('publishes a name through the udev rule, or by its own link without udev', () => {
    const publish = { op: 'publish-device', link: 'orders', name: 'weft-v' } as const;
    const withUdev = actionsFor(publish, { ...nothing, udev: true });
    expect(find(withUdev, 'file')).toEqual([{ do: 'file', path: '/run/weft/names/weft-v', content: 'WEFT_NAME=orders\n' }]);
    expect(find(withUdev, 'symlink')).toEqual([]);
    expect(find(actionsFor(publish, nothing), 'symlink')).toEqual([
      { do: 'symlink', path: '/dev/weft/orders', target: '../mapper/weft-v' },
    ]);
    expect(find(actionsFor(publish, nothing), 'permit')).toEqual([{ do: 'permit', path: '/dev/mapper/weft-v' }]);
  });

  test('removes a published name from the mapping that has it', () => {
    const actions = actionsFor(
      { op: 'unpublish-device', link: 'orders' },
      { ...nothing, published: [...published, { name: 'weft-w', link: 'other' }] },
    );
    expect(find(actions, 'unlink').map(({ path }) => path)).toEqual(['/run/weft/names/weft-v', '/dev/weft/orders']);
  });
});
