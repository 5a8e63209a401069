import { VERSION_SKEWED } from '@weft/shared/kinds/condition-types';
import { formatBytes } from '@weft/shared/units';
import type { Node } from '../../api/types.js';
import { Provenance } from '../../provenance/provenance.js';
import { Labels, Properties } from '../../ui/properties.js';
import { ShortId } from '../../ui/text/short-id.js';
import { Time } from '../../ui/time/time.js';
import { nodeMemory } from './node-provenance.js';

const CAPABILITIES = { rdma: 'RDMA', nvmet: 'NVMe target', nvmeAuthentication: 'NVMe authentication', encryption: 'Volume encryption' };

function capabilities({ capabilities: has }: Node): string | null {
  if (!has) return null;
  const names = Object.entries(CAPABILITIES).flatMap(([key, name]) => (has[key as keyof typeof CAPABILITIES] ? [name] : []));
  const { tls } = has;
  if (tls && (tls.client || tls.target)) names.push(tls.daemon === 'ready' ? 'TLS of NVMe/TCP' : 'TLS of NVMe/TCP (tlshd is not ready)');
  return names.join(', ') || 'none';
}

/** Other changes on the node wait until it has accepted its latest assignment. */
const assignment = ({ assignment: { generation, acceptedGeneration } }: Node): string =>
  acceptedGeneration === generation
    ? `generation ${generation}, accepted`
    : `generation ${generation}, ${acceptedGeneration === null ? 'none accepted yet' : `${acceptedGeneration} accepted so far`}`;

function agent({ agentVersion, agentProtocol, conditions }: Node): string | null {
  if (agentVersion === null || agentProtocol === null) return agentVersion;
  const differs = conditions.some(({ type }) => type === VERSION_SKEWED);
  return `${agentVersion}, protocol ${agentProtocol}${differs ? ' (differs from its server)' : ''}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
const SINCE = { never: 'Connected', online: 'Connected', lost: 'Lost' };

export const NodeFacts = ({ node }: { node: Node }) => (
  <Properties
    items={[
      ['Labels', <Labels key="labels" labels={node.labels} />],
      ['Roles', node.roles.join(', ') || 'none yet'],
      ['Assignment', assignment(node)],
      ['CPU', node.cpu && `${node.cpu.model}, ${counted(node.cpu.cores, 'core')}, ${counted(node.cpu.threads, 'thread')}`],
      [
        'Memory',
        node.memoryBytes === null ? null : (
          <Provenance key="memory" of={nodeMemory(node)}>
            {formatBytes(node.memoryBytes)}
          </Provenance>
        ),
      ],
      ['Capabilities', capabilities(node)],
      ['Kernel', node.kernel],
      ['Distribution', node.distribution],
      ['Agent', agent(node)],
      ['Host name', node.hostname],
      ['Host NQN', <code key="nqn">{node.hostNqn}</code>],
      ['Boot id', node.bootId && <ShortId key="boot" id={node.bootId} />],
      [SINCE[node.connection.state], node.connection.since && <Time key="since" at={node.connection.since} />],
      ['Enrolled', <Time key="created" at={node.createdAt} />],
    ]}
  />
);
