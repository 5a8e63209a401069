import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { HostError } from '../../host.js';
import type { IdentifiedOperation } from '../../operations.js';
import { KernelHost } from '../kernel-host.js';
import { layOut } from '../recorded-host-fs.js';
import type { CommandResult, RunCommand } from '../run/command.js';
import { Tree } from '../run/host-fs.js';

const NVMET = '/sys/kernel/config/nvmet';
const subsystem = `${NVMET}/subsystems/nqn.a`;
let root: string;
let ran: string[];
let answers: Record<string, Partial<CommandResult>>;

const run: RunCommand = async (argv, { onEnd }) => {
  const command = argv.join(' ');
  ran.push(command);
  onEnd?.();
  const answer = Object.entries(answers).find(([start]) => command.startsWith(start))?.[1];
  return { stdout: '', stderr: '', exitCode: 0, ...answer };
};
const hold = async (device: string) => ({ name: device.replace('/dev/', ''), release: async () => undefined });
const host = () => new KernelHost({ agentVersion: '0.0.0', root, run, hold });

beforeEach(async () => {
  ran = [];
  answers = {};
  root = await layOut({ [`${NVMET}/subsystems/`]: '', [`${NVMET}/ports/`]: '', [`${NVMET}/hosts/`]: '' });
});
afterEach(() => {
  vi.restoreAllMocks();
  return rm(root, { recursive: true });
});

describe('incomplete objects', () => {
  test('completes a subsystem whose creation was interrupted', async () => {
    await mkdir(join(root, subsystem));
    await mkdir(join(root, subsystem, 'allowed_hosts'));
    const create = { op: 'create-subsystem', nqn: 'nqn.a', serial: 'S1', model: 'Weft leg', hostNqn: 'nqn.host' } as const;
    await host().perform(create);
    await host().perform(create);
    const fast = await host()
      .perform(create)
      .then(() => readFile(join(root, subsystem, 'attr_serial'), 'utf8'));
    expect(fast).toBe('S1');
    expect(await readFile(join(root, subsystem, 'attr_allow_any_host'), 'utf8')).toBe('0');
  });
});

describe('refuse-sending', () => {
  const nft = { '/usr/sbin/nft': '' };
  const carrier = (value: string) => ({ '/sys/class/net/eth1/carrier': value });
  const kernel = (release = '6.12.107+deb13-amd64') => ({ '/proc/sys/kernel/osrelease': release });

  test.each([
    ['a NIC without carrier', { ...nft, ...carrier('0'), ...kernel() }, ['nft --file -']],
    ['a NIC whose carrier is back', { ...nft, ...carrier('1'), ...kernel() }, []],
    ['a NIC that is gone', { ...nft, ...kernel() }, []],
    ['a machine without nft', { ...carrier('0'), ...kernel() }, []],
    ['a newer kernel', { ...nft, ...carrier('0'), ...kernel('7.0.1') }, ['nft --file -']],
    ['Debian 12’s kernel, which would repeat it without a pause', { ...nft, ...carrier('0'), ...kernel('6.1.0-50-amd64') }, []],
  ])('runs nft only for a NIC without carrier on a supported kernel: %s', async (_, tree, commands) => {
    await rm(root, { recursive: true });
    root = await layOut(tree);
    await host().perform({ op: 'refuse-sending', nic: 'eth1' });
    expect(ran).toEqual(commands);
  });
});

describe('safety checks', () => {
  test('refuses to remove a subsystem that is linked to a port (S3)', async () => {
    await mkdir(join(root, subsystem, 'namespaces/1'), { recursive: true });
    await mkdir(join(root, NVMET, 'ports/1/subsystems/nqn.a'), { recursive: true });
    await expect(host().perform({ op: 'remove-subsystem', nqn: 'nqn.a', serviceId: 4500 })).rejects.toThrow('still linked to port 1');
    expect(await readdir(join(root, subsystem, 'namespaces'))).toEqual(['1']);
    expect(await readdir(join(root, subsystem, 'namespaces/1'))).toEqual([]);
  });

  test.each([
    ['another client of a shared volume has the leg too', 'nqn.b', '1', undefined],
    ['something else has the leg open as well', 'nqn.b', '2', 'is open 2 times'],
    ['its own namespace is still enabled', 'nqn.a', '1', 'is open 1 times'],
  ])('accepts only opens by other exports in the drain check: %s (S3)', async (_, exporter, open, refusal) => {
    await rm(root, { recursive: true });
    const space = `${NVMET}/subsystems/${exporter}/namespaces/1`;
    root = await layOut({
      [`${space}/device_path`]: '/dev/vg/leg',
      [`${space}/enable`]: '1',
      [`${space}/device_uuid`]: 'u',
      [`${space}/device_nguid`]: 'n',
      [`${NVMET}/ports/`]: '',
    });
    vi.spyOn(Tree.prototype, 'deviceNumber').mockResolvedValue('253:7');
    answers['dmsetup info'] = { stdout: `${open}\n` };
    const check = host().perform({ op: 'check-drained', nqn: 'nqn.a', devicePaths: ['/dev/vg/leg'], transport: 'tcp', serviceId: 4500 });
    if (refusal) await expect(check).rejects.toThrow(refusal);
    else await check;
  });

  it('tunes no controller or subsystem whose name now belongs to another NQN', async () => {
    await rm(root, { recursive: true });
    const [nvme, subsystems] = ['/sys/class/nvme/nvme3', '/sys/class/nvme-subsystem/nvme-subsys3'];
    root = await layOut({
      [`${nvme}/subsysnqn`]: 'nqn.b\n',
      [`${nvme}/fast_io_fail_tmo`]: '5\n',
      [`${subsystems}/subsysnqn`]: 'nqn.b\n',
      [`${subsystems}/iopolicy`]: 'numa\n',
    });
    const perform = (operation: IdentifiedOperation) => host().perform(operation);
    await expect(perform({ op: 'set-fast-io-fail', controller: 'nvme3', nqn: 'nqn.a', seconds: 9 })).rejects.toThrow('not to nqn.a');
    await expect(perform({ op: 'set-io-policy', subsystem: 'nvme-subsys3', nqn: 'nqn.a', policy: 'round-robin' })).rejects.toThrow(
      'not nqn.a',
    );
    expect(await readFile(join(root, nvme, 'fast_io_fail_tmo'), 'utf8')).toBe('5\n');
    expect(await readFile(join(root, subsystems, 'iopolicy'), 'utf8')).toBe('numa\n');
    await perform({ op: 'set-fast-io-fail', controller: 'nvme3', nqn: 'nqn.b', seconds: 9 });
    expect(await readFile(join(root, nvme, 'fast_io_fail_tmo'), 'utf8')).toMatch(/^9/);
  });

  it.each([
    ['an admin queue and an I/O queue from elsewhere', ['0700000A', '0700000A'], true],
    ['an admin queue alone from elsewhere', ['0700000A'], false],
    ['queues of the client alone', ['0900000A', '0900000A'], false],
  ])('accepts only a foreign host with an I/O queue: %s (%s)', async (_, peers, isForeign) => {
    await rm(root, { recursive: true });
    const lines = peers.map((peer, at) => `   ${at}: 0100000A:1194 ${peer}:D2F${at} 01`);
    root = await layOut({ '/proc/net/tcp': `  sl  local_address rem_address   st\n${lines.join('\n')}\n` });
    const check = host().perform({
      ...{ op: 'check-foreign-host', nqn: 'nqn.a', transport: 'tcp', serviceId: 4500 },
      hostAddresses: ['10.0.0.9'],
    });
    if (isForeign) await check;
    else await expect(check).rejects.toThrow('nothing was fenced');
  });

  it.each<[string, string[], boolean]>([
    ['a controller of the client alone', ['10.0.0.9'], false],
    ['no controller', [], false],
    ['a controller, by an address in IPv6 form', ['10.0.0.9', '::ffff:10.0.0.7'], true],
    ['a controller whose address the kernel does not know', ['10.0.0.9', ''], true],
  ])('takes two connections from elsewhere for a foreign host by the controllers that nvmet lists: %s', async (_, addresses, isForeign) => {
    await rm(root, { recursive: true });
    const lines = [0, 1].map((at) => `   ${at}: 0100000A:1194 0700000A:D2F${at} 01`);
    const controllers = addresses.map((address, at) => [`/sys/kernel/debug/nvmet/nqn.a/ctrl${at + 1}/host_traddr`, `${address}\n`]);
    root = await layOut({
      '/proc/net/tcp': `  sl  local_address rem_address   st\n${lines.join('\n')}\n`,
      '/sys/kernel/debug/nvmet/nqn.a/': '',
      ...Object.fromEntries(controllers),
    });
    const check = host().perform({
      ...{ op: 'check-foreign-host', nqn: 'nqn.a', transport: 'tcp', serviceId: 4500 },
      hostAddresses: ['10.0.0.9'],
    });
    if (isForeign) await check;
    else await expect(check).rejects.toThrow('nothing was fenced');
  });

  describe('check-drained (S3)', () => {
    const drained = (transport: 'tcp' | 'rdma') =>
      host().perform({ op: 'check-drained', nqn: 'nqn.a', devicePaths: [], transport, serviceId: 4500 });
    // Port 4500 is 1194 in hex.
    const tcp = (port: string, state: string) => ({
      '/proc/net/tcp': `  sl  local_address rem_address   st\n   0: 0100000A:${port} 0900000A:D2F0 ${state}\n`,
    });
    const cmIds = (...ids: object[]) => ({ 'rdma --json resource show cm_id': { stdout: JSON.stringify(ids) } });

    test.each([
      ['an open connection', '1194', '01', true],
      ['a connection that the client has closed and the target not', '1194', '08', true],
      ['a connection on another port', '1195', '01', false],
      ['the listener alone', '1194', '0A', false],
    ])('refuses while a TCP connection on this service id is open: %s', async (_, port, state, isOpen) => {
      await rm(root, { recursive: true });
      root = await layOut(tcp(port, state));
      if (isOpen) await expect(drained('tcp')).rejects.toThrow('1 tcp connections on service id 4500 are still open');
      else await drained('tcp');
    });

    test('refuses while an RDMA connection on this service id is open', async () => {
      const listener = { state: 'LISTEN', 'src-addr': '10.0.0.1:4500' };
      answers = cmIds(listener, { state: 'CONNECT', 'src-addr': '10.0.0.1:4500', 'dst-addr': '10.0.0.9:40000' });
      await expect(drained('rdma')).rejects.toThrow('1 rdma connections on service id 4500 are still open');
      answers = cmIds(listener, { state: 'CONNECT', 'src-addr': '10.0.0.1:4501', 'dst-addr': '10.0.0.9:40000' });
      await drained('rdma');
    });
  });

  test('refuses to extend a leg by a volume that was not zeroed (S2)', async () => {
    await rm(root, { recursive: true });
    root = await layOut({ '/etc/lvm/devices/weft': '' });
    const of = (lv_name: string, lv_tags: string) => ({
      ...{ vg_name: 'g', lv_name, lv_size: '33554432', lv_tags, lv_active: 'active', lv_device_open: '', vg_uuid: 'g', lv_uuid: 'v' },
    });
    const report = (tags: string) => JSON.stringify({ report: [{ lv: [of('leg', 'weft.wiped'), of('grow', tags)] }] });
    const merge = () => host().perform({ op: 'merge-logical-volume', vg: 'g', lv: 'leg', growth: 'grow', sizeBytes: 2 ** 26 });
    answers['lvs'] = { stdout: report('') };
    await expect(merge()).rejects.toThrow('g/grow has not been zeroed in full');
    expect(ran.filter((command) => !command.startsWith('lvs '))).toEqual([]);
  });

  describe('remove-volume-group', () => {
    const device = '/dev/nvme0n1';
    const identity = { kind: 'drive', device, serial: 'S1', nsid: 1, wwid: null, sizeBytes: 512 } as const;
    const remove = async (groupOnDevice: string, groups: string[]) => {
      await rm(root, { recursive: true });
      root = await layOut({
        [device]: '',
        '/sys/block/nvme0n1/device/serial': 'S1',
        '/sys/block/nvme0n1/nsid': '1',
        '/sys/block/nvme0n1/size': '1',
        '/etc/lvm/devices/weft': `IDTYPE=sys_wwid DEVNAME=${device} PVID=x`,
      });
      const rows = groups.map((vg_name) => ({ vg_name, vg_size: '0', vg_free: '0', vg_extent_size: '1', lv_count: '0' }));
      answers = {
        pvs: { stdout: JSON.stringify({ report: [{ pv: [{ pv_name: device, vg_name: groupOnDevice }] }] }) },
        vgs: { stdout: JSON.stringify({ report: [{ vg: rows }] }) },
      };
      return host().perform({ op: 'remove-volume-group', vg: 'weft-d', device, expected: [identity] });
    };
    const changes = () => ran.filter((command) => !/^(pvs|vgs) /.test(command));

    it.each([
      ['carries another group', 'weft-other', ['weft-other'], 'belongs to volume group weft-other, not to weft-d'],
      ['carries another group, beside the named one on another drive', 'weft-other', ['weft-d', 'weft-other'], 'weft-other'],
      ['carries no group, while the named one is on another drive', '', ['weft-d'], 'is not the physical volume of group "weft-d"'],
    ])('changes nothing on a drive that %s (S1, S5)', async (_, groupOnDevice, groups, words) => {
      await expect(remove(groupOnDevice, groups)).rejects.toThrow(words);
      expect(changes()).toEqual([]);
    });
  });

  test('never runs mdadm --zero-superblock on a leg of another array (S4)', async () => {
    answers['mdadm --examine'] = { stdout: '     Array UUID : 11111111:22223333:44445555:66667777\n' };
    const device = '/dev/nvme4n1';
    const leg = { kind: 'namespace', device, subsystemNqn: 'nqn.a', uuid: 'e', nsid: 1, sizeBytes: 512 } as const;
    for (const [path, text] of [
      ['/dev/nvme4n1', ''],
      ['/sys/block/nvme4n1/device/subsysnqn', 'nqn.a'],
      ['/sys/block/nvme4n1/uuid', 'e'],
      ['/sys/block/nvme4n1/nsid', '1'],
      ['/sys/block/nvme4n1/size', '1'],
    ] as const) {
      await mkdir(join(root, dirname(path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const zero = host().perform({ op: 'zero-superblock', device, uuid: '0b5f6c3e-9a51-4a0c-8a63-2f5d0a6f1c11', expected: [leg] });
    await expect(zero).rejects.toThrow('belongs to array 11111111-2222-3333-4444-555566667777');
    expect(ran.filter((command) => command.includes('zero'))).toEqual([]);
  });

  test('reports a failed superblock examination as an error, not as "no superblock"', async () => {
    answers['mdadm --examine'] = { exitCode: 1, stderr: 'mdadm: cannot open /dev/nvme4n1: Input/output error\n' };
    await expect(host().examineSuperblocks(['/dev/nvme4n1'])).rejects.toThrow('Input/output error');
    answers['mdadm --examine'] = { exitCode: 1, stderr: 'mdadm: No md superblock detected on /dev/nvme4n1.\n' };
    expect((await host().examineSuperblocks(['/dev/nvme4n1'])).get('/dev/nvme4n1')).toBeNull();
  });

  test('refuses to connect while native multipath is off', async () => {
    await mkdir(join(root, '/sys/module/nvme_core/parameters'), { recursive: true });
    await writeFile(join(root, '/sys/module/nvme_core/parameters/multipath'), 'N\n');
    const connect = host().perform({
      op: 'connect',
      nqn: 'nqn.a',
      transport: 'tcp',
      address: '10.0.0.1',
      serviceId: 4500,
      hostAddress: '10.0.0.2',
      hostNqn: 'h',
      hostId: 'i',
      keepAliveSeconds: 5,
      reconnectDelaySeconds: 1,
      ioQueues: 1,
      fastIoFailSeconds: -1,
    });
    await expect(connect).rejects.toThrow(HostError);
    expect(ran).toEqual([]);
  });
});

test('prints commands and sysfs writes of a dry run as shell lines', async () => {
  const lines = host().explain({ op: 'disconnect', controller: 'nvme4', nqn: 'nqn.a' });
  expect(lines[1]).toBe('echo 1 > /sys/class/nvme/nvme4/delete_controller  # unless: controller gone nvme4 nqn.a');
  expect(
    host().explain({
      op: 'create-linear',
      name: 'v',
      uuid: 'WEFT-v',
      segments: [{ startBytes: 0, lengthBytes: 512, device: '/dev/md127', offsetBytes: 0 }],
      readOnly: false,
    })[1],
  ).toMatch(/^printf %s '0 1 linear \/dev\/md127 0\n' \| dmsetup create --noudevsync --uuid WEFT-v v {2}# unless/);
});
