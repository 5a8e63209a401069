import { RDMA_RETRANSMITS } from '../../stats/rdma-retransmits.js';
import type { AlertRule } from './rule.js';

const node = { group: 'weft-nodes', kind: 'node', severity: 'warning', ownEvaluation: true } as const;

export const nodeRules = [
  {
    ...node,
    name: 'WeftNodeSilent',
    ...{ forSeconds: 60, keepSeconds: 60, labels: ['node'] },
    expr: 'max by (weft_cluster, simulated, node) (weft_server_node_connected) == 0',
    summary: 'Node {node} has not been connected to any server for a minute.',
    meaning:
      'Its agent, the machine or its management network is down. I/O continues without an agent; but the state of the node is unknown, and no change that needs it can finish.',
    action:
      'Is the machine up? Then `systemctl status weft-agent` and `weft-agent status` on it state why it is not connected; else start the machine. Volumes with legs on it show whether they are affected.',
  },
  {
    ...node,
    name: 'WeftNodeFlapping',
    ...{ forSeconds: 0, keepSeconds: 1800, labels: ['node'], unit: 'times' },
    threshold: {
      ...{ default: 4, min: 2, max: 100, unit: 'times', fires: 'at-or-above' },
      meaning: 'Losses of the connection of one node within an hour',
    },
    expr: 'max by (weft_cluster, simulated, node) (increase(weft_server_node_connection_losses_total[1h])) >= $threshold',
    summary: 'Node {node} lost its connection to the servers {value} within an hour.',
    meaning:
      'I/O does not depend on this connection. Each loss and each return makes the server look at every volume of the node again, and a repair counts its delay from the first loss of a leg that is not healthy in between.',
    action:
      "Nodes of one rack: look at its management switch and its power. One node: look at its NIC of the management network (`ip -s link`), then at its agent (`journalctl -u weft-agent`): each connection's end is there with its reason.",
  },
  {
    ...node,
    name: 'WeftPathLost',
    ...{ forSeconds: 60, keepSeconds: 60, labels: ['node', 'target', 'network'], unit: 'count' },
    expr: 'count by (weft_cluster, simulated, node, target, network) (weft_path_live == 0)',
    summary: 'Client {node} has lost target {target} on storage network {network}.',
    meaning:
      '{value} paths of volumes are affected. While another storage network carries a volume its I/O continues; without any it stands still.',
    action:
      "Many clients with the same target: look at the target and its port of that network. One client with many targets: at the client's. All on one network: at the switch.",
  },
  {
    ...node,
    name: 'WeftNicErrors',
    ...{ forSeconds: 300, keepSeconds: 900, labels: ['node'], unit: 'count' },
    threshold: {
      ...{ default: 10, min: 1, max: 1_000_000_000, unit: 'count', fires: 'at-or-above' },
      meaning: 'Packets with errors on the NICs of one node within 10 minutes',
    },
    expr: 'sum by (weft_cluster, simulated, node) (increase(weft_nic_receive_errors_total[10m]) + increase(weft_nic_transmit_errors_total[10m])) >= $threshold',
    summary: 'The NICs of node {node} had {value} packets with errors within 10 minutes.',
    meaning: 'Damaged packets are sent again: latency of every volume over that NIC rises, and a link that gets worse ends in lost paths.',
    action: 'Find the NIC with `ip -s link` on the node, then check cable, transceiver and switch port (`ethtool -S`, `ethtool -m`).',
  },
  {
    ...node,
    name: 'WeftRdmaRetransmits',
    ...{ forSeconds: 300, keepSeconds: 900, labels: ['node'], unit: 'count' },
    threshold: {
      ...{ default: 1000, min: 1, max: 1_000_000_000, unit: 'count', fires: 'at-or-above' },
      meaning: 'Packets that the RDMA devices of one node sent again within 10 minutes',
    },
    expr: `sum by (weft_cluster, simulated, node) (increase(weft_rdma_events_total{counter=~"${RDMA_RETRANSMITS.join('|')}"}[10m])) >= $threshold`,
    summary: 'The RDMA devices of node {node} sent {value} packets again within 10 minutes.',
    meaning:
      'Packets are lost or come out of order on the storage network, or a receiver is not ready. No data are lost; but each of these waits for a timeout or for a whole window: tail latency of every volume over that path rises.',
    action:
      'Check that flow control is configured the same at NICs and switch (PFC, ECN, priorities), and the counters of drops at the switch ports. `rdma statistic show` on the node names the counters; many nodes at once point to the switch, one alone to its NIC or cable.',
  },
  {
    ...node,
    name: 'WeftNicLinkDegraded',
    ...{ forSeconds: 300, keepSeconds: 60, labels: ['node', 'nic'], unit: 'ratio' },
    expr: 'weft_nic_pcie_link_ratio < 1',
    summary: 'The PCIe link of NIC {nic} of node {node} runs at {value} of what the NIC and its slot support.',
    meaning: 'Data are not affected. The NIC may carry less than its network: throughput of the volumes over it can be limited.',
    action:
      'The page of the node shows speed and lanes. Reseat the NIC, then check slot, riser and the BIOS settings of the slot (`lspci -vv`: LnkSta, LnkCap). Errors of the link are in `dmesg` (AER).',
  },
  {
    ...node,
    name: 'WeftClockSkewed',
    ...{ forSeconds: 120, keepSeconds: 300, labels: ['node'] },
    expr: 'max by (weft_cluster, simulated, node) (weft_server_node_clock_skewed) == 1',
    summary: "The clock of node {node} differs from its server's.",
    meaning: 'Data are not affected. Times in its journal do not match those of the servers, and certificates can look expired.',
    action:
      'Check time synchronization on the node: `timedatectl`, `chronyc tracking`. The condition ClockSkewed of the node has the difference.',
  },
  {
    ...node,
    name: 'WeftVersionSkewed',
    ...{ forSeconds: 86_400, keepSeconds: 60, labels: ['node'] },
    expr: 'max by (weft_cluster, simulated, node) (weft_server_node_version_skewed) == 1',
    summary: 'The agent of node {node} has had another version than its server for a day.',
    meaning: 'I/O and reports work: servers accept agents of one version before. New functions of the servers are missing on that node.',
    action: 'Finish the upgrade: install the weft-agent package of the version of the servers on the node (docs/operating.md, "Upgrade").',
  },
] as const satisfies AlertRule[];
