import { entry } from '../../entry.js';
import { t1 } from '../../examples.js';
import { count, node, nodes, texts, word } from '../../field.js';
import { listed, words } from '../../words.js';

const nics = { node, nics: texts };
const values = { node, values: texts };
const arp = { node: t1, values: ['ens1f0: 0', 'ens1f1: 0'] };

/* Findings of the preflight about storage networks. `unblockedBy` is the way to fix. */
export const preflightNetworkMessages = {
  'preflight-mtu-differs': entry(
    { network: word, values: texts },
    {
      message: ({ network, values }) => words`The MTU differs on the storage network ${network}: ${listed(values)}.`,
      unblockedBy: () => words`Set the same MTU on every NIC of the network, and a larger one on its switches.`,
      example: { network: 'left', values: ['9000: t1 ens1f0, t2 ens1f0', '1500: c1 ens1f0'] },
    },
  ),
  'preflight-mtu-small': entry(values, {
    message: ({ node, values }) => words`Storage NICs of ${node} have a small MTU: ${listed(values)}.`,
    unblockedBy: () => words`Set an MTU of 4200 or more on all NICs of the network, and 9216 on its switches.`,
    example: { node: t1, values: ['ens1f0: 1500'] },
  }),
  'preflight-mtu-blocked': entry(
    { network: word, node, packets: texts, bytes: count, peers: count },
    {
      message: ({ network, node, packets, bytes, peers }) =>
        words`Packets of ${bytes} bytes do not pass from ${node} to ${peers} addresses on ${network}, but small ones do: ${listed(packets)}.`,
      unblockedBy: () => words`Set the MTU of the NICs at both ends, and of each switch port between them.`,
      example: { network: 'left', node: t1, packets: ['10.10.1.11 to 10.10.1.21'], bytes: 9000, peers: 1 },
    },
  ),
  'preflight-path-lost': entry(
    { network: word, node, packets: texts, peers: count },
    {
      message: ({ network, node, packets, peers }) => words`${node} does not reach ${peers} addresses on ${network}: ${listed(packets)}.`,
      unblockedBy: () => words`Look at links, VLANs, routes and packet filters between these addresses.`,
      example: { network: 'left', node: t1, packets: ['10.10.1.11 to 10.10.1.21'], peers: 1 },
    },
  ),
  'preflight-nic-speed': entry(
    { network: word, values: texts },
    {
      message: ({ network, values }) => words`Link speeds differ on the storage network ${network}: ${listed(values)}.`,
      unblockedBy: () => words`Check cable, transceiver and switch port of the slower links.`,
      example: { network: 'left', values: ['100 Gbit/s: t1 ens1f0', '25 Gbit/s: t2 ens1f0'] },
    },
  ),
  'preflight-arp-ignore': entry(values, {
    message: ({ node, values }) => words`arp_ignore of storage NICs of ${node} is below 1: ${listed(values)}.`,
    unblockedBy: () => words`Set it to 2 (answer only on the NIC of the address, to senders in its subnet), in /etc/sysctl.d too.`,
    example: arp,
  }),
  'preflight-arp-announce': entry(values, {
    message: ({ node, values }) => words`arp_announce of storage NICs of ${node} is not 2: ${listed(values)}.`,
    unblockedBy: () => words`Set it to 2, in /etc/sysctl.d too.`,
    example: arp,
  }),
  'preflight-arp-notify': entry(values, {
    message: ({ node, values }) => words`arp_notify of storage NICs of ${node} is off: ${listed(values)}.`,
    unblockedBy: () => words`Set it to 1, in /etc/sysctl.d too.`,
    example: arp,
  }),
  'preflight-rp-filter': entry(values, {
    message: ({ node, values }) => words`rp_filter of storage NICs of ${node} is strict: ${listed(values)}.`,
    unblockedBy: () => words`Set it to 2 (loose), in /etc/sysctl.d too. The larger value of "all" and of the NIC counts.`,
    example: { node: t1, values: ['ens1f0: 1'] },
  }),
  'preflight-ipv6-on': entry(nics, {
    message: ({ node, nics }) =>
      words`IPv6 is on at storage NICs of ${node}, which have no IPv6 address of a storage network: ${listed(nics)}.`,
    unblockedBy: () => words`Set disable_ipv6 to 1 on these NICs, in /etc/sysctl.d too.`,
    example: { node: t1, nics: ['ens1f0'] },
  }),
  'preflight-own-routes': entry(nics, {
    message: ({ node, nics }) => words`Storage NICs of ${node} have no routing table and rule of their own: ${listed(nics)}.`,
    unblockedBy: () => words`Add a table with the NIC's subnet and a rule for its address, in the network configuration too.`,
    example: { node: t1, nics: ['ens1f0', 'ens1f1'] },
  }),
  'preflight-shared-subnet': entry(
    { node, nics: texts, subnet: word },
    {
      message: ({ node, nics, subnet }) => words`NICs of ${node} share the subnet ${subnet} without own routing tables: ${listed(nics)}.`,
      unblockedBy: () => words`Give each NIC a subnet of its own, or a routing table and rule for its address.`,
      example: { node: t1, nics: ['ens1f0', 'ens1f1'], subnet: '10.10.1.0/24' },
    },
  ),
  'preflight-flow-control': entry(nics, {
    message: ({ node, nics }) =>
      words`RDMA NICs of ${node} have neither pause frames both ways nor priority flow control: ${listed(nics)}.`,
    unblockedBy: () => words`Turn on pause frames, or priority flow control with the same priority on the switches (802.1Qbb).`,
    example: { node: t1, nics: ['ens1f0'] },
  }),
  'preflight-ecn': entry(nics, {
    message: ({ node, nics }) => words`RDMA NICs of ${node} use congestion notification on no priority: ${listed(nics)}.`,
    unblockedBy: () => words`Turn it on for the priority of RoCE, and ECN marking on the switches.`,
    example: { node: t1, nics: ['ens1f0'] },
  }),
  'preflight-discards': entry(values, {
    message: ({ node, values }) => words`Storage NICs of ${node} have discarded packets since they started: ${listed(values)}.`,
    unblockedBy: () => words`Look at flow control and at the load of these links. Counters start over when the driver is loaded.`,
    example: { node: t1, values: ['ens1f0: rx_discards_phy 412'] },
  }),
  'preflight-roce-v2': entry(nics, {
    message: ({ node, nics }) => words`RDMA devices of ${node} have no GID of RoCE v2: ${listed(nics)}.`,
    unblockedBy: () => words`Turn on RoCE v2 in the NIC's firmware or driver, and give the NIC an address.`,
    example: { node: t1, nics: ['ens1f0 (mlx5_0)'] },
  }),
  'preflight-agent-answered': entry(
    { nodes },
    {
      message: ({ nodes }) => words`The agents of these nodes did not answer this run: ${listed(nodes)}.`,
      unblockedBy: () => words`Start weft-agent there, or update it to the version of the servers.`,
      example: { nodes: [t1] },
    },
  ),
};
