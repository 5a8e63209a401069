import { MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../operations.js';
import type { Action } from '../run/action.js';
import type { Surroundings } from '../run/host-snapshot.js';
import { checks, commands, find, nothing } from './actions.fixture.js';
import { actionsFor } from './actions.js';

const WITHOUT_UDEV = 'activation{monitoring=0 udev_sync=0 udev_rules=0} devices{use_devicesfile=1 scan_lvs=0} global{use_lvmpolld=0}';
const LVM = ['--devicesfile', 'weft', '--config', WITHOUT_UDEV];
const uuid = '0b5f6c3e-9a51-4a0c-8a63-2f5d0a6f1c11';

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
    const resumed = actionsFor({ ...wipe, resumes: true }, nothing).flatMap((action) => (action.do === 'check' ? action.fact.fact : []));
    expect(resumed.slice(0, 4)).toEqual(['serial', 'unused', 'no-legs-on', 'nothing-newer']);
    expect(commands(wipe).slice(0, 2)).toEqual([
      ['blkdiscard', '--zeroout', '--step', '1073741824', '/dev/nvme0n1'],
      ['sync', '/dev/nvme0n1'],
    ]);
  });

  const kindsOf = (operation: Operation) =>
    actionsFor(operation, nothing).map((action) =>
      action.do === 'check' ? action.fact.fact : action.do === 'exec' ? action.argv[0] : action.do,
    );

  test.each([
    ['block-erase', '--sanact=2'],
    ['crypto-erase', '--sanact=4'],
  ] as const)('sanitizes a drive by %s only after all checks, and opens it exclusively before (S1)', (action, option) => {
    const sanitize = { op: 'sanitize-drive', device: '/dev/nvme0n1', serial: 'S1', action, foreignGroup: null } as const;
    expect(kindsOf(sanitize)).toEqual(['serial', 'unused', 'sanitizable', 'no-legs-on', 'blkdiscard', 'sync', 'nvme']);
    expect(kindsOf({ ...sanitize, resumes: true })).toContain('nothing-newer');
    expect(commands(sanitize)).toEqual([
      ['blkdiscard', '--zeroout', '--length', '16777216', '/dev/nvme0n1'],
      ['sync', '/dev/nvme0n1'],
      ['nvme', 'sanitize', '/dev/nvme0n1', option],
    ]);
  });

  test('reads and writes nothing of a drive whose last sanitize failed: it takes only another one', () => {
    const sanitize = { op: 'sanitize-drive', device: '/dev/nvme0n1', serial: 'S1', action: 'block-erase', foreignGroup: null } as const;
    const always = actionsFor({ ...sanitize, resumes: true }, nothing).filter(({ unless }) => unless?.fact !== 'sanitize-failed');
    expect(always.map((action) => (action.do === 'check' ? action.fact.fact : action.do === 'exec' ? action.argv[0] : ''))).toEqual([
      ...['serial', 'unused', 'sanitizable', 'nvme'],
    ]);
  });

  test('writes to a sanitized drive only after its log and its blocks show that it is erased', () => {
    const check = { op: 'check-sanitized', device: '/dev/nvme0n1', serial: 'S1' } as const;
    expect(kindsOf(check)).toEqual([
      ...['serial', 'unused', 'sanitized', 'blockdev', 'erased', 'blkdiscard', 'zero-tail', 'sync', 'blockdev', 'lvm', 'blank'],
    ]);
    expect(commands(check)[0]).toEqual(['blockdev', '--flushbufs', '/dev/nvme0n1']);
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

  test('creates a subsystem that allows exactly one host, before anything is exported (S3)', () => {
    const actions = actionsFor({ op: 'create-subsystem', nqn: 'nqn.a', serial: 'S', model: 'Weft leg', hostNqn: 'nqn.host' }, nothing);
    const at = (is: (action: Action) => boolean) => actions.findIndex(is);
    const closed = at((action) => action.do === 'write' && action.path.endsWith('attr_allow_any_host') && action.value === '0');
    const alone = at((action) => action.do === 'check' && action.fact.fact === 'no-other-host');
    const allowed = at((action) => action.do === 'symlink');
    // The subsystem's directory, then its protection, then its one host: nothing is exported by these actions.
    expect([closed, alone, allowed]).toEqual([1, actions.length - 3, actions.length - 1]);
    // A refused host leaves nothing: its directory is made after the check.
    expect(actions.at(-2)).toMatchObject({ do: 'mkdir', path: expect.stringContaining('/hosts/') });
    for (const action of actions) if ('path' in action) expect(action.path).not.toMatch(/\/(ports|namespaces)\b|enable$/);
    expect(find(actions, 'symlink')).toEqual([
      {
        do: 'symlink',
        path: '/sys/kernel/config/nvmet/subsystems/nqn.a/allowed_hosts/nqn.host',
        target: '/sys/kernel/config/nvmet/hosts/nqn.host',
      },
    ]);
  });

  test('enables a namespace after it has checked its device and that no other export has it (S3)', () => {
    const enable = { op: 'enable-namespace', nqn: 'nqn.a', nsid: 1, devicePath: '/dev/weft-d/leg-l' } as const;
    const namespace = '/sys/kernel/config/nvmet/subsystems/nqn.a/namespaces/1';
    expect(actionsFor(enable, nothing)).toMatchObject([
      { do: 'check', fact: { fact: 'leg-enabled-once', nqn: 'nqn.a', nsid: 1 } },
      { do: 'check', fact: { fact: 'value', path: `${namespace}/device_path`, value: '/dev/weft-d/leg-l' } },
      { do: 'write', path: `${namespace}/enable`, value: '1' },
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
