import type { LegHealth } from '@weft/shared/kinds/leg';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { PartValue } from '../documents/event.document.js';
import type { LegDocument } from '../documents/volume.document.js';

/** Healths of legs that are events, worst first. A pending leg is not in use: volumes are attached and detached all the time. */
const TROUBLED: readonly LegHealth[] = ['stalled', 'missing', 'unhealthy', 'rebuilding', 'unknown'];
/** Legs whose drive and node the event names. */
const MOST_NAMED = 4;

/** Legs that serve no I/O. Part values begin with the worst health. */
export const isLegFailure = (value: string): boolean => /\b(stalled|missing|unhealthy)\b/.test(value);

/**
 * Legs of a volume that are not healthy, as numbers by health: the same failure of many volumes is one event. The cause names drives and nodes.
 * Undefined: every leg is healthy.
 */
export function troubledLegs(legs: readonly LegDocument[]): PartValue | undefined {
  const troubled = TROUBLED.flatMap((health) => legs.filter(({ status }) => status.health === health));
  if (troubled.length === 0) return undefined;
  const counts = TROUBLED.flatMap((health) => {
    const count = troubled.filter(({ status }) => status.health === health).length;
    return count === 0 ? [] : [`${count} ${health}`];
  });
  const named = troubled.slice(0, MOST_NAMED).map(({ driveSerial, nodeName }) => `${driveSerial} on ${nodeName}`);
  return {
    value: counts.join(', '),
    cause: messageOf('event-legs-named', { drives: named.join(', '), more: troubled.length - named.length }),
  };
}
