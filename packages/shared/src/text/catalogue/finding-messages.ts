import { entry } from '../entry.js';
import { drive0, orders, t1 } from '../examples.js';
import { count, drive, messages, node, texts, volumes, word } from '../field.js';
import { listed, words } from '../words.js';

/* Causes that the overview finds without a condition. A finding from a condition has the condition's message. */
export const findingMessages = {
  'agent-not-reporting': entry(
    { node },
    {
      message: () => words`its agent does not report; running I/O does not depend on it`,
      waitingFor: ({ node }) => words`the agent of ${node}`,
      unblockedBy: ({ node }) => words`starting ${node} and its agent (systemctl status weft-agent), with a server that it can reach`,
      example: { node: t1 },
    },
  ),
  'agent-never-connected': entry(
    { node },
    {
      message: () => words`it is enrolled, but its agent has not connected`,
      waitingFor: ({ node }) => words`the agent of ${node}`,
      unblockedBy: ({ node }) => words`systemctl enable --now weft-agent on ${node}`,
      example: { node: t1 },
    },
  ),
  'links-without-carrier': entry(
    { node, links: count },
    {
      message: () => words`it has no carrier or is switched off; no I/O uses its paths`,
      waitingFor: ({ node, links }) => words`the link${links === 1 ? '' : 's'} of ${node}`,
      unblockedBy: () => words`checking the cable and the switch port, or ip link set up`,
      example: { node: t1, links: 1 },
    },
  ),
  'node-has-orphans': entry(
    { node },
    {
      message: ({ node }) => words`${node} has Weft objects that no assignment lists`,
      waitingFor: () => words`a person`,
      unblockedBy: ({ node }) => words`checking them on the page of ${node}, and removing unneeded ones by hand`,
      example: { node: t1 },
    },
  ),
  'drive-gone-from-node': entry(
    { drive, node },
    {
      message: ({ node }) => words`${node} is online and cannot find it`,
      waitingFor: ({ drive, node }) => words`drive ${drive} on ${node}`,
      unblockedBy: () => words`the return of the drive, or replacement of its legs`,
      example: { drive: drive0, node: t1 },
    },
  ),
  'drive-missing-at-last-report': entry(
    { drive, node },
    {
      message: ({ node }) => words`missing in the last report of ${node}`,
      waitingFor: ({ drive, node }) => words`drive ${drive} on ${node}`,
      unblockedBy: () => words`the return of the drive, or replacement of its legs`,
      example: { drive: drive0, node: t1 },
    },
  ),
  /** `warnings`: names of the bits of the critical warning. */
  'smart-warning': entry(
    { node, criticalWarning: count, warnings: texts },
    {
      message: ({ criticalWarning, warnings }) =>
        words`its critical warning is ${criticalWarning} (${warnings.length > 0 ? warnings.join(', ') : 'a bit that NVMe 2.0 does not name'})`,
      waitingFor: () => words`a person`,
      unblockedBy: ({ node }) => words`evicting it from ${node} and replacing it`,
      example: { node: t1, criticalWarning: 1, warnings: ['spare below threshold'] },
    },
  ),
  /** `nodes`: number of nodes whose agent differs from its server. */
  'versions-differ': entry(
    { servers: messages, agents: messages, nodes: count },
    {
      message: ({ servers, agents, nodes }) =>
        nodes === 0
          ? words`the servers have different versions: ${listed(servers, ', ')}`
          : words`the servers are ${listed(servers, ', ')}; ${nodes} ${nodes === 1 ? 'node has' : 'nodes have'} an agent of another version: ${listed(agents, ', ')}`,
      unblockedBy: () => words`finishing the upgrade: every server first, then the agents`,
      example: {
        servers: [{ code: 'program-version', params: { version: '0.2.0', protocol: 2 } }],
        agents: [{ code: 'program-version', params: { version: '0.1.0', protocol: 1 } }],
        nodes: 3,
      },
    },
  ),
  /** Part of another message. `protocol`: absent for a server that does not publish it. */
  'program-version': entry(
    { version: word, protocol: count.optional() },
    {
      message: ({ version, protocol }) => (protocol === undefined ? words`${version}` : words`${version} (protocol ${protocol})`),
      example: { version: '0.2.0', protocol: 2 },
    },
  ),
  'volume-health': entry({ health: word }, { message: ({ health }) => words`it is ${health}`, example: { health: 'degraded' } }),
  /** `more`: number of further volumes. */
  'domain-holds-mirrors': entry(
    { volumes, more: count.optional() },
    {
      message: ({ volumes, more }) =>
        words`both have this label, and mirrors have a half on each (${listed(volumes)}${more === undefined ? '' : ` and ${more} more`}): one failure takes both halves`,
      example: { volumes: [orders], more: 2 },
    },
  ),
};
