import type { PreflightSet, PreflightSeverity } from './sets.js';

/*
 * Every check of the preflight: whose advice it is, how severe a finding is, and why it matters. The messages of findings are in
 * `text/catalogue/preflight/`, one for each code: `preflight-<code>`. `docs/preflight.md` has this table.
 */

export interface PreflightCheck {
  title: string;
  sets: readonly PreflightSet[];
  severity: PreflightSeverity;
  why: string;
}

const both = ['micron-2018', 'weft'] as const;
const micron = ['micron-2018'] as const;
const weft = ['weft'] as const;

export const preflightChecks = {
  'agent-answered': {
    ...{ title: 'Agents answer', sets: weft, severity: 'warning' },
    why: 'Nothing is known about the sysctls, routes, firmware and tools of a node whose agent does not answer.',
  },
  'few-targets': {
    ...{ title: 'Three targets', sets: both, severity: 'warning' },
    why: 'With two targets, the loss of one leaves mirrors no second target to be repaired on.',
  },
  'few-failure-domains': {
    ...{ title: 'Failure domains of classes', sets: weft, severity: 'warning' },
    why: 'A mirror needs two failure domains, and its repair after a loss needs a third one.',
  },
  'class-headroom': {
    ...{ title: 'Headroom of classes', sets: weft, severity: 'warning' },
    why: 'Without free space for the legs of one lost node, mirrors stay degraded until somebody adds drives.',
  },
  'numa-drives': {
    ...{ title: 'Drives over NUMA nodes', sets: both, severity: 'advice' },
    why: 'With all drives at one socket, its memory and PCIe lanes limit the target while the other socket is idle.',
  },
  'numa-nics': {
    ...{ title: 'NICs over NUMA nodes', sets: both, severity: 'advice' },
    why: 'With all NICs at one socket, half of the traffic of drives crosses the link between sockets.',
  },
  'numa-served': {
    ...{ title: 'A NIC beside each drive', sets: both, severity: 'advice' },
    why: 'Data of a drive whose NUMA node has no storage NIC crosses the link between sockets twice.',
  },
  'mtu-differs': {
    ...{ title: 'Same MTU on a network', sets: both, severity: 'error' },
    why: 'A NIC drops packets that are larger than its MTU: connections stop while small packets still pass.',
  },
  'mtu-small': {
    ...{ title: 'MTU of 4200 or more', sets: both, severity: 'advice' },
    why: 'RoCE sends 4096 bytes of data in a packet only if MTU 4200 fits; smaller packets cost interrupts and bandwidth.',
  },
  'mtu-blocked': {
    ...{ title: 'Large packets pass', sets: both, severity: 'error' },
    why: 'Connections open with small packets and then stop at the first large one, without an error.',
  },
  'path-lost': {
    ...{ title: 'Nodes reach each other', sets: weft, severity: 'error' },
    why: 'A volume has no path between these addresses, so the loss of its other network stops its I/O.',
  },
  'nic-speed': {
    ...{ title: 'Same link speed on a network', sets: both, severity: 'warning' },
    why: 'A link that negotiated a lower speed slows down every volume with a leg behind it.',
  },
  'pcie-nic': {
    ...{ title: 'PCIe link of NICs', sets: weft, severity: 'warning' },
    why: 'A NIC with fewer lanes or a lower generation than its slot and it support cannot reach its line rate.',
  },
  'pcie-drive': {
    ...{ title: 'PCIe link of drives', sets: weft, severity: 'warning' },
    why: 'A drive that trained at a slower link slows down each volume with a leg on it.',
  },
  'arp-ignore': {
    ...{ title: 'arp_ignore', sets: both, severity: 'warning' },
    why: 'Without it, a host answers ARP for the address of one NIC on another one, and both networks share a NIC.',
  },
  'arp-announce': {
    ...{ title: 'arp_announce', sets: both, severity: 'warning' },
    why: 'Without it, ARP requests carry the address of another NIC, and peers learn a wrong path.',
  },
  'arp-notify': {
    ...{ title: 'arp_notify', sets: micron, severity: 'advice' },
    why: 'With it, switches and peers learn at once that an address is at this NIC after a link change.',
  },
  'rp-filter': {
    ...{ title: 'rp_filter', sets: both, severity: 'error' },
    why: 'Strict reverse-path filtering (1) drops packets that arrive on another NIC than the route back uses.',
  },
  'ipv6-on': {
    ...{ title: 'IPv6 off on storage NICs', sets: micron, severity: 'advice' },
    why: 'Unused link-local addresses add GIDs to RDMA devices, and traffic that nobody configured.',
  },
  'own-routes': {
    ...{ title: 'Routing table of each storage NIC', sets: micron, severity: 'advice' },
    why: 'Without a table and rule for its address, answers of a NIC can leave over another one.',
  },
  'shared-subnet': {
    ...{ title: 'One NIC of a node in a subnet', sets: weft, severity: 'warning' },
    why: 'Two NICs in one subnet without routing tables of their own send everything over the first one.',
  },
  'flow-control': {
    ...{ title: 'Flow control', sets: micron, severity: 'warning' },
    why: 'RoCE loses throughput on each lost packet. Pause frames both ways, or priority flow control, prevent the loss.',
  },
  ecn: {
    ...{ title: 'ECN', sets: weft, severity: 'advice' },
    why: 'With congestion notification, senders slow down before pause frames spread through the network.',
  },
  discards: {
    ...{ title: 'Discarded packets', sets: weft, severity: 'warning' },
    why: 'Discarded packets are sent again, which stalls the I/O of RoCE connections for milliseconds.',
  },
  'roce-v2': {
    ...{ title: 'RoCE v2 GIDs', sets: both, severity: 'error' },
    why: 'RoCE v1 is not routed and needs other settings of switches; peers choose v2.',
  },
  'known-defects': {
    ...{ title: 'Known defects of versions', sets: weft, severity: 'warning' },
    why: 'Weft works around these defects, but work by hand on the node meets them.',
  },
  'tools-missing': {
    ...{ title: 'Tools of the agent', sets: weft, severity: 'error' },
    why: 'The agent cannot export, attach or repair volumes without them.',
  },
  'kernels-differ': {
    ...{ title: 'Same kernel on all targets', sets: weft, severity: 'advice' },
    why: 'Targets with different kernels fail in different ways, and a fault is harder to reproduce.',
  },
  'cpu-governor': {
    ...{ title: 'Governor performance', sets: weft, severity: 'advice' },
    why: 'Other governors raise the clock only after load has lasted, so single I/Os take longer.',
  },
  'c-states': {
    ...{ title: 'Shallow idle states', sets: weft, severity: 'advice' },
    why: 'Leaving a deep idle state takes longer than a read of a drive, and adds to its latency.',
  },
  iommu: {
    ...{ title: 'IOMMU in passthrough', sets: weft, severity: 'advice' },
    why: 'Translation maps and unmaps memory for each I/O, which costs CPU and IOPS.',
  },
  'clock-skew': {
    ...{ title: 'Clocks', sets: weft, severity: 'warning' },
    why: 'Times in logs and statistics of this node do not match those of others.',
  },
  'udev-guard': {
    ...{ title: "Weft's udev rules", sets: weft, severity: 'error' },
    why: 'Without them, udev and mdadm assemble legs and volumes by themselves, beside Weft.',
  },
  'tls-daemon': {
    ...{ title: 'tlshd, where it is installed', sets: weft, severity: 'warning' },
    why: 'Without it no path with TLS can connect, or connect again after a fault.',
  },
  'firmware-differs': {
    ...{ title: 'Same firmware in a class', sets: weft, severity: 'advice' },
    why: 'Drives of one model with different firmware differ in latency and defects.',
  },
  smart: {
    ...{ title: 'SMART', sets: weft, severity: 'warning' },
    why: 'The drive reports that it is worn, has lost data, or is about to fail.',
  },
} as const satisfies Record<string, PreflightCheck>;

export type PreflightCode = keyof typeof preflightChecks;
export const preflightCodes = Object.keys(preflightChecks) as PreflightCode[];
