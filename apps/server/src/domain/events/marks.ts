import { type EventSeverity, eventSeverities } from '@weft/shared/kinds/views/event';
import type { RecordedMoments } from '@weft/shared/kinds/views/moment';

type Mark = RecordedMoments['marks'][number];

/** Marks that fit beside each other on a time bar. */
const MOST_MARKS = 120;

export interface Marked {
  at: Date;
  lastAt: Date;
  severity: EventSeverity;
}

const rank = (severity: EventSeverity): number => eventSeverities.indexOf(severity);

/** Events of a range of time as at most 120 marks, in order of time. `textOf` is called once for each mark. */
export function marksOf<E extends Marked>(events: readonly E[], range: { from: Date; to: Date }, textOf: (event: E) => string): Mark[] {
  const from = range.from.getTime();
  const width = Math.max(1, (range.to.getTime() - from) / MOST_MARKS);
  const marks = new Map<number, { at: Date; worst: E; count: number }>();
  for (const event of events) {
    const at = event.lastAt <= range.to ? event.lastAt : event.at;
    const place = Math.min(MOST_MARKS - 1, Math.floor((at.getTime() - from) / width));
    const mark = marks.get(place);
    marks.set(place, {
      at: mark && mark.at > at ? mark.at : at,
      worst: mark && rank(mark.worst.severity) >= rank(event.severity) ? mark.worst : event,
      count: (mark?.count ?? 0) + 1,
    });
  }
  return [...marks]
    .sort(([a], [b]) => a - b)
    .map(([, { at, worst, count }]) => ({ at: at.toISOString(), severity: worst.severity, count, message: textOf(worst) }));
}
