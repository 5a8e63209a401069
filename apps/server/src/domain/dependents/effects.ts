import type { DependencyEffect, Dependents } from '@weft/shared/kinds/views/dependents';
import { isMirrored } from '@weft/shared/kinds/volume';
import type { ParamsOf } from '@weft/shared/text/catalogue/catalogue';
import type { Message } from '@weft/shared/text/message';
import { messageOf, withText } from '@weft/shared/text/rendering/render';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import { legOnNode, volumeOf } from '../documents/references.js';
import { type LegDocument, setsOf, type VolumeDocument } from '../documents/volume.document.js';

/** The assumed loss. */
export interface Loss {
  /** Whether the data of these legs is lost too, as with a drive. */
  permanent: boolean;
  leg(leg: LegDocument): boolean;
  path(attachment: AttachmentDocument, exported: ExportDocument, portal: ExportDocument['spec']['portals'][number]): boolean;
}

export interface Affected {
  volume: VolumeDocument;
  effect: DependencyEffect;
  /** Legs that would become unreachable. */
  legs: LegDocument[];
  attachments: AttachmentDocument[];
}

/**
 * Volumes that a loss would affect, and how. Pure. A leg that is out of sync does not count as the other mirror leg. A leg for which
 * `isAway` is true has the data, but no client can continue with it.
 */
export function effectsOf(
  loss: Loss,
  volumes: readonly VolumeDocument[],
  attachments: readonly AttachmentDocument[],
  isAway: (leg: LegDocument, volume: VolumeDocument) => boolean = () => false,
): Affected[] {
  return volumes.flatMap((volume) => {
    const own = attachments.filter((each) => each.volumeId === volume._id && each.spec.desired === 'attached');
    const present = volume.legs.filter((leg) => leg.spec.desired === 'present');
    const legs = present.filter((leg) => loss.leg(leg) || own.some((each) => withoutPath(loss, each, leg)));
    const effect =
      legs.length > 0 ? effectOn(volume, present, legs, loss, isAway) : own.some((each) => losesPath(loss, each)) ? 'fewer-paths' : null;
    return effect === null ? [] : [{ volume, effect, legs, attachments: own }];
  });
}

function withoutPath(loss: Loss, attachment: AttachmentDocument, leg: LegDocument): boolean {
  const exported = attachment.exports.find((each) => each.nodeId === leg.nodeId);
  return exported?.spec.portals.every((portal) => loss.path(attachment, exported, portal)) ?? false;
}

const losesPath = (loss: Loss, attachment: AttachmentDocument): boolean =>
  attachment.exports.some((exported) => exported.spec.portals.some((portal) => loss.path(attachment, exported, portal)));

function effectOn(
  volume: VolumeDocument,
  present: readonly LegDocument[],
  out: readonly LegDocument[],
  loss: Loss,
  isAway: (leg: LegDocument, volume: VolumeDocument) => boolean,
): DependencyEffect {
  const worst = loss.permanent ? 'lost' : 'stalled';
  if (!isMirrored(volume.spec.protection)) return worst;
  const setOf = setsOf(volume.spec);
  const left = [...new Set(out.map(setOf))].map((set) =>
    present.filter((leg) => setOf(leg) === set && leg.status.inSync && !out.includes(leg)),
  );
  if (left.some((legs) => legs.length === 0)) return worst;
  return left.every((legs) => legs.some((leg) => !isAway(leg, volume))) ? 'degraded' : 'stalled';
}

/** @param causes why legs that are not lost do not count. */
export const toDependent = ({ volume, effect, legs, attachments }: Affected, causes?: Message[]): Dependents['volumes'][number] => ({
  volume: { id: volume._id, name: volume.name },
  effect,
  ...withText(messageOfEffect(effect, { volume: volumeOf(volume), legs: legs.map(legOnNode), causes })),
  legIds: legs.map((leg) => leg.id),
  attachedBy: attachments.map((each) => ({ id: each.nodeId, name: each.nodeName })),
});

function messageOfEffect(effect: DependencyEffect, { volume, legs, causes }: ParamsOf<'volume-stalls'>): Message {
  switch (effect) {
    case 'fewer-paths':
      return messageOf('volume-keeps-paths', { volume });
    case 'degraded':
      return messageOf('volume-degrades', { volume, legs });
    case 'stalled':
      return messageOf('volume-stalls', { volume, legs, causes });
    case 'lost':
      return messageOf('volume-loses-data', { volume, legs, causes });
  }
}
