import type { LivePoint } from './live-points.js';
import { durationWords } from './moment-text.js';
import type { History, Slot, Window } from './timeline.js';

/** What every chart of one object is made of. */
export interface ChartData {
  /** Name of the object, and who saw it: `volume orders, seen by its client c1`. */
  source: string;
  /** As the statistics API names it, and as Prometheus labels it. */
  object: string;
  label: string;
  /** `last 15 min`. */
  range: string;
  window: Window;
  history: History | null;
  live: readonly LivePoint[];
  slots: readonly Slot[];
}

/** In which resolution a value is kept: the step that is drawn, of the points that were read; live ones are of a second. */
export function resolutionText(history: History | null, isLive: boolean): string {
  if (isLive) return 'live, every second';
  if (!history) return 'no history';
  const { stepMs, tierMs } = history;
  return stepMs === tierMs
    ? `history in steps of ${durationWords(stepMs)}`
    : `history in steps of ${durationWords(stepMs)}, from points of ${durationWords(tierMs)}`;
}
