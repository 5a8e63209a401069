import { DomainError } from '@weft/shared/errors/domain-error';
import { volumeActions } from '@weft/shared/kinds/volume';
import { legOnNode, nodeOf, volumeOf } from '../documents/references.js';
import { type LegDocument, type ObsoleteLegDocument, removed, type VolumeDocument } from '../documents/volume.document.js';
import { type ClientSaid, checkGivenUp } from '../epoch/accept-loss-checks.js';
import { type EpochChange, newEpoch } from '../epoch/epoch.js';
import type { VolumeSlice } from '../store/slice.js';
import { clientReport, legReport } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/** @throws DomainError `wrong-state`, or `invalid-field` for a wrong name. @param name the repeated volume name; null: not required. */
export function checkAction(action: 'accept-loss' | 'discard', volume: VolumeDocument, name: string | null): void {
  if (name !== null && volume.name !== name)
    throw new DomainError('volume-name-not-repeated', { volume: volumeOf(volume), sentName: name }, { field: 'volumeName' });
  if (!volumeActions[action].includes(volume.status.state))
    throw new DomainError('volume-in-wrong-state', {
      volume: volumeOf(volume),
      state: volume.status.state,
      allowedStates: [...volumeActions[action]],
    });
}

/**
 * Gives up unreachable legs, and the data that only they have: a new epoch starts without them (S4).
 * @throws DomainError `wrong-state`, `invalid-field` or `not-possible`.
 */
export function lossAccepted(world: VolumeWorld, legIds: readonly string[]): { after: VolumeSlice; givenUp: LegDocument[] } {
  const { volume, attachments, now } = world;
  const givenUp = volume.legs.filter((leg) => legIds.includes(leg.id));
  checkNamed(volume, legIds, givenUp);
  const clients = attachments.map(
    (attachment): ClientSaid => ({
      attachment,
      report: world.isSilent(attachment.nodeId) ? undefined : clientReport(world, attachment),
    }),
  );
  const targets = new Map(givenUp.map((leg) => [leg.id, world.isSilent(leg.nodeId) ? undefined : legReport(world, leg)]));
  checkGivenUp(volume, givenUp, clients, targets);
  const change: EpochChange = { givenUp: new Set(legIds), now, revokedAttachmentId: null };
  return { after: newEpoch(volume, attachments, change), givenUp };
}

/**
 * Orders the removal of the LVs of obsolete legs; their space is free when their nodes have reported them gone.
 * @throws DomainError `wrong-state` or `invalid-field`.
 */
export function discarded(before: VolumeDocument, legIds: readonly string[]): { after: VolumeDocument; found: ObsoleteLegDocument[] } {
  const all = before.obsoleteLegs ?? [];
  const found = all.filter((leg) => legIds.includes(leg.id));
  checkNamed(before, legIds, found);
  const unfenced = found.filter((leg) => leg.status.fencedFrom !== null);
  if (unfenced.length > 0) throw new DomainError('legs-not-fenced', { legs: unfenced.map(legOnNode), targets: nodesOf(unfenced) });
  return { after: { ...before, obsoleteLegs: all.map((leg) => (legIds.includes(leg.id) ? removed(leg) : leg)) }, found };
}

/** The nodes of the legs, each once. */
const nodesOf = (legs: readonly LegDocument[]) => [...new Map(legs.map((leg) => [leg.nodeId, nodeOf(leg)])).values()];

function checkNamed(volume: VolumeDocument, legIds: readonly string[], found: readonly LegDocument[]): void {
  const unknown = legIds.filter((legId) => !found.some((leg) => leg.id === legId));
  if (unknown.length > 0) throw new DomainError('legs-unknown', { volume: volumeOf(volume), legIds: unknown }, { field: 'legIds' });
}
