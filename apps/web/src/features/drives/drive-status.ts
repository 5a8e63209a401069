import type { Drive, Node } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';
import { nodeNoun } from '../../ui/text/nouns.js';
import { sentence } from '../../ui/text/sentence.js';

/** Status of a drive in service: whether new legs may be placed on it. */
function scheduled({ id, scheduling = 'open', schedulingSince: since = null }: DriveState): StatusFacts {
  switch (scheduling) {
    case 'open':
      return { tone: 'good', what: 'in service' };
    case 'cordoned':
      return { tone: 'busy', what: 'cordoned', since, why: 'no new legs are placed on it', unblockedBy: 'opening it again' };
    case 'evicting':
      return {
        tone: 'busy',
        what: 'evicting',
        since,
        why: 'its mirror legs move to other drives, and no new legs are placed on it',
        waitingFor: sentence`its ${{ kind: 'jobs', id, name: 'eviction job' }}, which names the blocker`,
        unblockedBy: 'the move of its last leg, or opening it again',
      };
    case 'evicted':
      return {
        tone: 'idle',
        what: 'evicted',
        since,
        why: 'it has no legs left, and no new legs are placed on it',
        unblockedBy: 'opening it again, or releasing it',
      };
  }
}

/** Optional fields are missing in some lists of drives. */
export type DriveState = Pick<Drive, 'id' | 'state' | 'node'> &
  Partial<Pick<Drive, 'contents' | 'smart' | 'smartWarningSince' | 'stateSince' | 'scheduling' | 'schedulingSince'>>;

export type LostNodes = ReadonlyMap<string, Pick<Node, 'connection' | 'maintenance'>>;

/** @param lost by id; the current state of the drives of these nodes is unknown */
export function driveStatus(drive: DriveState, lost: LostNodes = new Map()): StatusFacts {
  const silent = lost.get(drive.node.id);
  return silent ? outdatedFacts(drive, silent) : statusOf(drive);
}

const agentOf = (node: DriveState['node']) => ({
  waitingFor: sentence`the agent of ${nodeNoun(node)}`,
  unblockedBy: sentence`starting ${nodeNoun(node)} and its agent`,
});

const outdatedFacts = (
  { state, node }: DriveState,
  { connection, maintenance }: Pick<Node, 'connection' | 'maintenance'>,
): StatusFacts => ({
  tone: maintenance ? 'warn' : 'bad',
  what: `${state.replace('-', ' ')}, its node is lost`,
  since: connection.since,
  why: sentence`the agent of ${nodeNoun(node)} does not report; this is its last report of the drive`,
  ...agentOf(node),
});

function statusOf(drive: DriveState): StatusFacts {
  const { state, contents = [], smart, stateSince: since = null } = drive;
  const node = nodeNoun(drive.node);
  const agent = agentOf(drive.node);
  switch (state) {
    case 'in-service':
      return smart?.criticalWarning
        ? {
            tone: 'warn',
            what: 'in service',
            since: drive.smartWarningSince ?? null,
            why: `SMART critical warning ${smart.criticalWarning}`,
            unblockedBy: 'evicting and replacing it',
          }
        : scheduled(drive);
    case 'available':
      return { tone: 'idle', what: 'available', since, why: 'it is blank', unblockedBy: 'taking it into service' };
    case 'occupied':
      return {
        tone: 'warn',
        what: 'occupied',
        since,
        why: contents.join('; ') || 'it has contents',
        unblockedBy: 'wiping it, which destroys the contents',
      };
    case 'missing':
      return {
        tone: 'bad',
        what: 'missing',
        since,
        why: sentence`${node} is online and cannot find it`,
        waitingFor: sentence`the drive on ${node}`,
        unblockedBy: 'the return of the drive, or replacement of its legs',
      };
    case 'taking':
      return { tone: 'busy', what: 'taking', since, why: sentence`${node} creates its volume group`, ...agent };
    case 'releasing':
      return { tone: 'busy', what: 'releasing', since, why: sentence`${node} removes its volume group`, ...agent };
    case 'wiping':
      return { tone: 'busy', what: 'wiping', since, why: sentence`${node} overwrites the whole drive`, ...agent };
  }
}
