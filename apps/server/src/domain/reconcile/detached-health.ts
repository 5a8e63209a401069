import { isMirrored } from '@weft/shared/kinds/volume';
import { isUnread } from '@weft/shared/messages/report';
import type { VolumeDocument } from '../documents/volume.document.js';
import { type AssessedLeg, described } from '../legs/assess-legs.js';
import type { VolumeWorld } from '../world/volume-world.js';
import type { Cause } from './volume-health.js';

/*
 * What a volume that nobody has attached says of its legs. Nothing is copied while it is detached, so what counts is what the next attach meets:
 *
 * - A leg is lost, or its target silent, and it was in sync at the last durable report: an attach waits for it (S4, S11), or for an accepted loss.
 * - The same of a leg that was out of sync already: an attach starts without it, and it is replaced then.
 * - Without redundancy there is nothing but waiting for it. A mirror that was never attached is made of all its legs.
 * - A leg is being made: nothing is wrong, and nobody says that it is there.
 */
export function detachedCause({ volume }: VolumeWorld, bad: readonly AssessedLeg[], assessed: readonly AssessedLeg[]): Cause {
  const silent = assessed.filter(({ truth }) => truth.verdict === 'unknown');
  const away = [...bad, ...silent];
  if (away.length === 0) {
    const coming = assessed.filter(({ leg, truth }) => truth.verdict === 'pending' && leg.desired === 'present');
    const legs = coming.length > 0 ? `; ${described(coming)}` : ', and its targets have all its legs';
    return { status: 'true', reason: 'detached', message: `no client has it attached${legs}` };
  }
  const nodes = [...new Set(away.map(({ leg }) => leg.nodeName))].join(', ');
  return {
    status: bad.length > 0 ? 'false' : 'unknown',
    reason: bad.length > 0 ? 'leg-missing' : silent.every(({ truth }) => isUnread(truth.target)) ? 'target-unreadable' : 'target-silent',
    message: described(away),
    waitingFor: `the legs on ${nodes}`,
    unblockedBy: wayOut(nodes, volume, away),
  };
}

function wayOut(nodes: string, { spec, array }: Pick<VolumeDocument, 'spec' | 'array'>, away: readonly AssessedLeg[]): string {
  const back = `${nodes} and its drives being there again`;
  if (!isMirrored(spec.protection)) return `${back}: no other leg has what is on it`;
  if (!array?.created) return `${back}: the first attach makes the mirror of all its legs`;
  const needed = away.filter(({ leg }) => leg.inSync).map(({ leg }) => `leg ${leg.index}`);
  return needed.length > 0
    ? `${back}; until then an attach waits for ${needed.join(', ')}, which may have what was written last, unless an administrator accepts that loss`
    : `${back}; or attaching it: it starts without them, and they are replaced (docs/repair.md)`;
}
