import { entry } from '../../entry.js';
import { t1 } from '../../examples.js';
import { count, node, texts, word } from '../../field.js';
import { words } from '../../words.js';

/* What a proposal of a deployment guessed, left out, and what its volumes survive. */
const phrase = (text: string) => entry({}, { message: () => words`${text}`, example: {} });

export const proposalMessages = {
  'survives-nothing': entry(
    { drives: count, nodes: count },
    {
      message: ({ drives, nodes }) =>
        words`No failure: a volume is on up to ${drives} drives of ${nodes} nodes, and the loss of any of them loses its data.`,
      example: { drives: 4, nodes: 2 },
    },
  ),
  'survives-domain': entry(
    { domain: word, domains: count },
    {
      message: ({ domain, domains }) =>
        domains > 2
          ? words`Any drive, and any one ${domain} of ${domains}. A repair then finds place in another ${domain}.`
          : words`Any drive, and any one ${domain} of ${domains}. A repair has to wait until it is back: there is no third ${domain}.`,
      example: { domain: 'rack', domains: 3 },
    },
  ),
  'survives-further': entry(
    { domain: word, domains: count },
    {
      message: ({ domain, domains }) =>
        words`Any drive, and any one ${domain} of ${domains}; further ones as long as no mirror set loses both halves.${domains > 2 ? '' : ` A repair has to wait: there is no third ${domain}.`}`,
      example: { domain: 'rack', domains: 3 },
    },
  ),
  'proposal-too-few-domains': entry(
    { domain: word, domains: count },
    {
      message: ({ domain, domains }) => words`The drives are in ${domains} different ${domain}s; mirror halves need 2.`,
      example: { domain: 'rack', domains: 1 },
    },
  ),
  'proposal-too-few-drives': entry(
    { drives: count, needed: count },
    { message: ({ drives, needed }) => words`The class has ${drives} drives; it needs ${needed}.`, example: { drives: 2, needed: 4 } },
  ),
  'proposal-too-small': phrase('There is not enough space for a volume of 64 MiB for each client.'),
  'proposal-no-volumes': phrase('No client was chosen, so there are no volumes.'),
  'guessed-label': entry(
    { key: word, values: texts, nodes: texts },
    {
      message: ({ key, values, nodes }) => words`Label ${key} (${values}) was guessed from the names of ${nodes}. Check it.`,
      example: { key: 'rack', values: ['r1', 'r2'], nodes: ['r1-n1', 'r2-n1'] },
    },
  ),
  'no-label-guessed': entry(
    { key: word },
    {
      message: ({ key }) =>
        words`No ${key} could be guessed from the names of the nodes. Agents do not read LLDP; enter the label ${key} by hand if needed.`,
      example: { key: 'rack' },
    },
  ),
  'guessed-network': entry(
    { network: word, cidr: word, nodes: count, rdma: count },
    {
      message: ({ network, cidr, nodes, rdma }) =>
        words`Storage network ${network} (${cidr}) was guessed: ${nodes} nodes have an address there, ${rdma} of them on a NIC with RDMA.`,
      example: { network: 'storage-1', cidr: '10.0.1.0/24', nodes: 4, rdma: 4 },
    },
  ),
  'network-left-out': entry(
    { cidr: word },
    {
      message: ({ cidr }) =>
        words`${cidr} was left out of the storage networks: agents reach the server through it. Add it if it shall carry NVMe-oF too.`,
      example: { cidr: '192.168.0.0/24' },
    },
  ),
  'no-network-guessed': phrase(
    'No subnet connects two nodes, so there is no storage network. Give the NICs addresses, then propose again.',
  ),
  'drive-left-out': entry(
    { node, serial: word, reason: word },
    {
      message: ({ node, serial, reason }) => words`Drive ${serial} of ${node} was left out: ${reason}.`,
      example: { node: t1, serial: 'S64GNE0R', reason: 'it has contents (GPT partition table)' },
    },
  ),
  'node-left-out': entry(
    { node },
    { message: ({ node }) => words`${node} was left out: its agent is not connected.`, example: { node: t1 } },
  ),
  'guessed-domain': entry(
    { domain: word, domains: count },
    {
      message: ({ domain, domains }) => words`The failure domain is the ${domain}: the drives are in ${domains} of them.`,
      example: { domain: 'rack', domains: 3 },
    },
  ),
};
