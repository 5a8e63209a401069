import { type PreflightCode, preflightCodes } from '@weft/shared/preflight/checks';
import { describe, expect, it } from 'vitest';
import { allChecks, runChecks } from './findings.js';
import type { PreflightWorld } from './preflight-world.js';
import {
  client,
  connectX5,
  driveClass,
  hostFacts,
  link,
  soundWorld,
  target,
  withDrives,
  withFacts,
  withInterface,
  withNic,
  withTarget,
} from './recorded.fixture.js';

const resultsOf = (code: PreflightCode, world: PreflightWorld) =>
  (allChecks.find((check) => check.code === code)?.run(world) ?? []).map(({ outcome }) => outcome);

const few = [target(11), target(12), client(21)];
const silent = withTarget({ facts: null, probes: [] });
const probe = { network: 'left', from: '10.10.1.11', to: '10.10.1.21', bytes: 9000 };
const noDrive = (index: number) => (index === 0 ? { pciLink: undefined } : {});
const inventory = { ...target(11).inventory, nics: [] } as NonNullable<ReturnType<typeof target>['inventory']>;

interface Case {
  failing: PreflightWorld;
  says: string | RegExp;
  command?: string | RegExp;
  /** Null: the check reads nothing that can be unknown. */
  unknown: PreflightWorld | null;
}

const cases: Record<PreflightCode, Case> = {
  'agent-answered': {
    failing: silent,
    says: 'The agents of these nodes did not answer this run: t11.',
    command: /weft-agent/,
    unknown: null,
  },
  'few-targets': { failing: soundWorld({ nodes: few }), says: '2 nodes have drives.', unknown: null },
  'few-failure-domains': {
    failing: soundWorld({ nodes: few }),
    says: 'The drives of class fast are in 2 failure domains (node).',
    unknown: soundWorld({
      nodes: few.map((node) => ({ ...node, labels: {} })),
      classes: [driveClass(few, { failureDomains: ['rack'] })],
    }),
  },
  'class-headroom': {
    failing: soundWorld({ classes: [driveClass(few, { repair: { neededBytes: 6, availableBytes: 5 } })] }),
    says: 'Class fast needs 6 bytes to repair the loss of one node, and has 5.',
    unknown: null,
  },
  'numa-drives': {
    failing: withDrives(() => ({ numaNode: 0 })),
    says: 'Drives of t11 are not balanced over NUMA nodes: NUMA node 0: 24, NUMA node 1: 0.',
    unknown: withDrives((index) => (index === 3 ? { numaNode: null } : {})),
  },
  'numa-nics': {
    failing: withNic({ numaNode: 1 }),
    says: /not balanced over NUMA nodes: NUMA node 0: 0, NUMA node 1: 2/,
    unknown: withNic({ numaNode: null }),
  },
  'numa-served': {
    failing: withNic({ numaNode: 1 }),
    says: '12 drives of t11 are at NUMA nodes without a storage NIC: 0.',
    unknown: withNic({ numaNode: null }),
  },
  'mtu-differs': {
    failing: withNic({ mtuBytes: 1500 }),
    says: 'The MTU differs on the storage network left: 9000: t12 ens1f0, t13 ens1f0, c21 ens1f0, 1500: t11 ens1f0.',
    unknown: null,
  },
  'mtu-small': {
    failing: withNic({ mtuBytes: 1500 }),
    says: 'Storage NICs of t11 have a small MTU: ens1f0: 1500.',
    command: 'ip link set dev ens1f0 mtu 9000',
    unknown: null,
  },
  'mtu-blocked': {
    failing: withTarget({ probes: [{ ...probe, result: 'too-large' }] }),
    says: 'Packets of 9000 bytes do not pass from t11 to 1 addresses on left, but small ones do: 10.10.1.11 to 10.10.1.21.',
    command: 'ping -M do -c 3 -s 8972 -I 10.10.1.11 10.10.1.21',
    unknown: withTarget({ probes: [{ ...probe, result: 'unknown' }] }),
  },
  'path-lost': {
    failing: withTarget({ probes: [{ ...probe, result: 'lost' }] }),
    says: 't11 does not reach 1 addresses on left: 10.10.1.11 to 10.10.1.21.',
    command: 'ip route get 10.10.1.21 from 10.10.1.11',
    unknown: silent,
  },
  'nic-speed': {
    failing: withNic({ speedBitsPerSecond: 25e9 }),
    says: /100 Gbit\/s: t12 ens1f0, t13 ens1f0, c21 ens1f0, 25 Gbit\/s: t11 ens1f0/,
    unknown: withNic({ speedBitsPerSecond: null }),
  },
  'pcie-nic': {
    failing: withNic({ pciLink: link(16, 8) }),
    says: /ens1f0: 8 GT\/s x8 of 8 GT\/s x16/,
    command: 'lspci -vv -s 0000:04:00.0 | grep Lnk',
    unknown: withNic({ pciLink: undefined }),
  },
  'pcie-drive': {
    failing: withDrives((index) => (index === 0 ? { pciLink: link(4, 2) } : {})),
    says: /17270bF800A1: 8 GT\/s x2 of 8 GT\/s x4/,
    command: 'lspci -vv -s 0000:10:00.0 | grep Lnk',
    unknown: withDrives(noDrive),
  },
  'arp-ignore': {
    failing: withInterface({ arpIgnore: 0 }),
    says: /ens1f0: 0/,
    command: 'sysctl -w net/ipv4/conf/ens1f0/arp_ignore=2',
    unknown: withInterface({ arpIgnore: null }),
  },
  'arp-announce': {
    failing: withInterface({ arpAnnounce: 1 }),
    says: /ens1f0: 1/,
    command: 'sysctl -w net/ipv4/conf/ens1f0/arp_announce=2',
    unknown: withInterface({ arpAnnounce: null }),
  },
  'arp-notify': {
    failing: withInterface({ arpNotify: 0 }),
    says: /ens1f0: 0/,
    command: 'sysctl -w net/ipv4/conf/ens1f0/arp_notify=1',
    unknown: withInterface({ arpNotify: null }),
  },
  'rp-filter': {
    failing: withInterface({ rpFilter: 1 }),
    says: /strict: ens1f0: 1/,
    command: 'sysctl -w net/ipv4/conf/ens1f0/rp_filter=2',
    unknown: withInterface({ rpFilter: null }),
  },
  'ipv6-on': {
    failing: withInterface({ ipv6Disabled: false }),
    says: /ens1f0/,
    command: 'sysctl -w net/ipv6/conf/ens1f0/disable_ipv6=1',
    unknown: withInterface({ ipv6Disabled: null }),
  },
  'own-routes': {
    failing: withInterface({ ownRoutes: false }),
    says: /no routing table and rule of their own: ens1f0/,
    command: 'ip route add 10.10.1.0/24 dev ens1f0 src 10.10.1.11 table 101\nip rule add from 10.10.1.11 table 101',
    unknown: withInterface({ ownRoutes: null }),
  },
  'shared-subnet': {
    failing: withTarget({
      inventory: { ...inventory, nics: [connectX5(0, 11), connectX5(1, 11, { addresses: ['10.10.1.111/24'] })] },
      facts: hostFacts({ interfaces: hostFacts().interfaces.map((each) => ({ ...each, ownRoutes: false })) }),
    }),
    says: 'NICs of t11 share the subnet 10.10.1.0/24 without own routing tables: ens1f0, ens4f0.',
    command: /ip rule add from 10\.10\.1\.111 table 102/,
    unknown: withTarget({
      inventory: { ...inventory, nics: [connectX5(0, 11), connectX5(1, 11, { addresses: ['10.10.1.111/24'] })] },
      facts: null,
    }),
  },
  'flow-control': {
    failing: withInterface({ rxPause: false, txPause: false }),
    says: /neither pause frames both ways nor priority flow control: ens1f0/,
    command: 'ethtool -A ens1f0 rx on tx on',
    unknown: withInterface({ rxPause: null, txPause: null, pfcPriorities: null }),
  },
  ecn: {
    failing: withInterface({ ecnPriorities: [] }),
    says: /on no priority: ens1f0/,
    command: /ens1f0\/ecn\/roce_np\/enable\/3/,
    unknown: withInterface({ ecnPriorities: null }),
  },
  discards: {
    failing: withInterface({ discards: { rx_discards_phy: 412, rx_out_of_buffer: 0 } }),
    says: /ens1f0: rx_discards_phy 412/,
    command: 'ethtool -S ens1f0',
    unknown: withInterface({ discards: null }),
  },
  'roce-v2': {
    failing: withInterface({ gidTypes: ['IB/RoCE v1'] }),
    says: /ens1f0 \(mlx5_0\)/,
    unknown: withInterface({ gidTypes: null }),
  },
  'known-defects': {
    failing: withTarget({ inventory: { ...inventory, kernel: '6.12.107-amd64' } }),
    says: /Linux 6\.12: md raid10 with near=3/,
    unknown: withFacts({ tools: { ...hostFacts().tools, 'nvme-cli': null } }),
  },
  'tools-missing': {
    failing: withFacts({ tools: { ...hostFacts().tools, mdadm: null } }),
    says: 'These programs are not there on t11: mdadm.',
    command: 'apt-get install mdadm',
    unknown: silent,
  },
  'kernels-differ': {
    failing: withTarget({ inventory: { ...inventory, kernel: '6.12.9-amd64' } }),
    says: 'Targets have different kernels: 6.1.0-28-amd64: t12, t13, 6.12.9-amd64: t11.',
    unknown: withTarget({ inventory: null }),
  },
  'cpu-governor': {
    failing: withFacts({ cpuGovernors: ['performance', 'powersave'] }),
    says: 'CPUs of t11 use the frequency governors powersave.',
    command: /performance/,
    unknown: withFacts({ cpuGovernors: null }),
  },
  'c-states': {
    failing: withFacts({ deepestIdleState: { name: 'C6', exitMicroseconds: 133 } }),
    says: 'CPUs of t11 enter the idle state C6, which takes 133 µs to leave.',
    command: /cpupower/,
    unknown: withFacts({ deepestIdleState: null }),
  },
  iommu: { failing: withFacts({ iommu: 'translated' }), says: /IOMMU of t11 translates/, unknown: withFacts({ iommu: null }) },
  'clock-skew': { failing: withTarget({ clockSkewed: true }), says: /clock of t11/, unknown: withTarget({ online: false }) },
  'udev-guard': { failing: withFacts({ udevGuard: false }), says: /not installed on t11/, unknown: withFacts({ udevGuard: null }) },
  'tls-daemon': {
    failing: withTarget({
      inventory: {
        ...inventory,
        capabilities: { ...inventory.capabilities, tls: { target: true, client: true, daemon: 'without-keyring' } },
      },
    }),
    says: /tlshd of t11 does not look for keys/,
    command: /tlshd/,
    unknown: withTarget({ inventory: null }),
  },
  'firmware-differs': {
    failing: withDrives((index) => (index < 4 ? { firmware: '0091640' } : {})),
    says: /0091634: 68 drives, 0091640: 4 drives/,
    unknown: withDrives((index) => (index === 0 ? { firmware: '' } : {})),
  },
  smart: {
    failing: withDrives((index) => (index === 5 ? { smart: { ...smartOf(), percentageUsed: 94, mediaErrors: 3 } } : {})),
    says: /17270bF805A1: 94 % worn, 3 media errors/,
    unknown: withDrives((index) => (index === 5 ? { smart: null } : {})),
  },
};

function smartOf() {
  const { smart } = target(11).drives[0]?.inventory ?? {};
  if (!smart) throw new Error('the fixture has SMART');
  return smart;
}

describe.each(preflightCodes.map((code) => [code, cases[code]] as const))('the check %s', (code, { failing, says, command, unknown }) => {
  it('passes on sound servers', () => {
    const results = resultsOf(code, soundWorld()).map(({ result }) => result);
    expect(results.length).toBeGreaterThan(0);
    expect(new Set(results)).toEqual(new Set(['passed']));
  });

  it('finds the fault, once', () => {
    const found = resultsOf(code, failing).filter((each) => each.result === 'failed');
    expect(found).toHaveLength(1);
    expect(found[0]?.said.message).toMatch(says instanceof RegExp ? says : literal(says));
    expect(found[0]?.said.unblockedBy).toBeTruthy();
    if (command !== undefined) expect(found[0]?.command).toMatch(command instanceof RegExp ? command : literal(command));
  });

  if (unknown)
    it('is not passed while its facts are unknown', () => {
      expect(resultsOf(code, unknown).filter(({ result }) => result === 'unknown')).toHaveLength(1);
      expect(resultsOf(code, unknown).filter(({ result }) => result === 'failed')).toEqual([]);
    });
});

const literal = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

describe('runChecks', () => {
  const at = new Date('2026-11-28T12:00:00Z');

  it('finds nothing on sound servers', () => {
    const { findings, checks } = runChecks(soundWorld(), new Map(), at);
    expect(findings).toEqual([]);
    expect(checks.map(({ check }) => check)).toEqual(preflightCodes);
    expect(checks.every(({ passed, failed, unknown }) => passed > 0 && failed + unknown === 0)).toBe(true);
  });

  it('gives the same finding the same id and start in the next run, and another value another id', () => {
    const [first] = runChecks(withNic({ mtuBytes: 1500 }), new Map(), at).findings;
    if (!first) throw new Error('there is a finding');
    const again = runChecks(withNic({ mtuBytes: 1500 }), new Map([[first._id, at]]), new Date('2026-11-29T12:00:00Z'));
    expect(again.findings[0]).toMatchObject({ _id: first._id, since: at });
    expect(again.newFindings).toBe(1);
    const other = runChecks(withNic({ mtuBytes: 1400 }), new Map([[first._id, at]]), at);
    expect(other.findings[0]?._id).not.toBe(first._id);
  });

  it('keeps the id of a finding while its counters rise', () => {
    const discards = (rx: number) => runChecks(withInterface({ discards: { rx_discards_phy: rx } }), new Map(), at).findings[0]?._id;
    expect(discards(412)).toBe(discards(900));
  });

  it('lists the gravest first, and what was not checked last', () => {
    const { findings } = runChecks(withInterface({ rpFilter: 1, arpNotify: 0, discards: null }), new Map(), at);
    expect(findings.map(({ check }) => check)).toEqual(['rp-filter', 'arp-notify', 'discards']);
  });
});
