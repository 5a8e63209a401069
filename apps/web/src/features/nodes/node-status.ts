import type { Condition, Node } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

const inMaintenance = ({ requestedBy, until }: NonNullable<Node['maintenance']>) =>
  `${requestedBy} asked for it, until ${until}: no new leg comes, and its legs are not replaced`;
const endOf = ({ waitingFor, unblockedBy }: Condition) => ({ waitingFor: waitingFor ?? null, unblockedBy: unblockedBy ?? null });

/** Conditions of nodes are true when all is well. */
export function nodeStatus({ connection, conditions, orphans, createdAt, maintenance, scheduling }: Node): StatusFacts {
  if (connection.state === 'never')
    return {
      tone: 'warn',
      what: 'never connected',
      since: createdAt,
      why: 'enrolled, but its agent has not spoken: is weft-agent running?',
      waitingFor: 'its agent',
      unblockedBy: 'systemctl enable --now weft-agent there',
    };
  if (connection.state === 'lost')
    return {
      tone: maintenance ? 'warn' : 'bad',
      what: maintenance ? 'away, in maintenance' : 'lost',
      since: connection.since,
      why: maintenance ? inMaintenance(maintenance) : 'no word from its agent. Running I/O does not depend on it',
      waitingFor: 'its agent',
      unblockedBy: 'the node running, its agent too (systemctl status weft-agent), and a server within its reach',
    };
  const problem = conditions.find(({ status }) => status === 'false');
  if (problem) return { tone: 'warn', what: 'online', since: problem.since, why: problem.message, ...endOf(problem) };
  const planned = conditions.find(({ type }) => type === 'Maintenance');
  if (maintenance && planned)
    return { tone: 'busy', what: 'in maintenance', since: planned.since, why: inMaintenance(maintenance), ...endOf(planned) };
  if (scheduling !== 'open')
    return {
      tone: 'busy',
      what: scheduling === 'evicting' ? 'online, draining' : 'online, cordoned',
      why: scheduling === 'evicting' ? 'its legs of mirrors move away, and no new one comes' : 'no new leg comes to it',
      unblockedBy: 'opening it again',
    };
  if (orphans.length > 0)
    return {
      tone: 'warn',
      what: 'online',
      why: `${orphans.length} ${orphans.length === 1 ? 'thing' : 'things'} of ours on it that nothing asks for`,
    };
  return { tone: 'good', what: 'online' };
}
