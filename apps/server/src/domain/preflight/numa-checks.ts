import { linkRatio, supportedRate } from '@weft/shared/load/link-ratio';
import type { LinkRate, PciLink } from '@weft/shared/messages/pci-link';
import {
  bounded,
  type Check,
  failed,
  judged,
  NOT_CONCERNED,
  type Outcome,
  passed,
  perNode,
  refOf,
  unknown,
  type Verdict,
} from './check.js';
import { type PreflightNode, storageNics } from './preflight-world.js';

interface Placed {
  name: string;
  numaNode: number | null;
}

/** NUMA nodes that have processors are numbered from 0; their number is that of the sockets, where each socket is one NUMA node. */
const nodesOf = (sockets: number) => Array.from({ length: sockets }, (_, each) => each);

/** Balanced: no NUMA node has two more than another. More NUMA nodes than sockets (sub-NUMA clustering) are compared as they are. */
function balance(
  { inventory }: PreflightNode,
  placed: readonly Placed[],
  fail: (values: string[]) => Outcome,
): Outcome | typeof NOT_CONCERNED {
  if (placed.length < 2) return NOT_CONCERNED;
  if (!inventory) return unknown('sockets');
  const { sockets } = inventory.cpu;
  if (sockets < 2) return passed;
  const dark = placed.filter(({ numaNode }) => numaNode === null);
  if (dark.length > 0) return unknown(...bounded(dark.map(({ name }) => `NUMA node of ${name}`)));
  const used = placed.map(({ numaNode }) => numaNode ?? 0);
  const counts = [...new Set([...nodesOf(sockets), ...used])]
    .sort()
    .map((node) => ({ node, count: used.filter((each) => each === node).length }));
  const amounts = counts.map(({ count }) => count);
  if (Math.max(...amounts) - Math.min(...amounts) < 2) return passed;
  return fail(counts.map(({ node, count }) => `NUMA node ${node}: ${count}`));
}

const placedDrives = ({ drives }: PreflightNode): Placed[] =>
  drives.map(({ inventory: { serial, numaNode } }) => ({ name: serial, numaNode }));

const numaDrives = perNode('numa-drives', (node) =>
  balance(node, placedDrives(node), (values) => failed('preflight-numa-drives', { node: refOf(node), values })),
);

const numaNics = perNode('numa-nics', (node, { networks }) => {
  if (node.drives.length === 0) return NOT_CONCERNED;
  const nics = storageNics(node, networks).map(({ nic: { name, numaNode } }) => ({ name, numaNode }));
  return balance(node, nics, (values) => failed('preflight-numa-nics', { node: refOf(node), values }));
});

const numaServed = perNode('numa-served', (node, { networks }) => {
  const nics = storageNics(node, networks);
  if (node.drives.length === 0 || nics.length === 0) return NOT_CONCERNED;
  if ((node.inventory?.cpu.sockets ?? 1) < 2) return passed;
  const dark = [...placedDrives(node), ...nics.map(({ nic }) => nic)].filter(({ numaNode }) => numaNode === null);
  if (dark.length > 0) return unknown(...bounded(dark.map(({ name }) => `NUMA node of ${name}`)));
  const served = new Set(nics.map(({ nic }) => nic.numaNode));
  const alone = placedDrives(node).filter(({ numaNode }) => !served.has(numaNode));
  if (alone.length === 0) return passed;
  const numaNodes = [...new Set(alone.map(({ numaNode }) => String(numaNode)))].sort();
  return failed('preflight-numa-served', { node: refOf(node), numaNodes, drives: alone.length });
});

const rateText = ({ gigatransfersPerSecond, lanes }: LinkRate) => `${gigatransfersPerSecond ?? '?'} GT/s x${lanes ?? '?'}`;

function linkVerdict(name: string, link: PciLink | null | undefined): Verdict {
  if (!link) return undefined;
  const ratio = linkRatio(link);
  return ratio === null ? undefined : ratio >= 1 || `${name}: ${rateText(link.current)} of ${rateText(supportedRate(link))}`;
}

const pcieNic = perNode('pcie-nic', (node, { networks }) =>
  judged(
    storageNics(node, networks).filter(({ nic }) => nic.pciAddress !== null),
    ({ nic }) => linkVerdict(nic.name, nic.pciLink),
    ({ nic }) => `PCIe link of ${nic.name}`,
    (nics, some) => failed('preflight-pcie-nic', { node: refOf(node), nics }, { command: lspci(some.map(({ nic }) => nic.pciAddress)) }),
  ),
);

const lspci = (addresses: readonly (string | null)[]) => addresses.map((address) => `lspci -vv -s ${address} | grep Lnk`).join('\n');

const pcieDrive = perNode('pcie-drive', (node) =>
  judged(
    node.drives.filter(({ inventory }) => inventory.pciAddress !== null),
    ({ inventory }) => linkVerdict(inventory.serial, inventory.pciLink),
    ({ inventory }) => `PCIe link of ${inventory.serial}`,
    (drives, some) =>
      failed('preflight-pcie-drive', { node: refOf(node), drives }, { command: lspci(some.map(({ inventory }) => inventory.pciAddress)) }),
  ),
);

export const numaChecks: readonly Check[] = [numaDrives, numaNics, numaServed, pcieNic, pcieDrive];
