import type { Threshold } from './axis/threshold.js';
import type { LivePoint } from './live-points.js';
import type { ChartMark } from './marks.js';
import { durationWords } from './moment-text.js';
import type { Before, History, Slot, Window } from './timeline.js';

/** Data shared by all charts of one object. */
export interface ChartData {
  /** Name of the object and its observer: `volume orders, seen by its client c1`. */
  source: string;
  /** Name in the statistics API, and label in Prometheus. */
  object: string;
  label: string;
  /** `last 15 min`. */
  range: string;
  window: Window;
  history: History | null;
  live: readonly LivePoint[];
  slots: readonly Slot[];
  /** Null: not asked for, or not read yet. */
  before: Before | null;
  /** Jobs of the object. */
  marks: readonly ChartMark[];
  /** Of this object alone. */
  thresholds: readonly Threshold[];
  onZoom: (period: Window) => void;
}

/** Resolution of a value: the drawn step, and the stored points it comes from; live values have one per second. */
export function resolutionText(history: History | null, isLive: boolean): string {
  if (isLive) return 'live, every second';
  if (!history) return 'no history';
  const { stepMs, tierMs } = history;
  return stepMs === tierMs
    ? `history in steps of ${durationWords(stepMs)}`
    : `history in steps of ${durationWords(stepMs)}, from points of ${durationWords(tierMs)}`;
}
