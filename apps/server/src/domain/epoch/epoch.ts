import { randomUUID } from 'node:crypto';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import { legOnNode, volumeOf } from '../documents/references.js';
import { type LegDocument, type ObsoleteLegDocument, roleOf, setsOf, type VolumeDocument } from '../documents/volume.document.js';

/*
 * A new epoch of a mirrored volume (S4): some of its legs are given up, and the others continue with another history. Scenarios:
 *
 * - Leg A was lost, writes went to B, B is unreachable: B is given up. A, which was not in sync, is the base of the new epoch.
 * - Both were in sync at the last report, B is unreachable: B is given up, A continues.
 * - A forced move left out B's target: B leaves, A continues. B is removed once its target confirms the fence, unless its loss had to be accepted.
 *
 * A leg that is neither in sync nor a base leaves too: it needs a full rebuild anyway, and a leg of an older epoch is never added again.
 *
 * - Three halves: A was lost, writes went to B and C; B was lost, writes went to C; C is unreachable: giving up C alone is refused, because A and B missed
 *   different writes, and no report tells which one missed fewer. The administrator gives up one of them too.
 *
 * - A was lost, writes went to B, B is unreachable, and another mirror set of the raid10 has a leg with all writes: refused. That leg records A as failed, and
 *   mdadm starts A next to it only by force, whatever is accepted. Allowed if all sets lost the same node: A's node had a leg of each, and they left together.
 */

/** The legs that would remain, and the sets that keep no in-sync leg. @throws DomainError when a set would have no leg with data. */
function remaining(volume: VolumeDocument, givenUp: ReadonlySet<string>): { base: LegDocument[]; lostSets: Set<number> } {
  const setOf = setsOf(volume.spec);
  const base: LegDocument[] = [];
  const lostSets = new Set<number>();
  for (const set of new Set(volume.legs.map(setOf))) {
    const left = volume.legs.filter((leg) => setOf(leg) === set && !givenUp.has(leg.id) && leg.spec.desired === 'present');
    const inSync = left.filter((leg) => leg.status.inSync);
    if (inSync.length > 0) {
      base.push(...inSync);
      continue;
    }
    const [whole, ...alike] = left.filter((leg) => !isCopy(leg));
    if (whole && alike.length > 0)
      throw new DomainError('stale-halves', { volume: volumeOf(volume), mirrorSet: set, legs: [whole, ...alike].map(legOnNode) });
    if (!whole)
      throw new DomainError('mirror-set-without-data', {
        volume: volumeOf(volume),
        mirrorSet: set,
        legs: volume.legs.filter((leg) => setOf(leg) === set).map(legOnNode),
      });
    base.push(whole);
    lostSets.add(set);
  }
  checkOneHistory(volume, base, lostSets);
  return { base, lostSets };
}

/** Remaining legs must agree on failed legs: mdadm omits older legs and those that the freshest one records as failed (super_1_validate, drivers/md/md.c). */
function checkOneHistory(volume: VolumeDocument, base: readonly LegDocument[], lostSets: ReadonlySet<number>): void {
  const setOf = setsOf(volume.spec);
  const stale = base.filter((leg) => lostSets.has(setOf(leg)));
  const leftTogether = stale.length === base.length && new Set(stale.map((leg) => leg.nodeId)).size === 1;
  if (stale.length === 0 || leftTogether) return;
  const lost = volume.legs.filter((leg) => lostSets.has(setOf(leg)) && !base.includes(leg));
  throw new DomainError('array-needs-force', {
    volume: volumeOf(volume),
    mirrorSets: [...lostSets].map(String),
    staleLegs: stale.map(legOnNode),
    lostLegs: lost.map(legOnNode),
  });
}

/** Why a volume cannot continue without these legs, even if their loss is accepted; null: it can. */
export function whyNotWithout(volume: VolumeDocument, givenUp: ReadonlySet<string>): string | null {
  try {
    remaining(volume, givenUp);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

/** md has not finished the rebuild of a joining leg, so it holds only a part of the data. */
const isCopy = (leg: LegDocument): boolean => roleOf(leg) === 'joining';

/** Given-up legs that were in sync, in sets that keep no in-sync leg. */
export function lossOf(volume: VolumeDocument, givenUp: ReadonlySet<string>): LegDocument[] {
  const { lostSets } = remaining(volume, givenUp);
  const setOf = setsOf(volume.spec);
  return volume.legs.filter((leg) => givenUp.has(leg.id) && leg.status.inSync && lostSets.has(setOf(leg)));
}

export interface EpochChange {
  givenUp: ReadonlySet<string>;
  now: Date;
  /** The revoked attachment, if a forced move is the cause. */
  revokedAttachmentId: string | null;
  /** With a forced move: legs that are kept, because the loss of their data was accepted explicitly. Absent: the legs of `lossOf`. */
  accepted?: ReadonlySet<string>;
}

/**
 * The volume and its attachments in the new epoch.
 * @param attachments all of the volume; those that own it continue in the new epoch, without the legs that left.
 */
export function newEpoch(
  volume: VolumeDocument,
  attachments: readonly AttachmentDocument[],
  { givenUp, now, revokedAttachmentId, accepted }: EpochChange,
): { volume: VolumeDocument; attachments: AttachmentDocument[] } {
  if (!volume.array) throw new DomainError('volume-not-mirrored', { volume: volumeOf(volume), protection: volume.spec.protection });
  if (!volume.array.status.created) throw new DomainError('volume-never-written', { volume: volumeOf(volume) });
  const { base } = remaining(volume, givenUp);
  const kept = accepted ?? new Set(lossOf(volume, givenUp).map((leg) => leg.id));
  const epoch = volume.spec.epoch + 1;
  const staying = new Set(base.map((leg) => leg.id));
  const leaving = volume.legs.filter((leg) => !staying.has(leg.id) && leg.spec.desired === 'present');
  const obsolete = leaving.map((leg): ObsoleteLegDocument => {
    const lost = revokedAttachmentId === null || kept.has(leg.id);
    const exporter = attachments.find((each) =>
      each.exports.some(({ spec: { namespaces } }) => namespaces.some(({ legId }) => legId === leg.id)),
    );
    return {
      ...leg,
      spec: { ...leg.spec, since: now, why: lost ? 'loss-accepted' : 'fence-pending' },
      status: { ...leg.status, inSync: false, fencedFrom: exporter?._id ?? null },
    };
  });
  return {
    volume: {
      ...volume,
      generation: volume.generation + 1,
      legs: volume.legs
        .filter((leg) => !leaving.includes(leg))
        .map((leg) => (staying.has(leg.id) ? { ...leg, spec: { ...leg.spec, epoch }, status: { ...leg.status, inSync: true } } : leg)),
      obsoleteLegs: [...(volume.obsoleteLegs ?? []), ...obsolete],
      array: nextArray(volume.array),
      spec: { ...volume.spec, epoch },
    },
    attachments: attachments.map((each) =>
      each.status.fenced || each.spec.revoked ? each : inEpoch(each, epoch, new Set(leaving.map((leg) => leg.id))),
    ),
  };
}

/** Keeps the UUID of an epoch that no client reported running: its legs carry this UUID or still the previous one. */
const nextArray = (array: NonNullable<VolumeDocument['array']>) =>
  array.status.previousUuid
    ? array
    : { ...array, spec: { ...array.spec, uuid: randomUUID() }, status: { ...array.status, previousUuid: array.spec.uuid } };

function inEpoch(attachment: AttachmentDocument, epoch: number, left: ReadonlySet<string>): AttachmentDocument {
  return {
    ...attachment,
    generation: attachment.generation + 1,
    exports: attachment.exports.map((each) => without(each, left)),
    spec: { ...attachment.spec, epoch },
  };
}

/** Withdraws an export without remaining legs. Nothing waits for it, because its legs are of an older epoch. */
function without(exported: ExportDocument, left: ReadonlySet<string>): ExportDocument {
  const namespaces = exported.spec.namespaces.filter(({ legId }) => !left.has(legId));
  if (namespaces.length === exported.spec.namespaces.length) return exported;
  return namespaces.length > 0
    ? { ...exported, spec: { ...exported.spec, namespaces } }
    : { ...exported, spec: { ...exported.spec, desired: 'absent', leftOut: true } };
}
