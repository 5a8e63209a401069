import type { InterfaceFacts } from '@weft/shared/messages/host-facts';
import { type Check, failed, perStorageNic, refOf, type Verdict } from './check.js';
import type { PreflightNode, StorageNic } from './preflight-world.js';

type SysctlFact = 'arpIgnore' | 'arpAnnounce' | 'arpNotify' | 'rpFilter';
type SysctlCode = 'arp-ignore' | 'arp-announce' | 'arp-notify' | 'rp-filter';

/** Linux: Documentation/networking/ip-sysctl.rst. */
function sysctl(
  code: SysctlCode,
  message: `preflight-${SysctlCode}`,
  fact: SysctlFact,
  key: string,
  isRight: (value: number) => boolean,
  advised: number,
): Check {
  const verdict = ({ nic, facts }: StorageNic): Verdict => {
    const value = facts?.[fact] ?? null;
    return value === null ? undefined : isRight(value) || `${nic.name}: ${value}`;
  };
  const command = (nics: readonly StorageNic[]) =>
    nics.map(({ nic }) => `sysctl -w net/ipv4/conf/${nic.name}/${key}=${advised}`).join('\n');
  return perStorageNic(code, key, verdict, (values, nics, node) =>
    failed(
      message,
      { node: refOf(node), values },
      { command: key === 'rp_filter' ? `sysctl -w net/ipv4/conf/all/rp_filter=0\n${command(nics)}` : command(nics) },
    ),
  );
}

const isRdma = ({ nic }: StorageNic) => nic.rdmaDevice !== null;
const names = (nics: readonly StorageNic[]) => nics.map(({ nic }) => nic.name);
const ofNics = (node: PreflightNode, nics: readonly StorageNic[]) => ({ node: refOf(node), nics: names(nics) });
const commands = (nics: readonly StorageNic[], of: (name: string) => string) => names(nics).map(of).join('\n');

const ipv6On = perStorageNic(
  'ipv6-on',
  'disable_ipv6',
  ({ nic, address, facts }) => (address.includes(':') ? true : facts?.ipv6Disabled == null ? undefined : facts.ipv6Disabled || nic.name),
  (_, nics, node) =>
    failed('preflight-ipv6-on', ofNics(node, nics), {
      command: commands(nics, (name) => `sysctl -w net/ipv6/conf/${name}/disable_ipv6=1`),
    }),
);

/** Undefined: unknown. Priority flow control replaces pause frames (IEEE 802.1Q, 36). */
export function hasFlowControl({ rxPause, txPause, pfcPriorities }: InterfaceFacts): boolean | undefined {
  if (pfcPriorities && pfcPriorities.length > 0) return true;
  if (rxPause && txPause) return true;
  return rxPause === null || txPause === null ? undefined : pfcPriorities === null ? undefined : false;
}

const flowControl = perStorageNic(
  'flow-control',
  'pause frames and priority flow control',
  ({ nic, facts }) => {
    const has = facts && hasFlowControl(facts);
    return has === undefined ? undefined : has || nic.name;
  },
  (_, nics, node) =>
    failed('preflight-flow-control', ofNics(node, nics), { command: commands(nics, (name) => `ethtool -A ${name} rx on tx on`) }),
  isRdma,
);

const ecn = perStorageNic(
  'ecn',
  'ECN',
  ({ nic, facts }) => (facts?.ecnPriorities ? facts.ecnPriorities.length > 0 || nic.name : undefined),
  (_, nics, node) =>
    failed('preflight-ecn', ofNics(node, nics), {
      command: commands(
        nics,
        (name) => `echo 1 > /sys/class/net/${name}/ecn/roce_np/enable/3\necho 1 > /sys/class/net/${name}/ecn/roce_rp/enable/3`,
      ),
    }),
  isRdma,
);

const discards = perStorageNic(
  'discards',
  'discard counters',
  ({ nic, facts }) => {
    if (!facts?.discards) return undefined;
    const lost = Object.entries(facts.discards).filter(([, value]) => value > 0);
    return lost.length === 0 || `${nic.name}: ${lost.map(([name, value]) => `${name} ${value}`).join(', ')}`;
  },
  (values, nics, node) =>
    failed(
      'preflight-discards',
      { node: refOf(node), values },
      { command: commands(nics, (name) => `ethtool -S ${name}`), identity: names(nics).join() },
    ),
);

const roceV2 = perStorageNic(
  'roce-v2',
  'GIDs',
  ({ nic, facts }) => (facts?.gidTypes ? facts.gidTypes.includes('RoCE v2') || `${nic.name} (${nic.rdmaDevice})` : undefined),
  (nics, some, node) =>
    failed('preflight-roce-v2', { node: refOf(node), nics }, { command: commands(some, (name) => `rdma link show | grep ${name}`) }),
  isRdma,
);

export const nicChecks: readonly Check[] = [
  sysctl('arp-ignore', 'preflight-arp-ignore', 'arpIgnore', 'arp_ignore', (value) => value >= 1, 2),
  sysctl('arp-announce', 'preflight-arp-announce', 'arpAnnounce', 'arp_announce', (value) => value === 2, 2),
  sysctl('arp-notify', 'preflight-arp-notify', 'arpNotify', 'arp_notify', (value) => value >= 1, 1),
  sysctl('rp-filter', 'preflight-rp-filter', 'rpFilter', 'rp_filter', (value) => value !== 1, 2),
  ipv6On,
  flowControl,
  ecn,
  discards,
  roceV2,
];
