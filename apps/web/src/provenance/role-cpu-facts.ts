import { apiRequest } from '../api/curl.js';
import type { FieldProvenance, RoleCpuProvenance } from './provenance.js';

/** Prometheus has no roles, so the query names the nodes. */
const query = (names: string): string =>
  `1 - sum(rate(weft_node_cpu_seconds_total{mode="idle",node=~"${names}"}[1m])) / sum(rate(weft_node_cpu_seconds_total{node=~"${names}"}[1m]))`;

export const roleCpuFacts = ({ role, cpu: { nodes, busiest }, at }: RoleCpuProvenance): FieldProvenance => ({
  title: `CPU of ${nodes} ${role.toLowerCase()}, over all cores`,
  source: '/proc/stat of each node, over the last stored 30 s',
  nodes: busiest.map(({ node }) => ({ kind: 'node', ...node })),
  at,
  error: 'The kernel counts CPU time in ticks of 10 ms per core.',
  // The server names only the busiest nodes: with more nodes, the query would cover a part of them.
  promql: busiest.length === nodes ? query(busiest.map(({ node }) => node.name).join('|')) : null,
  request: apiRequest('get', '/api/v1/overview', {}),
  pick: `.cpu.${role.toLowerCase()}`,
});
