import { entry } from '../../entry.js';
import { t1 } from '../../examples.js';
import { bytes, count, node, oneOf, texts, word } from '../../field.js';
import { listed, words } from '../../words.js';

const nics = { node, nics: texts };
const drives = { node, drives: texts };
const values = { node, values: texts };

/* Findings of the preflight about nodes, drives and classes. `unblockedBy` is the way to fix. */
export const preflightHostMessages = {
  'preflight-unknown': entry(
    { node: node.optional(), facts: texts },
    {
      message: ({ node, facts }) =>
        node ? words`Not checked on ${node}. Unknown: ${listed(facts)}.` : words`Not checked. Unknown: ${listed(facts)}.`,
      example: { node: t1, facts: ['rp_filter of ens1f0'] },
    },
  ),
  'preflight-few-targets': entry(
    { targets: count },
    {
      message: ({ targets }) => words`${targets} nodes have drives.`,
      unblockedBy: () => words`Enroll another server with drives, so that there are three targets or more.`,
      example: { targets: 2 },
    },
  ),
  'preflight-few-failure-domains': entry(
    { driveClass: word, domains: count, failureDomain: word },
    {
      message: ({ driveClass, domains, failureDomain }) =>
        words`The drives of class ${driveClass} are in ${domains} failure domains (${failureDomain}).`,
      unblockedBy: () => words`Add drives of other nodes to the class, so that it has three failure domains or more.`,
      example: { driveClass: 'fast', domains: 2, failureDomain: 'node' },
    },
  ),
  'preflight-class-headroom': entry(
    { driveClass: word, neededBytes: bytes, availableBytes: bytes },
    {
      message: ({ driveClass, neededBytes, availableBytes }) =>
        words`Class ${driveClass} needs ${neededBytes} bytes to repair the loss of one node, and has ${availableBytes}.`,
      unblockedBy: () => words`Add drives to the class, or delete volumes.`,
      example: { driveClass: 'fast', neededBytes: 6_400_000_000_000, availableBytes: 1_000_000_000_000 },
    },
  ),
  'preflight-numa-drives': entry(values, {
    message: ({ node, values }) => words`Drives of ${node} are not balanced over NUMA nodes: ${listed(values)}.`,
    unblockedBy: () => words`Move drives to slots of the other socket.`,
    example: { node: t1, values: ['NUMA node 0: 24', 'NUMA node 1: 0'] },
  }),
  'preflight-numa-nics': entry(values, {
    message: ({ node, values }) => words`Storage NICs of ${node} are not balanced over NUMA nodes: ${listed(values)}.`,
    unblockedBy: () => words`Move a NIC to a slot of the other socket.`,
    example: { node: t1, values: ['NUMA node 0: 2', 'NUMA node 1: 0'] },
  }),
  'preflight-numa-served': entry(
    { node, numaNodes: texts, drives: count },
    {
      message: ({ node, numaNodes, drives }) =>
        words`${drives} drives of ${node} are at NUMA nodes without a storage NIC: ${listed(numaNodes)}.`,
      unblockedBy: () => words`Put a storage NIC into a slot of that socket, or move the drives.`,
      example: { node: t1, numaNodes: ['1'], drives: 12 },
    },
  ),
  'preflight-pcie-nic': entry(nics, {
    message: ({ node, nics }) => words`NICs of ${node} have a slower PCIe link than they and their slots support: ${listed(nics)}.`,
    unblockedBy: () => words`Reseat the NIC, check its riser, and the slot's settings in the firmware.`,
    example: { node: t1, nics: ['ens1f0: 8 GT/s x8 of 16 GT/s x16'] },
  }),
  'preflight-pcie-drive': entry(drives, {
    message: ({ node, drives }) => words`Drives of ${node} have a slower PCIe link than they and their slots support: ${listed(drives)}.`,
    unblockedBy: () => words`Reseat the drive, and check its cable and backplane.`,
    example: { node: t1, drives: ['S64GNE0R: 16 GT/s x2 of 16 GT/s x4'] },
  }),
  'preflight-known-defects': entry(
    { node, defects: texts },
    {
      message: ({ node, defects }) => words`Versions on ${node} have known defects: ${listed(defects, '; ')}.`,
      unblockedBy: () => words`Update them when the distribution has a fixed version, and keep the work to Weft until then.`,
      example: { node: t1, defects: ['Linux 6.12: md raid10 with near=3 can lose data when two members return one after the other'] },
    },
  ),
  'preflight-tools-missing': entry(
    { node, packages: texts },
    {
      message: ({ node, packages }) => words`These programs are not there on ${node}: ${listed(packages)}.`,
      unblockedBy: () => words`Install the packages.`,
      example: { node: t1, packages: ['mdadm'] },
    },
  ),
  'preflight-kernels-differ': entry(
    { values: texts },
    {
      message: ({ values }) => words`Targets have different kernels: ${listed(values)}.`,
      unblockedBy: () => words`Update the older ones, one node after the other, in maintenance.`,
      example: { values: ['6.1.0-28-amd64: t1', '6.12.9-amd64: t2, t3'] },
    },
  ),
  'preflight-cpu-governor': entry(
    { node, governors: texts },
    {
      message: ({ node, governors }) => words`CPUs of ${node} use the frequency governors ${listed(governors)}.`,
      unblockedBy: () => words`Set the governor performance, at boot too.`,
      example: { node: t1, governors: ['powersave'] },
    },
  ),
  'preflight-c-states': entry(
    { node, state: word, microseconds: count },
    {
      message: ({ node, state, microseconds }) =>
        words`CPUs of ${node} enter the idle state ${state}, which takes ${microseconds} µs to leave.`,
      unblockedBy: () => words`Limit idle states to C1E: intel_idle.max_cstate=1 on the kernel's command line, or cpupower.`,
      example: { node: t1, state: 'C6', microseconds: 133 },
    },
  ),
  'preflight-iommu': entry(
    { node },
    {
      message: ({ node }) => words`The IOMMU of ${node} translates each access of devices.`,
      unblockedBy: () => words`Add iommu=pt to the kernel's command line, and restart the node in maintenance.`,
      example: { node: t1 },
    },
  ),
  'preflight-clock-skew': entry(
    { node },
    {
      message: ({ node }) => words`The clock of ${node} differs from that of its server.`,
      unblockedBy: () => words`Run a time service there (chrony, systemd-timesyncd).`,
      example: { node: t1 },
    },
  ),
  'preflight-udev-guard': entry(
    { node },
    {
      message: ({ node }) => words`Weft's udev rules are not installed on ${node}.`,
      unblockedBy: () => words`Install the package weft-agent again.`,
      example: { node: t1 },
    },
  ),
  'preflight-tls-daemon': entry(
    { node, state: oneOf('stopped', 'without-keyring') },
    {
      message: ({ node, state }) =>
        state === 'stopped'
          ? words`tlshd does not run on ${node}.`
          : words`tlshd of ${node} does not look for keys in the kernel's keyring .nvme.`,
      unblockedBy: ({ state }) =>
        state === 'stopped'
          ? words`Start the service tlshd there.`
          : words`Add keyrings=.nvme to the section [authenticate] of /etc/tlshd.conf there, then restart tlshd.`,
      example: { node: t1, state: 'stopped' },
    },
  ),
  'preflight-firmware-differs': entry(
    { driveClass: word, model: word, values: texts },
    {
      message: ({ driveClass, model, values }) => words`Drives ${model} of class ${driveClass} have different firmware: ${listed(values)}.`,
      unblockedBy: () => words`Update the drives with the older firmware, one node after the other, in maintenance.`,
      example: { driveClass: 'fast', model: 'MTFDHAL2T4MCF', values: ['B175: 20 drives', 'B180: 4 drives'] },
    },
  ),
  'preflight-smart': entry(drives, {
    message: ({ node, drives }) => words`Drives of ${node} report trouble: ${listed(drives)}.`,
    unblockedBy: () => words`Drain and replace these drives.`,
    example: { node: t1, drives: ['S64GNE0R: 94 % worn'] },
  }),
};
