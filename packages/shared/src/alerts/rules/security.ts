import type { AlertRule } from './rule.js';

const security = { group: 'weft-security', severity: 'critical', forSeconds: 0, keepSeconds: 300, ownEvaluation: true } as const;

export const securityRules = [
  {
    ...security,
    name: 'WeftNodeIdentityDisputed',
    ...{ kind: 'node', labels: ['node'] },
    expr: 'max by (weft_cluster, simulated, node) (weft_server_node_identity_disputed) == 1',
    summary: 'Two agents hold the credential of node {node}.',
    meaning:
      'The credential was copied: with a cloned machine, or by a thief. Weft refuses the second agent, and serves the first one, which may be either of them.',
    action:
      "The node's condition IdentityShared in the console gives both addresses. Stop the agent on the wrong machine, revoke the node's credential, and enroll the right machine with the new token (docs/operating.md).",
  },
  {
    ...security,
    name: 'WeftForeignHost',
    ...{ kind: 'volume', labels: ['volume', 'client'] },
    expr: 'max by (weft_cluster, simulated, volume, client) (weft_server_foreign_host) == 1',
    summary: 'A host that is not {client} is connected to an export of volume {volume}.',
    meaning: 'That host uses the NQN of the client. It may read the volume and overwrite it.',
    action:
      "The attachment's condition ForeignHost in the console gives the address. Find that host and disconnect it, or detach the volume. Then check the data.",
  },
] as const satisfies AlertRule[];
