import type { HostFacts, InterfaceFacts, ToolName } from '@weft/shared/messages/host-facts';
import { HostError } from '../../host.js';
import { readNics } from '../inventory/inventory-nics.js';
import type { RunCommand } from '../run/command.js';
import type { Tree } from '../run/host-fs.js';
import { udevRuns } from '../run/host-snapshot.js';
import { parseDiscards, parseDriver, parsePause, parsePfc, parseSourceRoutes, parseVersion, type SourceRoutes } from './parse-facts.js';

const SECONDS = 10;
const PRIORITIES = [0, 1, 2, 3, 4, 5, 6, 7];

/** Facts for a preflight run, read once for each. A fact that cannot be read is null; the others are read all the same. */
export async function readFacts(tree: Tree, run: RunCommand): Promise<HostFacts> {
  const [nics, routes] = [await readNics(tree, run), await sourceRoutes(run)];
  const [interfaces, cpuGovernors, idle, iommu, tools, udevGuard] = await Promise.all([
    Promise.all(nics.map((nic) => readInterface(tree, run, nic, routes))),
    readGovernors(tree),
    readIdleStates(tree),
    readIommu(tree),
    readTools(run),
    readUdevGuard(tree),
  ]);
  return { interfaces, cpuGovernors, ...idle, iommu, tools, udevGuard };
}

/** Output of a command; null: it is not there, or it failed. */
async function outputOf(run: RunCommand, argv: readonly string[]): Promise<string | null> {
  try {
    const { stdout, stderr } = await run(argv, { seconds: SECONDS });
    return stdout || stderr;
  } catch (error) {
    if (error instanceof HostError) return null;
    throw error;
  }
}

async function sourceRoutes(run: RunCommand): Promise<SourceRoutes | null> {
  const rules = await outputOf(run, ['ip', '-json', 'rule', 'show']);
  const routes = await outputOf(run, ['ip', '-json', 'route', 'show', 'table', 'all']);
  return rules === null || routes === null ? null : parseSourceRoutes(rules, routes);
}

type FoundNic = Awaited<ReturnType<typeof readNics>>[number];

async function readInterface(tree: Tree, run: RunCommand, nic: FoundNic, routes: SourceRoutes | null): Promise<InterfaceFacts> {
  const { name, addresses, rdmaDevice } = nic;
  const [info, pause, counters, pfc, ecnPriorities, gidTypes, sysctls] = [
    await outputOf(run, ['ethtool', '-i', name]),
    await outputOf(run, ['ethtool', '-a', name]),
    await outputOf(run, ['ethtool', '-S', name]),
    await outputOf(run, ['dcb', 'pfc', 'show', 'dev', name, 'prio-pfc']),
    ...(await Promise.all([readEcn(tree, name), readGidTypes(tree, rdmaDevice), readSysctls(tree, name)])),
  ];
  const { driver, firmware } = parseDriver(info ?? '');
  const bare = addresses.map((address) => address.split('/')[0] ?? '').filter((address) => !address.includes(':'));
  return {
    ...{ name, driver, firmware, ...sysctls, ...parsePause(pause ?? '') },
    ownRoutes: routes && bare.every((address) => routes(address, name)),
    pfcPriorities: parsePfc(pfc ?? ''),
    ecnPriorities,
    discards: counters === null ? null : parseDiscards(counters),
    gidTypes,
  };
}

/** Documentation/networking/ip-sysctl.rst: the larger one of `all` and of the interface is in force. */
async function readSysctls(tree: Tree, name: string) {
  const inForce = async (key: string): Promise<number | null> => {
    const [all, own] = await Promise.all(['all', name].map((each) => tree.number(`/proc/sys/net/ipv4/conf/${each}/${key}`)));
    return all === undefined || own === undefined ? null : Math.max(all, own);
  };
  const [arpIgnore, arpAnnounce, arpNotify, rpFilter, ipv6] = await Promise.all([
    ...['arp_ignore', 'arp_announce', 'arp_notify', 'rp_filter'].map(inForce),
    readIpv6Disabled(tree, name),
  ]);
  return { arpIgnore, arpAnnounce, arpNotify, rpFilter, ipv6Disabled: ipv6 } as {
    arpIgnore: number | null;
    arpAnnounce: number | null;
    arpNotify: number | null;
    rpFilter: number | null;
    ipv6Disabled: boolean | null;
  };
}

/** Without IPv6 in the kernel there is no such folder. */
async function readIpv6Disabled(tree: Tree, name: string): Promise<boolean | null> {
  if (!(await tree.exists('/proc/sys/net/ipv6'))) return (await tree.exists('/proc/sys/net')) ? true : null;
  const value = await tree.number(`/proc/sys/net/ipv6/conf/${name}/disable_ipv6`);
  return value === undefined ? null : value === 1;
}

/** Drivers of NVIDIA's own packages: /sys/class/net/X/ecn/roce_np/enable/<priority>. The kernel's own driver does not show it there. */
async function readEcn(tree: Tree, name: string): Promise<number[] | null> {
  const path = `/sys/class/net/${name}/ecn/roce_np/enable`;
  if (!(await tree.exists(path))) return null;
  const values = await Promise.all(PRIORITIES.map((priority) => tree.number(`${path}/${priority}`)));
  return values.includes(undefined) ? null : PRIORITIES.filter((priority) => values[priority] === 1);
}

/** Documentation/ABI/stable/sysfs-class-infiniband: gid_attrs/types; an unused entry cannot be read. */
async function readGidTypes(tree: Tree, rdmaDevice: string | null): Promise<string[] | null> {
  if (rdmaDevice === null) return [];
  const ports = `/sys/class/infiniband/${rdmaDevice}/ports`;
  const found = new Set<string>();
  let readable = false;
  for (const port of await tree.list(ports)) {
    const types = `${ports}/${port}/gid_attrs/types`;
    const entries = await tree.list(types);
    readable ||= entries.length > 0;
    for (const type of await Promise.all(entries.map((entry) => tree.optional(`${types}/${entry}`)))) if (type) found.add(type);
  }
  return readable ? [...found].sort() : null;
}

async function readGovernors(tree: Tree): Promise<string[] | null> {
  const root = '/sys/devices/system/cpu';
  if (!(await tree.exists(root))) return null;
  const policies = (await tree.list(`${root}/cpufreq`)).filter((each) => each.startsWith('policy'));
  const governors = await Promise.all(policies.map((policy) => tree.optional(`${root}/cpufreq/${policy}/scaling_governor`)));
  return governors.includes(undefined) ? null : [...new Set(governors.flatMap((each) => each ?? []))].sort();
}

/** Documentation/admin-guide/pm/cpuidle.rst: latency in µs, disable. */
async function readIdleStates(tree: Tree): Promise<Pick<HostFacts, 'deepestIdleState' | 'noIdleStates'>> {
  const root = '/sys/devices/system/cpu/cpu0/cpuidle';
  const noIdleStates = (await tree.exists('/sys/devices/system/cpu/cpu0')) && !(await tree.exists(root));
  const states = await Promise.all(
    (await tree.list(root)).map(async (state) => {
      const path = `${root}/${state}`;
      const [name, latency, disabled] = await Promise.all([
        tree.optional(`${path}/name`),
        tree.number(`${path}/latency`),
        tree.number(`${path}/disable`),
      ]);
      return name !== undefined && latency !== undefined && disabled === 0 ? [{ name, exitMicroseconds: latency }] : [];
    }),
  );
  const deepest = states.flat().sort((a, b) => b.exitMicroseconds - a.exitMicroseconds)[0];
  return { deepestIdleState: deepest ?? null, noIdleStates };
}

/** Of drives and NICs (Documentation/ABI/testing/sysfs-kernel-iommu_groups: identity, DMA, DMA-FQ). */
async function readIommu(tree: Tree): Promise<HostFacts['iommu']> {
  if (!(await tree.exists('/sys/class'))) return null;
  if ((await tree.list('/sys/class/iommu')).length === 0) return 'off';
  const devices = (
    await Promise.all(
      ['nvme', 'net'].map(async (kind) =>
        (await tree.list(`/sys/class/${kind}`)).map((each) => `/sys/class/${kind}/${each}/device/iommu_group`),
      ),
    )
  ).flat();
  const types = (await Promise.all(devices.map((group) => tree.optional(`${group}/type`)))).filter((type) => type !== undefined);
  if (types.length === 0) return null;
  return types.some((type) => type.startsWith('DMA')) ? 'translated' : 'passthrough';
}

const VERSIONS: Record<ToolName, { argv: string[]; after: RegExp }> = {
  'nvme-cli': { argv: ['nvme', 'version'], after: /nvme version/ },
  mdadm: { argv: ['mdadm', '--version'], after: /mdadm -/ },
  lvm2: { argv: ['lvm', 'version'], after: /LVM version:/ },
  iproute2: { argv: ['ip', '-V'], after: /iproute2-/ },
  ethtool: { argv: ['ethtool', '--version'], after: /ethtool version/ },
};

async function readTools(run: RunCommand): Promise<HostFacts['tools']> {
  const versions = await Promise.all(
    Object.entries(VERSIONS).map(async ([name, { argv, after }]) => [name, parseVersion((await outputOf(run, argv)) ?? '', after)]),
  );
  return Object.fromEntries(versions);
}

const RULES = ['59-weft-legs.rules', '65-weft-volumes.rules'];
async function readUdevGuard(tree: Tree): Promise<boolean | null> {
  if (!udevRuns(tree.root)) return null;
  const there = await Promise.all(
    RULES.map(async (rule) => (await tree.exists(`/usr/lib/udev/rules.d/${rule}`)) || (await tree.exists(`/etc/udev/rules.d/${rule}`))),
  );
  return there.every(Boolean);
}
