import { REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import { healthWords, isUnconfirmed } from '@weft/shared/kinds/volume';
import type { Volume } from '../../api/types.js';
import type { Tone } from '../../ui/marks/mark.js';
import type { StatusFacts } from '../../ui/status.js';
import { nodeNoun } from '../../ui/text/nouns.js';
import { listed, type Sentence, sentence, sentenceOf } from '../../ui/text/sentence.js';
import { isSound, legStatus, legTrouble } from './leg-status.js';
import { domainViolated } from './protection-words.js';

/** Legs with a problem, and their nodes; null: none. */
function doubtfulLegs(volume: Volume): Sentence | null {
  const doubtful = volume.legs.filter((leg) => !isSound(leg));
  const sentences = doubtful.map((leg) => sentence`leg ${leg.index} on ${nodeNoun(leg.node)} is ${legStatus(leg, volume).what}`);
  return sentences.length === 0 ? null : listed(sentences, '; ');
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
    why: sentenceOf(healthy),
    waitingFor: repair ? sentenceOf(repair) : sentenceOf(healthy, 'waitingFor'),
    unblockedBy: sentenceOf(repair?.unblockedBy === undefined ? healthy : repair, 'unblockedBy'),
  };
}

/** The nodes of the legs, each once; without legs, the server is at work. */
function nodesOf(legs: Volume['legs']): Sentence {
  const nodes = [...new Map(legs.map(({ node }) => [node.id, node])).values()].sort((a, b) => a.name.localeCompare(b.name));
  return nodes.length === 0 ? 'the server' : listed(nodes.map(nodeNoun));
}

function creatingStatus({ legs, createdAt }: Volume): StatusFacts {
  const ready = legs.filter((leg) => leg.state === 'ready').length;
  const made = `${ready} of ${legs.length} legs created and wiped`;
  const troubled = legs.find(legTrouble);
  const trouble = troubled && legTrouble(troubled);
  const end = {
    waitingFor: nodesOf(legs.filter((leg) => leg.state !== 'ready')),
    unblockedBy: 'creating and wiping its legs on each node',
  };
  return troubled && trouble
    ? {
        tone: 'warn',
        what: 'creating',
        since: createdAt,
        why: sentence`${made}; leg ${troubled.index} on ${nodeNoun(troubled.node)}: ${trouble}`,
        ...end,
      }
    : { tone: 'busy', what: 'creating', since: createdAt, why: made, ...end };
}

export function volumeStatus(volume: Volume): StatusFacts {
  const { state, health, legs, updatedAt } = volume;
  if (state === 'creating') return creatingStatus(volume);
  if (state === 'deleting')
    return {
      tone: 'busy',
      what: 'deleting',
      since: updatedAt,
      why: 'until every node has reported the removal of its legs',
      waitingFor: nodesOf(legs),
      unblockedBy: 'starting these nodes and their agents',
    };
  const own = ownWords(volume);
  const legsWhy = doubtfulLegs(volume);
  // The clients report no problem but a target does: both are shown, not averaged.
  if (own && (health !== 'healthy' || !legsWhy))
    return { tone: health === 'healthy' ? 'warn' : TONES[health], what: healthWords(health, isUnconfirmed(volume)), ...own };
  const since = legsSince(volume);
  const andLegs = legsWhy ? sentence`: ${legsWhy}` : '';
  const violation = domainViolated(volume);
  if (violation && !legsWhy && (health === 'healthy' || health === 'detached')) {
    const unblockedBy = sentenceOf(violation, 'unblockedBy');
    return { tone: 'warn', what: `${health}, domain violated`, since: violation.since, why: sentenceOf(violation), unblockedBy };
  }
  switch (health) {
    case 'healthy':
      return legsWhy ? { tone: 'warn', what: healthWords(health, true), since, why: legsWhy } : { tone: 'good', what: 'healthy' };
    case 'detached':
      return legsWhy
        ? { tone: 'warn', what: 'detached', since, why: legsWhy }
        : { tone: 'idle', what: 'detached', why: 'it is not attached', unblockedBy: 'attaching it' };
    case 'degraded':
      return { tone: 'warn', what: 'degraded', since, why: legsWhy ?? 'the array is missing a mirror leg' };
    case 'rebuilding':
      return { tone: 'warn', what: 'rebuilding', since, why: legsWhy ?? 'the array is resyncing a mirror leg' };
    case 'stalled':
      return { tone: 'bad', what: 'stalled', since, why: sentence`I/O is blocked: a leg has no live path${andLegs}` };
    case 'broken':
      return {
        tone: 'bad',
        what: 'broken',
        since,
        why: sentence`writes fail: the array has lost every half of a mirror set${andLegs}`,
      };
    case 'unavailable':
      return { tone: 'bad', what: 'unavailable', since, why: 'a client has no device for it: see its attachments' };
    case 'unknown':
      return { tone: 'warn', what: 'unknown', since, why: 'a client of the volume is offline: see its attachments' };
  }
}
