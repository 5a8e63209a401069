import type { Zone, ZoneState } from '@weft/shared/kinds/zones/zone';
import type { Tone } from '../../ui/marks/mark.js';

/** The state of a zone in a word or two. */
export const stateWords: Record<ZoneState, string> = {
  reachable: 'reachable',
  unreachable: 'unreachable',
  unauthorised: 'token refused',
  'other-cluster': 'other cluster',
  'too-new': 'later version',
};

export const toneOf = ({ state, reason }: Pick<Zone, 'state' | 'reason'>): Tone =>
  state === 'reachable' ? (reason === null ? 'good' : 'warn') : state === 'unreachable' ? 'bad' : 'warn';

/** `3 zones`, `1 zone`. */
export const counted = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

export function ageText(seconds: number | null): string {
  if (seconds === null) return 'never';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
