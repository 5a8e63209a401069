import type { Node } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

/** Conditions of nodes are true when all is well. */
export function nodeStatus({ connection, conditions, orphans, createdAt }: Node): StatusFacts {
  if (connection.state === 'never')
    return {
      tone: 'warn',
      what: 'never connected',
      since: createdAt,
      why: 'enrolled, but its agent has not spoken: is weft-agent running?',
    };
  if (connection.state === 'lost')
    return { tone: 'bad', what: 'lost', since: connection.since, why: 'no word from its agent. Running I/O does not depend on it' };
  const problem = conditions.find(({ status }) => status === 'false');
  if (problem) return { tone: 'warn', what: 'online', since: problem.since, why: problem.message };
  if (orphans.length > 0)
    return {
      tone: 'warn',
      what: 'online',
      why: `${orphans.length} ${orphans.length === 1 ? 'thing' : 'things'} of ours on it that nothing asks for`,
    };
  return { tone: 'good', what: 'online' };
}
