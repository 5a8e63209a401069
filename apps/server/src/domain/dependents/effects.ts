import type { DependencyEffect, Dependents } from '@weft/shared/kinds/dependents';
import { isMirrored } from '@weft/shared/kinds/volume';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';

/** The assumed loss. */
export interface Loss {
  /** Whether the data of these legs is lost too, as with a drive. */
  permanent: boolean;
  leg(leg: LegDocument): boolean;
  path(attachment: AttachmentDocument, exported: ExportDocument, portal: ExportDocument['portals'][number]): boolean;
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
    const own = attachments.filter((each) => each.volumeId === volume._id && each.desired === 'attached');
    const present = volume.legs.filter((leg) => leg.desired === 'present');
    const legs = present.filter((leg) => loss.leg(leg) || own.some((each) => withoutPath(loss, each, leg)));
    const effect =
      legs.length > 0 ? effectOn(volume, present, legs, loss, isAway) : own.some((each) => losesPath(loss, each)) ? 'fewer-paths' : null;
    return effect === null ? [] : [{ volume, effect, legs, attachments: own }];
  });
}

function withoutPath(loss: Loss, attachment: AttachmentDocument, leg: LegDocument): boolean {
  const exported = attachment.exports.find((each) => each.nodeId === leg.nodeId);
  return exported?.portals.every((portal) => loss.path(attachment, exported, portal)) ?? false;
}

const losesPath = (loss: Loss, attachment: AttachmentDocument): boolean =>
  attachment.exports.some((exported) => exported.portals.some((portal) => loss.path(attachment, exported, portal)));

function effectOn(
  volume: VolumeDocument,
  present: readonly LegDocument[],
  out: readonly LegDocument[],
  loss: Loss,
  isAway: (leg: LegDocument, volume: VolumeDocument) => boolean,
): DependencyEffect {
  const worst = loss.permanent ? 'lost' : 'stalled';
  if (!isMirrored(volume.spec.protection)) return worst;
  const left = [...new Set(out.map((leg) => leg.index >> 1))].map((set) =>
    present.filter((leg) => leg.index >> 1 === set && leg.inSync && !out.includes(leg)),
  );
  if (left.some((legs) => legs.length === 0)) return worst;
  return left.every((legs) => legs.some((leg) => !isAway(leg, volume))) ? 'degraded' : 'stalled';
}

const words: Record<DependencyEffect, (volume: string, legs: string) => string> = {
  'fewer-paths': (volume) => `${volume} keeps a path to every leg, but has fewer paths`,
  degraded: (volume, legs) => `${volume} continues without ${legs}`,
  stalled: (volume, legs) => `${volume} stalls until ${legs} returns: no other reachable leg has its data`,
  lost: (volume, legs) => `${volume} loses data: no other leg has the data of ${legs}`,
};

export const toDependent = ({ volume, effect, legs, attachments }: Affected): Dependents['volumes'][number] => ({
  volume: { id: volume._id, name: volume.name },
  effect,
  message: words[effect](volume.name, legs.map((leg) => `leg ${leg.index} on ${leg.nodeName}`).join(', ')),
  legIds: legs.map((leg) => leg.id),
  attachedBy: attachments.map((each) => ({ id: each.nodeId, name: each.nodeName })),
});
