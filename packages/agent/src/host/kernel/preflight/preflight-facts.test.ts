import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { HostError } from '../../host.js';
import { layOut } from '../recorded-host-fs.js';
import type { RunCommand } from '../run/command.js';
import { Tree } from '../run/host-fs.js';
import { parseDiscards, parseDriver, parsePause, parsePfc, parseSourceRoutes, parseVersion } from './parse-facts.js';
import { pingCommand, probeBy } from './ping.js';
import { readFacts } from './read-facts.js';

/* Outputs in the form of ethtool 6.1 and iproute2 6.1 on a server with ConnectX-5 NICs. */
const pause = 'Pause parameters for ens1f0:\nAutonegotiate:\toff\nRX:\t\ton\nTX:\t\toff\n\n';
const driver =
  'driver: mlx5_core\nversion: 6.1.0-28-amd64\nfirmware-version: 16.35.4506 (MT_0000000012)\nexpansion-rom-version: \nbus-info: 0000:04:00.0\n';
const statistics =
  'NIC statistics:\n     rx_packets: 918273\n     rx_out_of_buffer: 7\n     rx_discards_phy: 412\n     rx_prio3_discards: 0\n     tx_pause_ctrl_phy: 9\n';
const rules =
  '[{"priority":0,"src":"all","table":"local"},{"priority":32765,"src":"10.10.1.11","table":"101"},{"priority":32766,"src":"all","table":"main"}]';
const routes =
  '[{"dst":"10.10.1.0/24","dev":"ens1f0","table":"101","flags":[]},{"dst":"10.10.1.0/24","dev":"ens1f0","protocol":"kernel","flags":[]}]';
const addresses = JSON.stringify([
  {
    ...{ ifname: 'ens1f0', link_type: 'ether', mtu: 9000, address: 'ec:0d:9a:8b:0b:00' },
    addr_info: [{ family: 'inet', local: '10.10.1.11', prefixlen: 24, scope: 'global' }],
  },
]);

/** Runs what is listed, by its argument vector; everything else is not installed. */
const running =
  (outputs: Record<string, string>): RunCommand =>
  async (argv) => {
    const stdout = outputs[argv.join(' ')];
    if (stdout === undefined) throw new HostError(`cannot start ${argv[0]}`, [...argv], null, '');
    return { stdout, stderr: '', exitCode: 0 };
  };
const outputs = {
  'ip -json address show': addresses,
  'ip -json rule show': rules,
  'ip -json route show table all': routes,
  'ethtool -i ens1f0': driver,
  'ethtool -a ens1f0': pause,
  'ethtool -S ens1f0': statistics,
  'dcb pfc show dev ens1f0 prio-pfc': 'prio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off \n',
  'mdadm --version': 'mdadm - v4.2 - 2021-12-30 - Debian 4.2-5\n',
  'nvme version': 'nvme version 2.3 (git 2.3)\nlibnvme version 1.3 (git 1.3)\n',
  'lvm version': '  LVM version:     2.03.16(2) (2022-05-18)\n  Library version: 1.02.185 (2022-05-18)\n',
  'ip -V': 'ip utility, iproute2-6.1.0, libbpf 1.1.0\n',
};

const conf = (of: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`/proc/sys/net/ipv4/conf/${of}/${key}`, `${value}\n`]));
const files = {
  ...conf('all', { arp_ignore: '0', arp_announce: '0', arp_notify: '0', rp_filter: '2' }),
  ...conf('ens1f0', { arp_ignore: '2', arp_announce: '2', arp_notify: '1', rp_filter: '1' }),
  '/proc/sys/net/ipv6/conf/ens1f0/disable_ipv6': '1\n',
  '/sys/class/infiniband/mlx5_0/ports/1/gid_attrs/ndevs/0': 'ens1f0\n',
  '/sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/0': 'IB/RoCE v1\n',
  '/sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/1': 'RoCE v2\n',
  '/sys/devices/system/cpu/cpufreq/policy0/scaling_governor': 'powersave\n',
  '/sys/devices/system/cpu/cpufreq/policy1/scaling_governor': 'powersave\n',
  '/sys/devices/system/cpu/cpu0/cpuidle/state1/name': 'C1E\n',
  '/sys/devices/system/cpu/cpu0/cpuidle/state1/latency': '10\n',
  '/sys/devices/system/cpu/cpu0/cpuidle/state1/disable': '0\n',
  '/sys/devices/system/cpu/cpu0/cpuidle/state2/name': 'C6\n',
  '/sys/devices/system/cpu/cpu0/cpuidle/state2/latency': '133\n',
  '/sys/devices/system/cpu/cpu0/cpuidle/state2/disable': '1\n',
  '/sys/class/iommu/dmar0/': '',
  '/sys/class/net/ens1f0/device/iommu_group/type': 'DMA-FQ\n',
};

const roots: string[] = [];
async function treeOf(recorded: Parameters<typeof layOut>[0]): Promise<Tree> {
  const root = await layOut(recorded);
  roots.push(root);
  return new Tree(root);
}
afterEach(() => Promise.all(roots.splice(0).map((root) => rm(root, { recursive: true }))));

describe('parsers of the preflight', () => {
  it('read pause frames, driver and losses of ethtool', () => {
    expect(parsePause(pause)).toEqual({ rxPause: true, txPause: false });
    expect(parseDriver(driver)).toEqual({ driver: 'mlx5_core', firmware: '16.35.4506 (MT_0000000012)' });
    expect(parseDriver('driver: virtio_net\nfirmware-version: \nbus-info: 0000:00:03.0\n')).toEqual({
      driver: 'virtio_net',
      firmware: null,
    });
    expect(parseDiscards(statistics)).toEqual({ rx_out_of_buffer: 7, rx_discards_phy: 412, rx_prio3_discards: 0 });
  });
  it('report as unknown what is not in the output', () => {
    expect(parsePause('')).toEqual({ rxPause: null, txPause: null });
    expect([parsePfc(''), parsePfc('prio-pfc 0:off 3:on 4:on')]).toEqual([null, [3, 4]]);
    expect(parseVersion('command not found', /mdadm -/)).toBeNull();
  });
  it('find the routing table of an address only with a route over its NIC', () => {
    const has = parseSourceRoutes(rules, routes);
    expect([has('10.10.1.11', 'ens1f0'), has('10.10.1.11', 'ens4f0'), has('10.10.2.11', 'ens1f0')]).toEqual([true, false, false]);
  });
});

describe('readFacts', () => {
  it('reads what is in force on the host', async () => {
    const facts = await readFacts(await treeOf(files), running(outputs));
    expect(facts.interfaces).toEqual([
      {
        ...{ name: 'ens1f0', driver: 'mlx5_core', firmware: '16.35.4506 (MT_0000000012)' },
        // The larger value of `all` and of the NIC.
        ...{ arpIgnore: 2, arpAnnounce: 2, arpNotify: 1, rpFilter: 2, ipv6Disabled: true, ownRoutes: true },
        ...{ rxPause: true, txPause: false, pfcPriorities: [3], ecnPriorities: null },
        discards: { rx_out_of_buffer: 7, rx_discards_phy: 412, rx_prio3_discards: 0 },
        gidTypes: ['IB/RoCE v1', 'RoCE v2'],
      },
    ]);
    expect(facts).toMatchObject({
      ...{ cpuGovernors: ['powersave'], deepestIdleState: { name: 'C1E', exitMicroseconds: 10 }, noIdleStates: false, iommu: 'translated' },
      tools: { 'nvme-cli': '2.3', mdadm: '4.2', lvm2: '2.03.16', iproute2: '6.1.0', ethtool: null },
    });
  });

  it('reports facts as unknown without tools, sysctls and sysfs, and still answers', async () => {
    const facts = await readFacts(await treeOf({}), running({ 'ip -json address show': addresses }));
    expect(facts.interfaces).toEqual([
      {
        ...{ name: 'ens1f0', driver: null, firmware: null, arpIgnore: null, arpAnnounce: null, arpNotify: null, rpFilter: null },
        ...{ ipv6Disabled: null, ownRoutes: null, rxPause: null, txPause: null, pfcPriorities: null, ecnPriorities: null },
        ...{ discards: null, gidTypes: [] },
      },
    ]);
    expect(facts).toMatchObject({ cpuGovernors: null, deepestIdleState: null, noIdleStates: false, iommu: null });
  });
});

describe('probeBy', () => {
  const probe = { network: 'left', from: '10.10.1.11', to: '10.10.1.12', bytes: 9000 };
  const large = pingCommand(probe, 9000).join(' ');
  const small = pingCommand(probe, 84).join(' ');
  /** Exit codes of iputils' ping: 0 answered, 1 not answered. */
  const pinging =
    (codes: Record<string, number>): RunCommand =>
    async (argv) => {
      const exitCode = codes[argv.join(' ')];
      if (exitCode === undefined) throw new HostError('cannot start ping', [...argv], null, '');
      return { stdout: `2 packets transmitted, ${exitCode === 0 ? 2 : 0} received`, stderr: '', exitCode };
    };

  it('forbids fragments and leaves room for the headers', () => {
    expect(large).toBe('ping -n -q -M do -c 2 -i 0.3 -W 1 -s 8972 -I 10.10.1.11 10.10.1.12');
    expect(pingCommand({ ...probe, from: 'fd00::1', to: 'fd00::2' }, 9000)).toContain('8952');
  });
  it('takes the exit code of another ping, which does not know the options, for no answer at all', async () => {
    const busybox: RunCommand = async () => ({ stdout: '', stderr: "ping: invalid option -- 'M'", exitCode: 1 });
    expect(await probeBy(busybox, probe)).toEqual({ ...probe, result: 'unknown' });
  });

  it('tells a blocked size from a lost path, and a missing ping from both', async () => {
    const result = async (codes: Record<string, number>) => (await probeBy(pinging(codes), probe)).result;
    expect(await result({ [large]: 0 })).toBe('passed');
    expect(await result({ [large]: 1, [small]: 0 })).toBe('too-large');
    expect(await result({ [large]: 1, [small]: 1 })).toBe('lost');
    expect(await result({})).toBe('unknown');
  });
});
