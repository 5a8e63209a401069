import type { Fill } from '../../../topology/colours.js';
import type { VolumeEffect } from '../../../topology/what-if/effects.js';
import { type KnownOutcome, knownOutcomes, type Outcome } from '../../../topology/what-if/outcome.js';
import type { Tone } from '../../../ui/marks/mark.js';

const WORDS: Record<KnownOutcome, string> = { healthy: 'healthy', degraded: 'degraded', stalled: 'without access', lost: 'without data' };
const TONES: Record<KnownOutcome, Tone> = { healthy: 'good', degraded: 'warn', stalled: 'bad', lost: 'bad' };

const isKnown = ({ best, worst }: Outcome): boolean => best === worst;

/** `unknown (degraded at best, without data at worst)`: a leg that nothing reports decides. */
export const outcomeWords = (outcome: Outcome): string =>
  isKnown(outcome) ? WORDS[outcome.worst] : `unknown (${WORDS[outcome.best]} at best, ${WORDS[outcome.worst]} at worst)`;

export const outcomeTone = (outcome: Outcome): Tone => (isKnown(outcome) ? TONES[outcome.worst] : 'idle');
export const outcomeFill = (outcome: Outcome): Fill => (isKnown(outcome) ? { tone: TONES[outcome.worst] } : 'nothing');

export const whatIfEntries: { label: string; fill: Fill }[] = [
  { label: 'healthy', fill: { tone: 'good' } },
  { label: 'not in use', fill: { tone: 'idle' } },
  { label: 'degraded', fill: { tone: 'warn' } },
  { label: 'failed, without access or data', fill: { tone: 'bad' } },
  { label: 'unknown', fill: 'nothing' },
];

/** Number of volumes by outcome, the worst first; each outcome once. */
export function outcomeCounts(effects: readonly VolumeEffect[]): { what: string; tone: Tone; count: number }[] {
  const count = (matches: (outcome: Outcome) => boolean) => effects.filter(({ after }) => matches(after)).length;
  return [
    ...[...knownOutcomes].reverse().map((known) => ({
      what: WORDS[known],
      tone: TONES[known],
      count: count((outcome) => isKnown(outcome) && outcome.worst === known),
    })),
    { what: 'unknown', tone: 'idle', count: count((outcome) => !isKnown(outcome)) },
  ];
}

/** The effect after the volume's name: `degraded: leg 1 fails; now healthy`. */
export function effectWords({ before, after, legs, hasFewerPaths, clients }: VolumeEffect): string {
  const [was, becomes] = [outcomeWords(before), outcomeWords(after)];
  const reasons = [
    legs.length === 0 ? '' : `${legs.length === 1 ? 'leg' : 'legs'} ${legs.join(', ')} out of reach`,
    hasFewerPaths ? 'fewer paths' : '',
    clients.length === 0 ? '' : `use by ${clients.map(({ name }) => name).join(', ')} ends`,
  ].filter((reason) => reason !== '');
  return `${becomes}${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}${was === becomes ? '' : ` (now ${was})`}`;
}

/** The worst first, then as listed. */
export const bySeverity = (effects: readonly VolumeEffect[]): VolumeEffect[] => {
  const rank = ({ after: { best, worst } }: VolumeEffect) => knownOutcomes.indexOf(worst) * 10 + knownOutcomes.indexOf(best);
  return [...effects].sort((a, b) => rank(b) - rank(a));
};
