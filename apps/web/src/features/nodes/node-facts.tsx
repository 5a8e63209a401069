import { formatBytes } from '@weft/shared/units';
import { apiRequest } from '../../api/curl.js';
import type { Node } from '../../api/types.js';
import { type FieldProvenance, Provenance } from '../../provenance/provenance.js';
import { Labels, Properties } from '../../ui/properties.js';
import { Time } from '../../ui/time.js';

const CAPABILITIES = { rdma: 'RDMA', nvmet: 'NVMe target', nvmeAuthentication: 'NVMe authentication' };

function capabilities({ capabilities: has }: Node): string | null {
  if (!has) return null;
  const names = Object.entries(CAPABILITIES).filter(([key]) => has[key as keyof typeof CAPABILITIES]);
  return names.map(([, name]) => name).join(', ') || 'none';
}

/** An assignment that the node has not accepted yet is what everything else on it waits for. */
const assignment = ({ assignment: { generation, acceptedGeneration } }: Node): string =>
  acceptedGeneration === generation
    ? `generation ${generation}, accepted`
    : `generation ${generation}, ${acceptedGeneration === null ? 'none accepted yet' : `${acceptedGeneration} accepted so far`}`;

const memory = ({ id, name, updatedAt }: Node): FieldProvenance => ({
  title: `Memory of ${name}`,
  source: '/proc/meminfo, in the inventory of its agent',
  nodes: [{ kind: 'node', id, name }],
  at: updatedAt,
  error: 'As the kernel says it, in KiB.',
  promql: `weft_node_memory_total_bytes{node=${JSON.stringify(name)}}`,
  request: apiRequest('get', '/api/v1/nodes/{id}', { params: { path: { id } } }),
  pick: '.memoryBytes',
});

export const NodeFacts = ({ node }: { node: Node }) => (
  <Properties
    items={[
      ['Labels', <Labels key="labels" labels={node.labels} />],
      ['Roles', node.roles.join(', ') || 'none yet'],
      ['Assignment', assignment(node)],
      ['CPU', node.cpu && `${node.cpu.model}, ${node.cpu.cores} cores, ${node.cpu.threads} threads`],
      [
        'Memory',
        node.memoryBytes === null ? null : (
          <Provenance key="memory" of={memory(node)}>
            {formatBytes(node.memoryBytes)}
          </Provenance>
        ),
      ],
      ['Can do', capabilities(node)],
      ['Kernel', node.kernel],
      ['Distribution', node.distribution],
      ['Agent', node.agentVersion],
      ['Host name', node.hostname],
      ['Host NQN', <code key="nqn">{node.hostNqn}</code>],
      ['Boot id', node.bootId && <code key="boot">{node.bootId}</code>],
      ['Connected', node.connection.since && <Time key="since" at={node.connection.since} />],
      ['Enrolled', <Time key="created" at={node.createdAt} />],
    ]}
  />
);
