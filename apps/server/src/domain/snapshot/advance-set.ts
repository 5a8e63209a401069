import type { JobReason } from '@weft/shared/kinds/job';
import type { MessageReference } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { SnapshotSetDocument } from '../documents/snapshot-set.document.js';
import { type LegDocument, removed, type VolumeDocument } from '../documents/volume.document.js';
import { jobReason, messageOfReason, reasonFrom } from '../job-messages/job-message.js';
import { legsInSync } from '../legs/legs-in-sync.js';
import { clientReport, legReport } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Snapshots at one moment, step by step (the table of docs/decisions/thin-legs.md). Each step derives from the stored set and the last reports, so a server may be
 * killed between any two of them:
 *
 * - preparing: each target has recorded the legs. Then the client gets the order to hold.
 * - holding: the client reports every volume held. Then the targets get the order to copy. What is in sync is taken from the report that says held.
 * - taking: each target reports its legs made. Then the client gets the order to let go. Without a client this is the first phase, and the last one.
 * - releasing: the client reports that it held all volumes from before the first copy until after the last: now it is a snapshot.
 * - Anything else, and each bound that is over: the snapshots are deleted. A client that may hold the volumes gets the order to let go, and the set stays until it
 *   has reported, or for OUT_MS.
 */

/** For the records of the legs, which takes most of the time; nothing is held meanwhile. */
export const PREPARED_WITHIN_MS = 60_000;
/** From the order on until the client has begun. */
export const BEGINS_WITHIN_MS = 20_000;
/** For volumes that no client holds. */
const COPIED_WITHIN_MS = 60_000;
/** The longest time that a client holds volumes. */
export const HELD_AT_MOST_MS = 10_000;
/** Reports of the client on its way. */
const REPORT_MS = 5000;
/** A client that does not report keeps a set that failed for this long: it has let the volumes go by then. */
export const OUT_MS = 600_000;

/** What a step reads. */
export interface SetWorld {
  set: SnapshotSetDocument;
  /** The volumes, in the order of the members. Null: it was deleted. */
  origins: readonly (VolumeWorld | null)[];
  /** The snapshots, in the same order. */
  copies: readonly (VolumeWorld | null)[];
  now: Date;
}

/** What a step stores. */
export interface SetStep {
  /** Null: it has ended. */
  set: SnapshotSetDocument | null;
  /** Changed volumes: snapshots, and the volumes that they are of. */
  volumes: VolumeDocument[];
  /** When to look again without a report. */
  lookAgainAt: Date | null;
}

export function advanceSet(world: SetWorld): SetStep {
  const { set, now } = world;
  if (set.status.failure) return afterFailure(world, set);
  const failure = failureOf(world);
  if (failure) return fail(world, failure);
  const { phase } = set.status;
  if (phase === 'preparing' && allLegs(world).every((leg) => stateOf(leg) !== 'none'))
    return moved(world, { phase: 'holding', notAfter: later(now, BEGINS_WITHIN_MS) }, []);
  if (phase === 'holding' && freezes(world).every((freeze) => freeze?.state === 'held'))
    return moved(
      world,
      { phase: 'taking', takenAt: now },
      copiesOf(world).map((copy) => taken(world, copy)),
    );
  if (phase === 'taking' && allLegs(world).every((leg) => stateOf(leg) === 'made'))
    return set.spec.client ? moved(world, { phase: 'releasing' }, []) : succeeded(world, null);
  if (phase === 'releasing' && freezes(world).every((freeze) => freeze?.state === 'released'))
    return succeeded(world, longestOf(freezes(world).map((freeze) => freeze?.heldMs ?? null)));
  return { set, volumes: [], lookAgainAt: boundOf(set) };
}

const later = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

const copiesOf = ({ copies }: SetWorld): VolumeWorld[] => copies.filter((each) => each !== null);

interface SetLeg {
  world: VolumeWorld;
  leg: LegDocument;
}
const allLegs = (world: SetWorld): SetLeg[] => copiesOf(world).flatMap((copy) => copy.volume.legs.map((leg) => ({ world: copy, leg })));

/** By the report on the last order only: an earlier one is of another order. */
const stateOf = ({ world, leg }: SetLeg) => legReport(world, leg)?.observed.thin?.state ?? 'none';

/** The attachments of the set that still exist, by the order of their ids. */
function attachments({ set, origins }: SetWorld): { world: VolumeWorld; attachment: AttachmentDocument }[] {
  return origins.flatMap((world) =>
    world ? world.attachments.filter(({ _id }) => set.spec.attachmentIds.includes(_id)).map((attachment) => ({ world, attachment })) : [],
  );
}

/** What the client reports of this order for each attachment. Undefined: nothing yet, or the attachment is gone. */
function freezes(world: SetWorld) {
  const { set } = world;
  const found = attachments(world);
  return set.spec.attachmentIds.map((id) => {
    const of = found.find(({ attachment }) => attachment._id === id);
    const freeze = of && clientReport(of.world, of.attachment)?.observed.freeze;
    return freeze?.id === set._id ? freeze : undefined;
  });
}

/** Why there will be no snapshot; null: nothing speaks against it yet. */
function failureOf(world: SetWorld): JobReason | null {
  const { set, now } = world;
  const { client, attachmentIds, boundMs } = set.spec;
  const { phase } = set.status;
  const isOver = now >= boundOf(set);
  const missing = namesOf(allLegs(world).filter((leg) => (phase === 'preparing' ? stateOf(leg) === 'none' : stateOf(leg) !== 'made')));
  if (phase === 'preparing')
    return isOver ? jobReason('snapshot-not-prepared', { targets: missing, seconds: PREPARED_WITHIN_MS / 1000 }) : null;
  if (!client) return isOver ? jobReason('snapshot-not-copied', { targets: missing, milliseconds: COPIED_WITHIN_MS }) : null;
  const named = nodeRef(client.id, client.name);
  const expired = freezes(world).find((freeze) => freeze?.state === 'expired');
  if (expired)
    return expired.reason
      ? jobReason('snapshot-let-go', {
          client: named,
          reason: messageOfReason(reasonFrom({ ...expired.reason, reason: expired.reason.code })),
        })
      : jobReason('snapshot-client-gone', { client: named });
  if (attachments(world).length < attachmentIds.length) return jobReason('snapshot-client-gone', { client: named });
  if (!isOver) return null;
  if (phase === 'holding') return jobReason('snapshot-not-held', { client: named, seconds: BEGINS_WITHIN_MS / 1000 });
  if (phase === 'taking') return jobReason('snapshot-not-copied', { targets: missing, milliseconds: boundMs });
  return jobReason('snapshot-client-gone', { client: named });
}

function namesOf(legs: readonly SetLeg[]): MessageReference[] {
  const names = new Map(legs.map(({ leg }) => [leg.nodeId, nodeRef(leg.nodeId, leg.nodeName)]));
  return [...names.values()];
}

/** When the present phase has to be over. */
function boundOf({ spec: { client, boundMs }, status: { phase, phaseSince, failure } }: SnapshotSetDocument): Date {
  if (failure) return later(phaseSince, OUT_MS);
  if (phase === 'preparing') return later(phaseSince, PREPARED_WITHIN_MS);
  if (phase === 'holding') return later(phaseSince, BEGINS_WITHIN_MS + REPORT_MS);
  if (phase === 'taking') return later(phaseSince, client ? boundMs + REPORT_MS : COPIED_WITHIN_MS);
  // It held until the order came. What it reports, it reports when it is back.
  return later(phaseSince, OUT_MS);
}

function moved(world: SetWorld, status: Partial<SnapshotSetDocument['status']>, volumes: VolumeDocument[]): SetStep {
  const { set, now } = world;
  const next = { ...set, status: { ...set.status, phaseSince: now, ...status } };
  return { set: next, volumes, lookAgainAt: boundOf(next) };
}

/** The snapshot whose legs are ordered to be copied. Its legs are in sync as the volume's are at this moment. */
function taken({ set, origins }: SetWorld, { volume }: VolumeWorld): VolumeDocument {
  const at = set.spec.members.findIndex(({ snapshotId }) => snapshotId === volume._id);
  const origin = origins[at];
  const inSync = new Map((origin ? legsInSync(origin, origin.volume.legs) : []).map((leg) => [leg.id, leg.status.inSync]));
  return {
    ...volume,
    legs: volume.legs.map((leg) => {
      const { thin } = leg.spec;
      if (!thin) return leg;
      const isInSync = inSync.get(thin.originLegId ?? '') ?? leg.status.inSync;
      return { ...leg, spec: { ...leg.spec, thin: { ...thin, order: 'take' } }, status: { ...leg.status, inSync: isInSync } };
    }),
  };
}

function succeeded(world: SetWorld, heldMs: number | null): SetStep {
  const { set, now } = world;
  const takenAt = set.status.takenAt ?? now;
  const snapshots = copiesOf(world).map(({ volume }) => ({
    ...volume,
    spec: { ...volume.spec, ...(volume.spec.snapshot && { snapshot: { ...volume.spec.snapshot, isPending: false, takenAt, heldMs } }) },
  }));
  return { set: null, volumes: [...snapshots, ...released(world, takenAt)], lookAgainAt: null };
}

/** All are held together; null: unknown. */
const longestOf = (held: readonly (number | null)[]): number | null => {
  const known = held.filter((each) => each !== null);
  return known.length > 0 ? Math.max(...known) : null;
};

/** The volumes without the mark of the set. */
const released = ({ set, origins }: SetWorld, takenAt: Date | null = null): VolumeDocument[] =>
  origins.flatMap((origin) => {
    if (origin?.volume.spec.snapshotSetId !== set._id) return [];
    const { snapshotSetId, ...spec } = origin.volume.spec;
    return [{ ...origin.volume, spec, status: { ...origin.volume.status, ...tookAt(origin.volume, takenAt) } }];
  });

/** For the schedule. */
const tookAt = ({ status: { snapshots } }: VolumeDocument, takenAt: Date | null): Pick<VolumeDocument['status'], 'snapshots'> =>
  takenAt ? { snapshots: { ...snapshots, lastTakenAt: takenAt } } : {};

/** The snapshots go. A client that may hold the volumes lets them go. */
function fail(world: SetWorld, failure: JobReason): SetStep {
  const { set, now } = world;
  const deleted = copiesOf(world).map(({ volume }) => withFailure(volume, failure));
  if (!set.spec.client || set.status.phase === 'preparing')
    return { set: null, volumes: [...deleted, ...released(world)], lookAgainAt: null };
  const next: SnapshotSetDocument = { ...set, status: { ...set.status, phase: 'releasing', phaseSince: now, failure } };
  return { set: next, volumes: deleted, lookAgainAt: boundOf(next) };
}

const withFailure = (volume: VolumeDocument, failure: JobReason): VolumeDocument => ({
  ...volume,
  legs: volume.legs.map(removed),
  generation: volume.generation + 1,
  spec: { ...volume.spec, ...(volume.spec.snapshot && { snapshot: { ...volume.spec.snapshot, failure } }) },
  status: { ...volume.status, state: 'deleting' },
});

function afterFailure(world: SetWorld, set: SnapshotSetDocument): SetStep {
  const known = new Set(attachments(world).map(({ attachment }) => attachment._id));
  const isOut = set.spec.attachmentIds.every((id, at) => {
    const state = freezes(world)[at]?.state;
    return !known.has(id) || state === 'released' || state === 'expired';
  });
  if (isOut || world.now >= boundOf(set)) return { set: null, volumes: released(world), lookAgainAt: null };
  return { set, volumes: [], lookAgainAt: boundOf(set) };
}
