import { isWell } from '@weft/shared/kinds/condition-types';
import type { Attachment, Condition, Leg } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';
import { type Noun, nodeNoun, volumeNoun } from '../../ui/text/nouns.js';
import { listed, type Sentence, sentence, sentenceOf, textOf } from '../../ui/text/sentence.js';

interface End {
  waitingFor: Sentence;
  unblockedBy: Sentence;
}

const endOf = (condition: Condition | undefined, or: End): End => ({
  waitingFor: condition?.waitingFor === undefined ? or.waitingFor : sentenceOf(condition, 'waitingFor'),
  unblockedBy: condition?.unblockedBy === undefined ? or.unblockedBy : sentenceOf(condition, 'unblockedBy'),
});

/** A leg with its target, as the volume has it. */
type TargetLeg = Pick<Leg, 'id' | 'node'>;
type Path = Attachment['paths'][number];

/** Paths have only the names of their targets; the legs of the volume, if they are known, have the nodes. */
export function targetOf({ legId, node }: Pick<Path, 'legId' | 'node'>, legs: readonly TargetLeg[]): Noun | string {
  const leg = legs.find(({ id }) => id === legId);
  return leg ? nodeNoun(leg.node) : node;
}

/** @param legs those of the volume; empty: not known, so the targets of its paths are no links */
export function attachmentStatus(attachment: Attachment, legs: readonly TargetLeg[] = []): StatusFacts {
  const { state, conditions, createdAt, updatedAt } = attachment;
  const [node, volume] = [nodeNoun(attachment.node), volumeNoun(attachment.volume)];
  const wrong = conditions.find((each) => !isWell(each));
  const agent = { waitingFor: sentence`the agent of ${node}`, unblockedBy: sentence`starting ${node} and its agent` };
  switch (state) {
    case 'attached':
      return wrong
        ? { tone: 'bad', what: 'attached', since: wrong.since, why: sentenceOf(wrong), ...endOf(wrong, agent) }
        : pathsStatus(attachment, legs);
    case 'attaching':
      return {
        tone: 'busy',
        what: 'attaching',
        since: createdAt,
        why: wrong ? sentenceOf(wrong) : sentence`until ${node} has the device`,
        ...endOf(wrong, agent),
      };
    case 'detaching':
      return {
        tone: 'busy',
        what: 'detaching',
        since: updatedAt,
        why: sentence`until ${node} has removed the device`,
        ...endOf(wrong, { ...agent, unblockedBy: sentence`closing the device on ${node}, with its agent running` }),
      };
    case 'unexporting':
      return {
        tone: 'busy',
        what: 'detaching',
        since: updatedAt,
        why: 'until the targets have withdrawn its exports',
        ...endOf(wrong, { waitingFor: sentence`the targets of ${volume}`, unblockedBy: 'starting their agents' }),
      };
    case 'revoking':
    case 'revoked': {
      const fenced = conditions.find(({ type }) => type === 'Fenced');
      return {
        tone: state === 'revoking' ? 'busy' : 'warn',
        what: state === 'revoking' ? 'being force detached' : 'force detached',
        since: updatedAt,
        why: fenced ? sentenceOf(fenced) : 'until every target has fenced its legs',
        ...endOf(fenced, {
          waitingFor: sentence`the targets of ${volume}`,
          unblockedBy: 'starting their agents, or a statement that they are off',
        }),
      };
    }
  }
}

/** Status of an attached volume by its paths. With no live path, the status is bad. */
function pathsStatus(attachment: Attachment, legs: readonly TargetLeg[]): StatusFacts {
  const down = attachment.paths.filter(({ controllerState }) => controllerState !== 'live');
  if (down.length === 0) return { tone: 'good', what: 'attached' };
  return {
    tone: down.length === attachment.paths.length ? 'bad' : 'warn',
    what: 'attached',
    since: earliest(down.map(({ notLiveSince }) => notLiveSince)),
    why: sentence`paths are ${pathsSentence(attachment, legs)}`,
    waitingFor: listed(onceEach(down.map((path) => wayOf(path, legs)))),
    unblockedBy: 'the return of the NICs, network or target of these paths',
  };
}

/** All times in one zone (ISO 8601, UTC). @returns null if one of them is unknown, because it may be earlier. */
const earliest = (moments: readonly (string | null)[]): string | null => (moments.includes(null) ? null : (moments.toSorted()[0] ?? null));

const wayOf = (path: Path, legs: readonly TargetLeg[]): Sentence => sentence`${targetOf(path, legs)} by ${path.storageNetwork}`;

const onceEach = (sentences: readonly Sentence[]): Sentence[] => [...new Map(sentences.map((each) => [textOf(each), each])).values()];

/** `8 of 8 paths live`, and the paths that are not. */
function pathsSentence({ paths }: Attachment, legs: readonly TargetLeg[]): Sentence {
  const down = paths.filter(({ controllerState }) => controllerState !== 'live');
  const live = `${paths.length - down.length} of ${paths.length} live`;
  const ways = down.map((path) => sentence`${wayOf(path, legs)} ${path.controllerState ?? 'not connected'}`);
  return ways.length === 0 ? live : sentence`${live}: ${listed(onceEach(ways))}`;
}

export const pathsText = (attachment: Attachment): string => textOf(pathsSentence(attachment, []));

/** `8 of 12 live`, for a place beside the state, which names the paths that are not. */
export const pathsCount = ({ paths }: Pick<Attachment, 'paths'>): string =>
  `${paths.filter(({ controllerState }) => controllerState === 'live').length} of ${paths.length} live`;

/** One path, as reported by the client. A path that is not live waits for the target's NIC, the network, or the target. */
export function pathStatus(path: Path, attachment: Attachment, legs: readonly TargetLeg[] = []): StatusFacts {
  const { controllerState, notLiveSince, storageNetwork } = path;
  if (controllerState === 'live') return { tone: 'good', what: 'live' };
  const client = nodeNoun(attachment.node);
  const way = wayOf(path, legs);
  return {
    tone: 'bad',
    what: controllerState ?? 'not connected',
    since: notLiveSince,
    why:
      controllerState === null
        ? sentence`${client} has no controller for ${way}`
        : sentence`its controller on ${client} for ${way} is ${controllerState}`,
    waitingFor: way,
    unblockedBy: sentence`both NICs on ${storageNetwork} up, and an export of the leg by ${targetOf(path, legs)}`,
  };
}
