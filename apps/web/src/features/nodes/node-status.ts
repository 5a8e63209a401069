import { CREDENTIAL_REVOKED, isTrouble } from '@weft/shared/kinds/condition-types';
import type { Condition, Node } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';
import { type Sentence, sentence, sentenceOf } from '../../ui/text/sentence.js';

const inMaintenance = ({ requestedBy, until }: NonNullable<Node['maintenance']>): Sentence =>
  sentence`requested by ${requestedBy} until ${{ at: until }}: no new legs are placed, and its legs are not replaced`;
const endOf = (condition: Condition) => ({
  waitingFor: sentenceOf(condition, 'waitingFor'),
  unblockedBy: sentenceOf(condition, 'unblockedBy'),
});

/** Statuses of nodes that get no new legs, and what ends each. */
const SCHEDULED: Record<Exclude<Node['scheduling'], 'open'>, StatusFacts> = {
  cordoned: { tone: 'busy', what: 'online, cordoned', why: 'no new legs are placed on it', unblockedBy: 'opening it again' },
  evicting: {
    tone: 'busy',
    what: 'online, draining',
    why: 'its mirror legs move to other drives, and no new legs are placed on it',
    unblockedBy: 'the move of its last leg, or opening it again',
  },
  evicted: {
    tone: 'idle',
    what: 'online, drained',
    why: 'it has no legs left, and no new legs are placed on it',
    unblockedBy: 'opening it again, or removing it',
  },
};

const drainJob = (id: string): Sentence => sentence`its ${{ kind: 'jobs', id, name: 'drain job' }}, which names the blocker`;

/** A node's conditions are `true` when the node is healthy. */
export function nodeStatus({
  id,
  connection,
  conditions,
  orphans,
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
      why: 'enrolled, but its agent has not connected: is weft-agent running?',
      waitingFor: 'its agent',
      unblockedBy: 'systemctl enable --now weft-agent there',
    };
  const revoked = conditions.find(({ type, status }) => type === CREDENTIAL_REVOKED && status === 'true');
  if (connection.state === 'lost' && revoked)
    return { tone: 'bad', what: 'lost', since: revoked.since, why: sentenceOf(revoked), ...endOf(revoked) };
  if (connection.state === 'lost')
    return {
      tone: maintenance ? 'warn' : 'bad',
      what: maintenance ? 'offline, maintenance' : 'lost',
      since: connection.since,
      why: maintenance ? inMaintenance(maintenance) : 'its agent does not report. Running I/O does not depend on it',
      waitingFor: 'its agent',
      unblockedBy: 'starting the node and its agent (systemctl status weft-agent), with a server that it can reach',
    };
  const problem = conditions.find(isTrouble);
  if (problem) return { tone: 'warn', what: 'online', since: problem.since, why: sentenceOf(problem), ...endOf(problem) };
  const planned = conditions.find(({ type }) => type === 'Maintenance');
  if (maintenance && planned)
    return { tone: 'busy', what: 'in maintenance', since: planned.since, why: inMaintenance(maintenance), ...endOf(planned) };
  if (scheduling !== 'open')
    return { ...SCHEDULED[scheduling], since: schedulingSince, ...(scheduling === 'evicting' ? { waitingFor: drainJob(id) } : {}) };
  if (orphans.count > 0)
    return {
      tone: 'warn',
      what: 'online',
      since: orphans.since,
      why: `${orphans.count} ${orphans.count === 1 ? 'Weft object' : 'Weft objects'} that no assignment lists${orphans.ignored > 0 ? `, and ${orphans.ignored} ignored` : ''}`,
      unblockedBy: 'checking each and removing it by hand, or an assignment that lists it again',
    };
  return { tone: 'good', what: 'online' };
}
