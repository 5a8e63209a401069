import { formatBytes } from '@weft/shared/units';
import type { Leg } from '../../../api/types.js';
import { legState } from '../../../topology/states.js';
import type { Tone } from '../../../ui/marks/mark.js';
import { nodeNoun } from '../../../ui/text/nouns.js';
import { reasonSentence, type Sentence, sentence, sentenceOf } from '../../../ui/text/sentence.js';

/*
 * The report of each observer about a leg: shown side by side, not averaged (S8).
 *
 * - An offline observer: its last report is shown as such, and never as good.
 * - A volume without an attachment: only Weft and the target have a report.
 * - A leg that md rebuilds: progress and speed.
 */
type Observations = NonNullable<Leg['observations']>;
type View = Observations['attachments'][number];
/** One row for the exclusive client, or one for each client that shares the volume. */
export interface LegReport {
  leg: Leg;
  observations: Observations;
  view: View | null;
}

/** One observer's report in the table. */
export interface LegFacts {
  tone: Tone;
  what: string;
  since?: string | null;
  why?: Sentence | undefined;
}

const NONE: LegFacts = { tone: 'idle', what: 'no report' };
const outdatedFacts = (facts: LegFacts, node: { id: string; name: string }): LegFacts => ({
  ...facts,
  tone: facts.tone === 'good' ? 'warn' : facts.tone,
  why: sentence`last report of ${nodeNoun(node)}, which is offline or has restarted`,
});

/** Health of the leg, with its reason rendered from the data. */
export const healthFacts = ({ health, observations }: Leg): LegFacts => ({
  ...legState(health),
  since: observations?.since ?? null,
  why: observations ? sentenceOf(observations) : undefined,
});

/** Ordered by index, with the replacement of a leg after it. */
export const legReports = (legs: readonly Leg[]): LegReport[] =>
  [...legs]
    .sort((a, b) => a.index - b.index || Number(b.role !== 'joining') - Number(a.role !== 'joining'))
    .flatMap((leg): LegReport[] => {
      const { observations } = leg;
      if (!observations) return [];
      return observations.attachments.length === 0
        ? [{ leg, observations, view: null }]
        : observations.attachments.map((view) => ({ leg, observations, view }));
    });

/** The state that the server assigned to the leg. */
export function assignedFacts({ leg: { role }, observations: { assigned } }: LegReport): LegFacts {
  if (assigned.desired === 'absent') return { tone: 'busy', what: 'to be removed', why: 'its node has not reported the removal yet' };
  const what = assigned.inSync ? 'in sync' : 'out of sync';
  return { tone: assigned.inSync ? 'good' : 'warn', what: role === 'member' ? what : `${what}, ${role}` };
}

const reasonWhy = (reason: Observations['target']['reason']): Sentence | undefined => (reason ? reasonSentence(reason) : undefined);

export function targetFacts({ leg: { node }, observations: { target } }: LegReport): LegFacts {
  if (target.freshness === 'none') return { tone: 'warn', what: 'unknown', why: sentence`${nodeNoun(node)} has not reported it yet` };
  const facts = ((): LegFacts => {
    if (target.present === null) return { tone: 'warn', what: 'unknown', why: reasonWhy(target.reason) };
    if (!target.present) return { tone: 'bad', what: 'missing', why: reasonWhy(target.reason) };
    if (target.backed === false) return { tone: 'bad', what: 'drive missing', why: reasonWhy(target.reason) };
    return target.wiped
      ? { tone: 'good', what: 'present' }
      : { tone: 'busy', what: 'being wiped', why: 'it is zeroed in full before it is exported' };
  })();
  return target.freshness === 'old' ? outdatedFacts(facts, node) : facts;
}

export function exportFacts({ leg, view }: LegReport): LegFacts {
  if (!view) return NONE;
  if (!view.export) return { tone: 'idle', what: 'not ordered' };
  const { freshness, namespaceEnabled, portals } = view.export;
  if (freshness === 'none') return { tone: 'warn', what: 'unknown', why: sentence`${nodeNoun(leg.node)} has not reported on it` };
  const linked = portals.filter((portal) => portal.linked).length;
  const not = portals.filter((portal) => !portal.linked).map(({ address }) => address);
  const facts: LegFacts = namespaceEnabled
    ? {
        tone: linked === portals.length ? 'good' : linked === 0 ? 'bad' : 'warn',
        what: `${linked} of ${portals.length} portals`,
        why: `not at ${not.join(', ')}`,
      }
    : { tone: 'bad', what: 'namespace is off', why: sentence`${nodeNoun(leg.node)} has it, but its namespace is disabled` };
  return freshness === 'old' ? outdatedFacts(facts, leg.node) : facts;
}

export function pathsFacts({ view }: LegReport): LegFacts {
  if (!view) return NONE;
  if (view.clientFreshness === 'none' || view.paths.length === 0)
    return { tone: 'warn', what: 'unknown', why: sentence`${nodeNoun(view.client)} has not reported its paths` };
  const live = view.paths.filter(({ controllerState }) => controllerState === 'live').length;
  const not = view.paths.filter(({ controllerState }) => controllerState !== 'live');
  const facts: LegFacts = {
    tone: live === view.paths.length ? 'good' : live === 0 ? 'bad' : 'warn',
    what: `${live} of ${view.paths.length} live${view.paths.every(({ tls }) => tls) ? ', encrypted' : ''}`,
    why: not.map(({ storageNetwork, controllerState }) => `${storageNetwork} ${controllerState ?? 'not connected'}`).join(', '),
  };
  return view.clientFreshness === 'old' ? outdatedFacts(facts, view.client) : facts;
}

const percent = (ratio: number): string => `${Math.floor(ratio * 100)} %`;

/** State of the member in the client's md array. */
export function arrayFacts({ view }: LegReport, isMirror: boolean): LegFacts {
  if (!view || !isMirror) return NONE;
  if (view.clientFreshness === 'none')
    return { tone: 'warn', what: 'unknown', why: sentence`${nodeNoun(view.client)} has not reported on it` };
  const facts = memberFacts(view);
  return view.clientFreshness === 'old' ? outdatedFacts(facts, view.client) : facts;
}

function memberFacts({ member, agent }: View): LegFacts {
  if (!member) return { tone: 'warn', what: 'not a member', why: reasonWhy(agent) };
  if (member.faulty) return { tone: 'bad', what: 'failed', why: reasonWhy(agent) };
  if (member.rebuilding) {
    const { progressRatio, bytesPerSecond } = member.rebuilding;
    const speed = bytesPerSecond === null ? '' : ` at ${formatBytes(bytesPerSecond)}/s`;
    return { tone: 'busy', what: 'rebuilding', why: `${percent(progressRatio ?? 0)} copied${speed}` };
  }
  if (!member.inSync) return { tone: 'warn', what: 'spare', why: reasonWhy(agent) };
  const wrong = [
    ...(member.badBlocks > 0 ? [`${member.badBlocks} bad blocks`] : []),
    ...(member.errors > 0 ? [`${member.errors} errors`] : []),
    ...member.flags.filter((flag) => flag === 'write_error' || flag === 'want_replacement'),
  ];
  return wrong.length > 0 ? { tone: 'bad', what: 'in sync, with faults', why: wrong.join(', ') } : { tone: 'good', what: 'in sync' };
}
