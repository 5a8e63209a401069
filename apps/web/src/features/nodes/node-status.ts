import { CREDENTIAL_REVOKED, isTrouble } from '@weft/shared/kinds/condition-types';
import type { Condition, Node } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

const inMaintenance = ({ requestedBy, until }: NonNullable<Node['maintenance']>) =>
  `${requestedBy} asked for it, until ${until}: no new leg comes, and its legs are not replaced`;
const endOf = ({ waitingFor, unblockedBy }: Condition) => ({ waitingFor: waitingFor ?? null, unblockedBy: unblockedBy ?? null });

/** Statuses of nodes that get no new legs, and what ends each. */
const SCHEDULED: Record<Exclude<Node['scheduling'], 'open'>, StatusFacts> = {
  cordoned: { tone: 'busy', what: 'online, cordoned', why: 'no new leg comes to it', unblockedBy: 'opening it again' },
  evicting: {
    tone: 'busy',
    what: 'online, draining',
    why: 'its legs of mirrors move away, and no new one comes',
    waitingFor: 'its drain job, which says for what',
    unblockedBy: 'its last leg being gone, or opening it again',
  },
  evicted: {
    tone: 'idle',
    what: 'online, drained',
    why: 'no leg is left on it, and no new one comes',
    unblockedBy: 'opening it again, or removing it',
  },
};

/** A node's conditions are `true` when the node is healthy. */
export const nodeStatus = (node: Node): StatusFacts => ({ ...statusOf(node), nouns: [{ kind: 'jobs', id: node.id, name: 'drain job' }] });

function statusOf({
  connection,
  conditions,
  orphans,
  orphansSince,
  createdAt,
  maintenance,
  scheduling,
  schedulingSince,
}: Node): StatusFacts {
  if (connection.state === 'never')
    return {
      tone: 'warn',
      what: 'never connected',
      since: createdAt,
      why: 'enrolled, but its agent has not spoken: is weft-agent running?',
      waitingFor: 'its agent',
      unblockedBy: 'systemctl enable --now weft-agent there',
    };
  const revoked = conditions.find(({ type, status }) => type === CREDENTIAL_REVOKED && status === 'true');
  if (connection.state === 'lost' && revoked)
    return { tone: 'bad', what: 'lost', since: revoked.since, why: revoked.message, ...endOf(revoked) };
  if (connection.state === 'lost')
    return {
      tone: maintenance ? 'warn' : 'bad',
      what: maintenance ? 'away, in maintenance' : 'lost',
      since: connection.since,
      why: maintenance ? inMaintenance(maintenance) : 'no word from its agent. Running I/O does not depend on it',
      waitingFor: 'its agent',
      unblockedBy: 'the node running, its agent too (systemctl status weft-agent), and a server within its reach',
    };
  const problem = conditions.find(isTrouble);
  if (problem) return { tone: 'warn', what: 'online', since: problem.since, why: problem.message, ...endOf(problem) };
  const planned = conditions.find(({ type }) => type === 'Maintenance');
  if (maintenance && planned)
    return { tone: 'busy', what: 'in maintenance', since: planned.since, why: inMaintenance(maintenance), ...endOf(planned) };
  if (scheduling !== 'open') return { ...SCHEDULED[scheduling], since: schedulingSince };
  if (orphans.length > 0)
    return {
      tone: 'warn',
      what: 'online',
      since: orphansSince,
      why: `${orphans.length} ${orphans.length === 1 ? 'thing' : 'things'} of ours on it that nothing asks for`,
      unblockedBy: 'somebody who looks at each and removes it by hand, or an assignment that wants it again',
    };
  return { tone: 'good', what: 'online' };
}
