import type { Finding } from '@weft/shared/kinds/views/overview';
import { said } from '@weft/shared/text/rendering/render';
import { wordsOf } from './explanation.js';

/** `protocol`: absent for a server of an older version. */
export interface ProgramVersion {
  version: string;
  protocol?: number | undefined;
}
export interface Versions {
  /** Of the online servers. */
  servers: readonly ProgramVersion[];
  /** Of the agents that differ from their servers, and the number of their nodes. */
  agents: readonly ProgramVersion[];
  nodes: number;
}

const textOf = ({ version, protocol }: ProgramVersion): string => `${version} ${protocol ?? ''}`;
const distinct = (versions: readonly ProgramVersion[]): ProgramVersion[] =>
  [...new Map(versions.map((each) => [textOf(each), { version: each.version, protocol: each.protocol }])).values()].sort((a, b) =>
    textOf(a).localeCompare(textOf(b)),
  );
const asMessage = ({ version, protocol }: ProgramVersion) => ({
  code: 'program-version',
  params: { version, ...(protocol === undefined ? {} : { protocol }) },
});

/**
 * One finding for all differences of versions: an upgrade passes through them on every node. A difference of protocols is graver than one of versions:
 * the next upgrade of the servers may lose such an agent.
 * `clusterId`: versions are of the whole cluster.
 */
export function versionFindings({ servers, agents, nodes }: Versions, clusterId: string): Finding[] {
  const [ofServers, ofAgents] = [distinct(servers), distinct(agents)];
  if (ofServers.length <= 1 && nodes === 0) return [];
  const protocols = new Set([...ofServers, ...ofAgents].flatMap(({ protocol }) => protocol ?? []));
  const message = said('versions-differ', { servers: ofServers.map(asMessage), agents: ofAgents.map(asMessage), nodes });
  return [
    {
      severity: protocols.size > 1 ? 'warn' : 'info',
      subject: { kind: 'server', id: clusterId, name: 'versions' },
      what: 'differ',
      ...wordsOf({ since: null, ...message }),
      affected: [],
      volumes: [],
    },
  ];
}
