import type { Drive, Node } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

/** Status of a drive in service: whether new legs may be placed on it. */
function scheduled({ scheduling = 'open', schedulingSince: since = null }: DriveState): StatusFacts {
  switch (scheduling) {
    case 'open':
      return { tone: 'good', what: 'in service' };
    case 'cordoned':
      return { tone: 'busy', what: 'cordoned', since, why: 'no new leg comes to it', unblockedBy: 'opening it again' };
    case 'evicting':
      return {
        tone: 'busy',
        what: 'evicting',
        since,
        why: 'its legs of mirrors move away, and no new one comes',
        waitingFor: 'its eviction job, which says for what',
        unblockedBy: 'its last leg being gone, or opening it again',
      };
    case 'evicted':
      return {
        tone: 'idle',
        what: 'evicted',
        since,
        why: 'no leg is left on it, and no new one comes',
        unblockedBy: 'opening it again, or releasing it',
      };
  }
}

/** Optional fields are missing in some lists of drives. */
export type DriveState = Pick<Drive, 'id' | 'state' | 'node'> &
  Partial<Pick<Drive, 'contents' | 'smart' | 'smartWarningSince' | 'stateSince' | 'scheduling' | 'schedulingSince'>>;

export type LostNodes = ReadonlyMap<string, Pick<Node, 'connection' | 'maintenance'>>;

/** Nouns: its node and its jobs. @param lost by id; the current state of the drives of these nodes is unknown */
export function driveStatus(drive: DriveState, lost: LostNodes = new Map()): StatusFacts {
  const silent = lost.get(drive.node.id);
  return {
    ...(silent ? lastWord(drive, silent) : statusOf(drive)),
    nouns: [
      { kind: 'node', ...drive.node },
      { kind: 'jobs', id: drive.id, name: 'eviction job' },
    ],
  };
}

const lastWord = (
  { state, node: { name } }: DriveState,
  { connection, maintenance }: Pick<Node, 'connection' | 'maintenance'>,
): StatusFacts => ({
  tone: maintenance ? 'warn' : 'bad',
  what: `${state.replace('-', ' ')}, its node is lost`,
  since: connection.since,
  why: `no word from the agent of ${name}: what is known of the drive is the last it said`,
  waitingFor: `the agent of ${name}`,
  unblockedBy: `${name} and its agent running`,
});

function statusOf(drive: DriveState): StatusFacts {
  const { state, contents = [], smart, stateSince: since = null, node } = drive;
  const agent = { waitingFor: `the agent of ${node.name}`, unblockedBy: `${node.name} and its agent running` };
  switch (state) {
    case 'in-service':
      return smart?.criticalWarning
        ? {
            tone: 'warn',
            what: 'in service',
            since: drive.smartWarningSince ?? null,
            why: `SMART critical warning ${smart.criticalWarning}`,
            unblockedBy: 'evicting and exchanging it',
          }
        : scheduled(drive);
    case 'available':
      return { tone: 'idle', what: 'available', since, why: 'it is blank', unblockedBy: 'taking it into service' };
    case 'occupied':
      return {
        tone: 'warn',
        what: 'occupied',
        since,
        why: contents.join('; ') || 'something is on it',
        unblockedBy: 'wiping it, which destroys that',
      };
    case 'missing':
      return {
        tone: 'bad',
        what: 'missing',
        since,
        why: `${node.name} is online and does not see it`,
        waitingFor: `the drive on ${node.name}`,
        unblockedBy: 'the drive being there again, or its legs being replaced',
      };
    case 'taking':
      return { tone: 'busy', what: 'taking', since, why: `${node.name} makes its volume group`, ...agent };
    case 'releasing':
      return { tone: 'busy', what: 'releasing', since, why: `${node.name} removes its volume group`, ...agent };
    case 'wiping':
      return { tone: 'busy', what: 'wiping', since, why: `${node.name} overwrites all of it`, ...agent };
  }
}
