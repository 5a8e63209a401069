import { REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import type { Volume } from '../../api/types.js';
import type { StatusFacts, Tone } from '../../ui/status.js';
import { isSound, legStatus, legTrouble } from './leg-status.js';
import { domainViolated } from './protection-words.js';

/** Legs with a problem, and their nodes. */
function legsText(volume: Volume): string {
  const doubtful = volume.legs.filter((leg) => !isSound(leg));
  return doubtful.map((leg) => `leg ${leg.index} on ${leg.node.name} is ${legStatus(leg, volume).what}`).join('; ');
}

/** Time of the latest leg condition that is not `true`; conditions of legs are `true` when the leg is healthy. */
const legsSince = (volume: Volume): string | null =>
  volume.legs
    .flatMap(({ conditions }) => conditions.filter(({ status }) => status !== 'true').map(({ since }) => since))
    .sort()
    .at(-1) ?? null;

const TONES: Record<Volume['health'], Tone> = {
  healthy: 'good',
  detached: 'warn',
  degraded: 'warn',
  rebuilding: 'warn',
  unknown: 'warn',
  stalled: 'bad',
  broken: 'bad',
  unavailable: 'bad',
};

/** The server's own message when it reports a problem. A waiting repair counts as the blocker. */
function ownWords({ conditions }: Volume) {
  const healthy = conditions.find(({ type }) => type === 'Healthy');
  if (!healthy || healthy.status === 'true') return null;
  const repair = conditions.find(({ type, status }) => type === REPAIR_WAITING && status === 'true');
  return {
    since: healthy.since,
    why: healthy.message,
    waitingFor: repair?.message ?? healthy.waitingFor ?? null,
    unblockedBy: repair?.unblockedBy ?? healthy.unblockedBy ?? null,
  };
}

const nodesOf = (legs: readonly { node: { name: string } }[]): string => [...new Set(legs.map(({ node }) => node.name))].sort().join(', ');

export function volumeStatus(volume: Volume): StatusFacts {
  const { state, health, legs, createdAt, updatedAt } = volume;
  const ready = legs.filter((leg) => leg.state === 'ready').length;
  if (state === 'creating') {
    const made = `${ready} of ${legs.length} legs made and wiped`;
    const troubled = legs.find(legTrouble);
    const end = {
      waitingFor: nodesOf(legs.filter((leg) => leg.state !== 'ready')) || 'the server',
      unblockedBy: 'each of them having made its legs and wiped them in full',
    };
    return troubled
      ? {
          tone: 'warn',
          what: 'creating',
          since: createdAt,
          why: `${made}; leg ${troubled.index} on ${troubled.node.name}: ${legTrouble(troubled)}`,
          ...end,
        }
      : { tone: 'busy', what: 'creating', since: createdAt, why: made, ...end };
  }
  if (state === 'deleting')
    return {
      tone: 'busy',
      what: 'deleting',
      since: updatedAt,
      why: 'until every node has reported its legs gone',
      waitingFor: nodesOf(legs) || 'the server',
      unblockedBy: 'those nodes and their agents running',
    };
  const own = ownWords(volume);
  if (own && health !== 'healthy') return { tone: TONES[health], what: health === 'detached' ? 'detached and not whole' : health, ...own };
  const since = legsSince(volume);
  const legsWhy = legsText(volume);
  const apart = domainViolated(volume);
  if (apart && !legsWhy && (health === 'healthy' || health === 'detached')) {
    const { since, message: why, unblockedBy = null } = apart;
    return { tone: 'warn', what: `${health}, not apart`, since, why, unblockedBy };
  }
  switch (health) {
    case 'healthy':
      // The clients report no problem but a target does: both are shown, not averaged.
      return legsWhy ? { tone: 'warn', what: 'healthy (unconfirmed)', since, why: legsWhy } : { tone: 'good', what: 'healthy' };
    case 'detached':
      return legsWhy
        ? { tone: 'warn', what: 'detached', since, why: legsWhy }
        : { tone: 'idle', what: 'detached', why: 'no client has it attached', unblockedBy: 'attaching it' };
    case 'degraded':
      return { tone: 'warn', what: 'degraded', since, why: legsWhy || 'its array has fewer sides than it should' };
    case 'rebuilding':
      return { tone: 'warn', what: 'rebuilding', since, why: legsWhy || 'its array copies what a side has missed' };
    case 'stalled':
      return { tone: 'bad', what: 'stalled', since, why: `I/O waits for a leg that no path reaches${legsWhy ? `: ${legsWhy}` : ''}` };
    case 'broken':
      return {
        tone: 'bad',
        what: 'broken',
        since,
        why: `writes fail: its array has lost both sides of a mirror${legsWhy ? `: ${legsWhy}` : ''}`,
      };
    case 'unavailable':
      return { tone: 'bad', what: 'unavailable', since, why: 'a client has no device of it: see its attachments' };
    case 'unknown':
      return { tone: 'warn', what: 'unknown', since, why: 'a client it is attached to is silent: see its attachments' };
  }
}
