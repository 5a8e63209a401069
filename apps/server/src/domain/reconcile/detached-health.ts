import { isMirrored } from '@weft/shared/kinds/volume';
import { isUnread } from '@weft/shared/messages/report';
import { legRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import type { VolumeDocument } from '../documents/volume.document.js';
import { type AssessedLeg, described, nodesOf } from '../legs/assess-legs.js';
import type { VolumeWorld } from '../world/volume-world.js';
import type { Cause } from './volume-health.js';

/*
 * Health cause of a volume without a client. md rebuilds nothing while the volume is detached, so the cause shows the effect on the next attach:
 *
 * - A leg is lost or its target offline, and it was in sync at the last durable report: an attach waits for it (S4, S11), or for an accepted loss.
 * - The same for a leg that was out of sync already: an attach starts without it, and repair replaces it then.
 * - Without redundancy an attach can only wait for the leg. The first attach of a mirror creates it from all its legs.
 * - A leg is being created: that is no problem, and no message says that the leg is there.
 */
export function detachedCause({ volume }: VolumeWorld, bad: readonly AssessedLeg[], assessed: readonly AssessedLeg[]): Cause {
  const silent = assessed.filter(({ observations }) => observations.health === 'unknown');
  const away = [...bad, ...silent];
  if (away.length === 0) {
    const coming = assessed.filter(({ leg, observations }) => observations.health === 'pending' && leg.spec.desired === 'present');
    return { status: 'true', ...said('detached', { coming: described(coming) }) };
  }
  const reason =
    bad.length > 0
      ? 'leg-missing'
      : silent.every(({ observations }) => isUnread(observations.target))
        ? 'target-unreadable'
        : 'target-silent';
  const params = { legs: described(away), nodes: nodesOf(away), way: wayOut(volume), needed: neededOf(away) };
  return { status: bad.length > 0 ? 'false' : 'unknown', ...said('detached-legs-away', params, reason) };
}

const neededOf = (away: readonly AssessedLeg[]) => away.filter(({ leg }) => leg.status.inSync).map(({ leg }) => legRef(leg));

const wayOut = ({ spec, array }: Pick<VolumeDocument, 'spec' | 'array'>) =>
  isMirrored(spec.protection) ? (array?.status.created ? 'waits-for-needed' : 'never-attached') : 'no-mirror';
