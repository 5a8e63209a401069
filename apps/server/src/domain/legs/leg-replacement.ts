import { isDeepStrictEqual } from 'node:util';
import { isMirrored } from '@weft/shared/kinds/volume';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import { type LegDocument, type ObsoleteLegDocument, roleOf, type VolumeDocument, vacantIndexes } from '../documents/volume.document.js';
import { clientWord, exportGone } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { isBad } from './assess-legs.js';
import { holding, legTruth } from './leg-observations.js';

/*
 * Scenarios of a leg that takes the place of another one:
 *
 * - md has it in sync and the old one no longer active: it is the leg of its index. The old one is of no use to anybody: it is no longer
 *   exported, its LV is ordered away, and its bytes are free when its node has said that it is gone (S12), however long that takes.
 * - It is lost itself for as long as a leg may be, the maintenance of its node not counted: it is given up, and the old one is the leg of its index again, for another try.
 * - The one it was to take over from, or the other way round, left with an epoch: what is left stays alone.
 * - An index has no leg: since when is written down.
 * - A target that exports nothing any more to a running client has said so: its export is forgotten.
 */
export function advanceJoined(
  world: VolumeWorld,
  volume: VolumeDocument,
  attachments: AttachmentDocument[],
): { volume: VolumeDocument; attachments: AttachmentDocument[] } {
  const retired = volume.legs.filter((leg) => hasBeenReplaced(world, volume, leg) || isGivenUp(world, volume, leg));
  const legs = volume.legs.filter((leg) => !retired.includes(leg)).map((leg, _, left) => settled(leg, left));
  const gone = new Set(retired.map((leg) => leg.id));
  const next = {
    ...volume,
    legs,
    ...vacancies(world, { ...volume, legs }),
    ...(retired.length > 0 ? { obsoleteLegs: [...(volume.obsoleteLegs ?? []), ...retired.map((leg) => obsolete(leg, world.now))] } : {}),
  };
  return {
    volume: isDeepStrictEqual(next, volume) ? volume : next,
    attachments: attachments.map((each) => withoutLegs(world, each, gone)),
  };
}

/** Who is gone with an epoch is missed like any other leg: its index is filled after the volume's rebuildDelay. */
function vacancies(world: VolumeWorld, { legs, spec, vacancies: before = [] }: VolumeDocument): Pick<VolumeDocument, 'vacancies'> {
  const vacant = isMirrored(spec.protection) ? vacantIndexes(legs) : [];
  if (vacant.length === 0 && before.length === 0) return {};
  return { vacancies: vacant.map((index) => before.find((each) => each.index === index) ?? { index, since: world.now }) };
}

const partnerOf = (legs: readonly LegDocument[], leg: LegDocument): LegDocument | undefined =>
  legs.find((each) => each.index === leg.index && each.id !== leg.id);

/** In the running array's own words: whoever takes over is in sync there, and the old one is not. */
function hasBeenReplaced(world: VolumeWorld, volume: VolumeDocument, leg: LegDocument): boolean {
  const successor = partnerOf(volume.legs, leg);
  if (roleOf(leg) === 'joining' || !successor || roleOf(successor) !== 'joining' || !successor.inSync) return false;
  const writer = holding(world).find((each) => each.mode === 'exclusive' && each.epoch === volume.epoch);
  const array = writer && clientWord(world, writer)?.observed.array;
  if (!array || array.uuid !== volume.array?.uuid) return false;
  const isActive = (legId: string) =>
    array.members.some((each) => each.legId === legId && each.flags.includes('in_sync') && !each.flags.includes('faulty'));
  return isActive(successor.id) && !isActive(leg.id);
}

function isGivenUp(world: VolumeWorld, volume: VolumeDocument, leg: LegDocument): boolean {
  if (roleOf(leg) !== 'joining' || leg.inSync || !leg.unhealthySince || !partnerOf(volume.legs, leg)) return false;
  const end = world.maintenanceEnd(leg.nodeId) ?? leg.unhealthySince;
  const lostMs = world.now.getTime() - Math.max(leg.unhealthySince.getTime(), end.getTime());
  return lostMs >= volume.spec.rebuildDelaySeconds * 1000 && isBad(legTruth(world, leg));
}

/** Without a partner of its index a leg leaves to nobody; and once in sync a joining one has joined. */
function settled(leg: LegDocument, left: readonly LegDocument[]): LegDocument {
  if (partnerOf(left, leg) || roleOf(leg) === 'member') return leg;
  if (roleOf(leg) === 'joining' && !leg.inSync) return leg;
  const { role, ...member } = leg;
  return member;
}

const obsolete = ({ role, ...leg }: LegDocument, now: Date): ObsoleteLegDocument => ({
  ...leg,
  inSync: false,
  desired: 'absent',
  state: 'deleting',
  since: now,
  why: 'replaced',
  fencedFrom: null,
});

function withoutLegs(world: VolumeWorld, attachment: AttachmentDocument, gone: ReadonlySet<string>): AttachmentDocument {
  if (attachment.desired !== 'attached' || attachment.revoked) return attachment;
  const exports = attachment.exports
    .filter((each) => !(each.leftOut && exportGone(world, attachment, each)))
    .map((each) => (gone.size === 0 ? each : exportWithout(each, gone)));
  return isDeepStrictEqual(exports, attachment.exports) ? attachment : { ...attachment, exports };
}

/** An export that has nothing left to export goes. A later detach does not wait for it: nothing of the present epoch is behind it. */
function exportWithout(exported: ExportDocument, gone: ReadonlySet<string>): ExportDocument {
  const namespaces = exported.namespaces.filter(({ legId }) => !gone.has(legId));
  if (namespaces.length === exported.namespaces.length) return exported;
  const lastNsid = Math.max(exported.lastNsid ?? 0, ...exported.namespaces.map(({ nsid }) => nsid));
  const left = { ...exported, namespaces, lastNsid };
  return namespaces.length > 0 ? left : { ...left, namespaces: exported.namespaces, desired: 'absent', leftOut: true };
}
