import { isDeepStrictEqual } from 'node:util';
import { isMirrored } from '@weft/shared/kinds/volume';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import {
  type LegDocument,
  type LegSpec,
  type ObsoleteLegDocument,
  roleOf,
  type VolumeDocument,
  type VolumeStatus,
  vacantIndexes,
} from '../documents/volume.document.js';
import { clientReport, exportGone } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { isBad } from './assess-legs.js';
import { holding, legObservations } from './leg-observations.js';

/*
 * Scenarios of a leg that replaces another one:
 *
 * - md reports the new leg in sync and the old one no longer active: the new leg is the leg of its index. The old one is no longer exported, and
 *   its LV is ordered removed. Its bytes are free when its node reports it gone (S12), however long that takes.
 * - The new leg itself is lost for the rebuildDelay, not counting its node's maintenance: it is given up, the old leg stays, and repair tries again.
 * - One of the two legs left with an epoch: the other one stays alone.
 * - An index has no leg: the server records since when.
 * - A target reports that it no longer exports anything to a running client: the export is deleted.
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
    ...(retired.length > 0 ? { obsoleteLegs: [...(volume.obsoleteLegs ?? []), ...retired.map((leg) => obsolete(leg, world.now))] } : {}),
    status: { ...volume.status, ...vacancies(world, { ...volume, legs }) },
  };
  return {
    volume: isDeepStrictEqual(next, volume) ? volume : next,
    attachments: attachments.map((each) => withoutLegs(world, each, gone)),
  };
}

/** A leg that left with an epoch is replaced like any other: repair fills its index after the volume's rebuildDelay. */
function vacancies(
  world: VolumeWorld,
  { legs, spec, status: { vacancies: before = [] } }: VolumeDocument,
): Pick<VolumeStatus, 'vacancies'> {
  const vacant = isMirrored(spec.protection) ? vacantIndexes(spec, legs) : [];
  if (vacant.length === 0 && before.length === 0) return {};
  return { vacancies: vacant.map((index) => before.find((each) => each.index === index) ?? { index, since: world.now }) };
}

const partnerOf = (legs: readonly LegDocument[], leg: LegDocument): LegDocument | undefined =>
  legs.find((each) => each.index === leg.index && each.id !== leg.id);

/** By the report of the running array: the successor is in sync there, and the old leg is not. */
function hasBeenReplaced(world: VolumeWorld, volume: VolumeDocument, leg: LegDocument): boolean {
  const successor = partnerOf(volume.legs, leg);
  if (roleOf(leg) === 'joining' || !successor || roleOf(successor) !== 'joining' || !successor.status.inSync) return false;
  const writer = holding(world).find((each) => each.spec.mode === 'exclusive' && each.spec.epoch === volume.spec.epoch);
  const array = writer && clientReport(world, writer)?.observed.array;
  if (!array || array.uuid !== volume.array?.spec.uuid) return false;
  const isActive = (legId: string) =>
    array.members.some((each) => each.legId === legId && each.flags.includes('in_sync') && !each.flags.includes('faulty'));
  return isActive(successor.id) && !isActive(leg.id);
}

function isGivenUp(world: VolumeWorld, volume: VolumeDocument, leg: LegDocument): boolean {
  if (roleOf(leg) !== 'joining' || leg.status.inSync || !leg.status.unhealthySince || !partnerOf(volume.legs, leg)) return false;
  const end = world.maintenanceEnd(leg.nodeId) ?? leg.status.unhealthySince;
  const lostMs = world.now.getTime() - Math.max(leg.status.unhealthySince.getTime(), end.getTime());
  return lostMs >= volume.spec.rebuildDelaySeconds * 1000 && isBad(legObservations(world, leg));
}

/** A leg without a partner at its index becomes a plain member: nothing replaces a leaving one, and a joining one in sync has joined. */
function settled(leg: LegDocument, left: readonly LegDocument[]): LegDocument {
  if (partnerOf(left, leg) || roleOf(leg) === 'member') return leg;
  if (roleOf(leg) === 'joining' && !leg.status.inSync) return leg;
  return { ...leg, spec: withoutRole(leg) };
}

/** Absent: the leg is a member. */
function withoutRole({ spec: { role, ...spec } }: LegDocument): LegSpec {
  return spec;
}

const obsolete = (leg: LegDocument, now: Date): ObsoleteLegDocument => ({
  ...leg,
  spec: { ...withoutRole(leg), desired: 'absent', since: now, why: 'replaced' },
  status: { ...leg.status, inSync: false, state: 'deleting', fencedFrom: null },
});

function withoutLegs(world: VolumeWorld, attachment: AttachmentDocument, gone: ReadonlySet<string>): AttachmentDocument {
  if (attachment.spec.desired !== 'attached' || attachment.spec.revoked) return attachment;
  const exports = attachment.exports
    .filter((each) => !(each.spec.leftOut && exportGone(world, attachment, each)))
    .map((each) => (gone.size === 0 ? each : exportWithout(each, gone)));
  return isDeepStrictEqual(exports, attachment.exports) ? attachment : { ...attachment, exports };
}

/** Withdraws an export without remaining legs. A later detach does not wait for it, because it holds no leg of the present epoch. */
function exportWithout(exported: ExportDocument, gone: ReadonlySet<string>): ExportDocument {
  const namespaces = exported.spec.namespaces.filter(({ legId }) => !gone.has(legId));
  if (namespaces.length === exported.spec.namespaces.length) return exported;
  const lastNsid = Math.max(exported.spec.lastNsid ?? 0, ...exported.spec.namespaces.map(({ nsid }) => nsid));
  const left = { ...exported, spec: { ...exported.spec, namespaces, lastNsid } };
  return namespaces.length > 0
    ? left
    : { ...left, spec: { ...left.spec, namespaces: exported.spec.namespaces, desired: 'absent', leftOut: true } };
}
