import type { ClusterEvent } from '../../api/types.js';
import type { Tone } from '../../ui/marks/mark.js';

/** An event that ended well is green: its severity is that of its worst change. */
export function eventTone({ severity, to, topic }: Pick<ClusterEvent, 'severity' | 'to' | 'topic'>): Tone {
  if (severity === 'critical') return isOver(topic, to) ? 'good' : 'bad';
  if (severity === 'warning') return isOver(topic, to) ? 'good' : 'warn';
  return 'idle';
}

/** The last change ended what the event is about. */
const isOver = (topic: string, to: string | null): boolean =>
  to === null || (topic === 'health' && to === 'healthy') || (topic === 'connection' && to === 'online');

const SEVERITY_WORDS = { info: 'info', warning: 'warning', critical: 'critical' } as const;
export const severityWord = ({ severity, to, topic }: Pick<ClusterEvent, 'severity' | 'to' | 'topic'>): string =>
  severity !== 'info' && isOver(topic, to) ? `${SEVERITY_WORDS[severity]}, over` : SEVERITY_WORDS[severity];
