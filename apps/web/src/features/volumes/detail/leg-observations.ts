import { formatBytes } from '@weft/shared/units';
import type { Leg } from '../../../api/types.js';
import { legState } from '../../../topology/states.js';
import type { StatusFacts } from '../../../ui/status.js';

/*
 * The report of each observer about a leg: shown side by side, not averaged (S8).
 *
 * - An offline observer: its last report is shown as such, and never as good.
 * - A volume without an attachment: only Weft and the target have a report.
 * - A leg that md rebuilds: progress and speed.
 */
type Truth = NonNullable<Leg['truth']>;
type View = Truth['attachments'][number];
/** One row for the exclusive client, or one for each client that shares the volume. */
export interface LegWord {
  leg: Leg;
  truth: Truth;
  view: View | null;
}

const NONE: StatusFacts = { tone: 'idle', what: 'nothing to say' };
const lastWord = (facts: StatusFacts, node: string): StatusFacts => ({
  ...facts,
  tone: facts.tone === 'good' ? 'warn' : facts.tone,
  why: `last word of ${node}: it is silent, or has restarted`,
});

export const verdictStatus = ({ verdict, truth }: Leg): StatusFacts => ({
  ...legState(verdict),
  since: truth?.since ?? null,
  why: truth?.message,
});

/** Ordered by index, with the replacement of a leg after it. */
export const legWords = (legs: readonly Leg[]): LegWord[] =>
  [...legs]
    .sort((a, b) => a.index - b.index || Number(b.role !== 'joining') - Number(a.role !== 'joining'))
    .flatMap((leg): LegWord[] => {
      const { truth } = leg;
      if (!truth) return [];
      return truth.attachments.length === 0 ? [{ leg, truth, view: null }] : truth.attachments.map((view) => ({ leg, truth, view }));
    });

/** The state that the server assigned to the leg. */
export function weftWord({ leg: { role }, truth: { assigned } }: LegWord): StatusFacts {
  if (assigned.desired === 'absent') return { tone: 'busy', what: 'to be removed', why: 'its node has not reported it gone yet' };
  const what = assigned.inSync ? 'in sync' : 'out of sync';
  return { tone: assigned.inSync ? 'good' : 'warn', what: role === 'member' ? what : `${what}, ${role}` };
}

export function targetWord({ leg: { node }, truth: { target } }: LegWord): StatusFacts {
  if (target.word === 'none') return { tone: 'warn', what: 'unknown', why: `${node.name} has not reported it yet` };
  const facts = ((): StatusFacts => {
    if (target.present === null) return { tone: 'warn', what: 'unknown', why: target.reason?.message };
    if (!target.present) return { tone: 'bad', what: 'not there', why: target.reason?.message };
    if (target.backed === false) return { tone: 'bad', what: 'its drive is gone', why: target.reason?.message };
    return target.wiped
      ? { tone: 'good', what: 'there' }
      : { tone: 'busy', what: 'being wiped', why: 'it is zeroed in full before it is exported' };
  })();
  return target.word === 'old' ? lastWord(facts, node.name) : facts;
}

export function exportWord({ leg, view }: LegWord): StatusFacts {
  if (!view) return NONE;
  if (!view.export) return { tone: 'idle', what: 'not ordered' };
  const { word, namespaceEnabled, portals } = view.export;
  if (word === 'none') return { tone: 'warn', what: 'unknown', why: `${leg.node.name} says nothing of it` };
  const linked = portals.filter((portal) => portal.linked).length;
  const not = portals.filter((portal) => !portal.linked).map(({ address }) => address);
  const facts: StatusFacts = namespaceEnabled
    ? {
        tone: linked === portals.length ? 'good' : linked === 0 ? 'bad' : 'warn',
        what: `${linked} of ${portals.length} portals`,
        why: `not at ${not.join(', ')}`,
      }
    : { tone: 'bad', what: 'namespace is off', why: `${leg.node.name} has it, and does not let it be read` };
  return word === 'old' ? lastWord(facts, leg.node.name) : facts;
}

export function pathsWord({ view }: LegWord): StatusFacts {
  if (!view) return NONE;
  if (view.clientWord === 'none' || view.paths.length === 0)
    return { tone: 'warn', what: 'unknown', why: `${view.client.name} says nothing of its paths` };
  const live = view.paths.filter(({ controllerState }) => controllerState === 'live').length;
  const not = view.paths.filter(({ controllerState }) => controllerState !== 'live');
  const facts: StatusFacts = {
    tone: live === view.paths.length ? 'good' : live === 0 ? 'bad' : 'warn',
    what: `${live} of ${view.paths.length} live`,
    why: not.map(({ storageNetwork, controllerState }) => `${storageNetwork} ${controllerState ?? 'not connected'}`).join(', '),
  };
  return view.clientWord === 'old' ? lastWord(facts, view.client.name) : facts;
}

const percent = (ratio: number): string => `${Math.floor(ratio * 100)} %`;

/** State of the member in the client's md array. */
export function arrayWord({ view }: LegWord, isMirror: boolean): StatusFacts {
  if (!view || !isMirror) return NONE;
  if (view.clientWord === 'none') return { tone: 'warn', what: 'unknown', why: `${view.client.name} says nothing of it` };
  const facts = memberWord(view);
  return view.clientWord === 'old' ? lastWord(facts, view.client.name) : facts;
}

function memberWord({ member, agent }: View): StatusFacts {
  if (!member) return { tone: 'warn', what: 'not a member', why: agent?.message };
  if (member.faulty) return { tone: 'bad', what: 'failed', why: agent?.message };
  if (member.rebuilding) {
    const { progressRatio, bytesPerSecond } = member.rebuilding;
    const speed = bytesPerSecond === null ? '' : ` at ${formatBytes(bytesPerSecond)}/s`;
    return { tone: 'busy', what: 'rebuilding', why: `${percent(progressRatio ?? 0)} copied${speed}` };
  }
  if (!member.inSync) return { tone: 'warn', what: 'spare', why: agent?.message };
  const wrong = [
    ...(member.badBlocks > 0 ? [`${member.badBlocks} bad blocks`] : []),
    ...(member.errors > 0 ? [`${member.errors} errors`] : []),
    ...member.flags.filter((flag) => flag === 'write_error' || flag === 'want_replacement'),
  ];
  return wrong.length > 0 ? { tone: 'bad', what: 'in sync, with faults', why: wrong.join(', ') } : { tone: 'good', what: 'in sync' };
}
