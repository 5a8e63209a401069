import type { ClusterEvent } from '../../api/types.js';
import type { Tone } from '../../ui/marks/mark.js';

type Changed = Pick<ClusterEvent, 'severity' | 'to' | 'topic'>;

/** The last change ended what the event is about. */
const isOver = ({ topic, to }: Changed): boolean =>
  to === null ||
  (topic === 'health' && to === 'healthy') ||
  (topic === 'connection' && to === 'online') ||
  (topic === 'state' && to !== 'missing' && to !== 'failed');

/** An event that ended well is green: its severity is that of its worst change. */
export function eventTone(event: Changed): Tone {
  if (event.severity === 'info') return 'idle';
  if (isOver(event)) return 'good';
  return event.severity === 'critical' ? 'bad' : 'warn';
}

export const severityWord = (event: Changed): string =>
  event.severity !== 'info' && isOver(event) ? `${event.severity}, over` : event.severity;
