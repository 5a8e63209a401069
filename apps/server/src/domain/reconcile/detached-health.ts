import { isMirrored } from '@weft/shared/kinds/volume';
import { isUnread } from '@weft/shared/messages/report';
import { legRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import type { VolumeDocument } from '../documents/volume.document.js';
import { type AssessedLeg, described, nodesOf } from '../legs/assess-legs.js';
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
    return { status: 'true', ...said('detached', { coming: described(coming) }) };
  }
  const reason =
    bad.length > 0 ? 'leg-missing' : silent.every(({ truth }) => isUnread(truth.target)) ? 'target-unreadable' : 'target-silent';
  const params = { legs: described(away), nodes: nodesOf(away), way: wayOut(volume), needed: neededOf(away) };
  return { status: bad.length > 0 ? 'false' : 'unknown', ...said('detached-legs-away', params, reason) };
}

const neededOf = (away: readonly AssessedLeg[]) => away.filter(({ leg }) => leg.inSync).map(({ leg }) => legRef(leg));

const wayOut = ({ spec, array }: Pick<VolumeDocument, 'spec' | 'array'>) =>
  isMirrored(spec.protection) ? (array?.created ? 'waits-for-needed' : 'never-attached') : 'no-mirror';
