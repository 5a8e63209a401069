import { isDeepStrictEqual } from 'node:util';
import { type NewCondition, withCondition } from '@weft/shared/kinds/common';
import type { JobReason } from '@weft/shared/kinds/job';
import { type AttachmentStatus, isUnread } from '@weft/shared/messages/report';
import { nodeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import { advanceCaches } from '../cache/advance-caches.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import {
  type ArrayDocument,
  allLegs,
  isAppended,
  type LegDocument,
  readyBytes,
  roleOf,
  type VolumeDocument,
} from '../documents/volume.document.js';
import { withChecksumErrors } from '../integrity/checksum-errors.js';
import { withCountedChecksums } from '../integrity/leg-checksums.js';
import { jobReason } from '../job-messages/job-message.js';
import { assessLeg, sinceReason } from '../legs/assess-legs.js';
import { whereItStands, withFailureDomain } from '../legs/failure-domain-spread.js';
import { advanceGrowth } from '../legs/grow.js';
import { advanceJoined } from '../legs/leg-replacement.js';
import { legsInSync } from '../legs/legs-in-sync.js';
import { advanceObsoleteLegs, startedEpoch } from '../legs/obsolete-legs.js';
import { advanceScrub } from '../scrub/advance-scrub.js';
import { withCountedHalves } from '../scrub/scrub-halves.js';
import { advanceRollBack } from '../snapshot/roll-back.js';
import { withOverdueSnapshot } from '../snapshot/schedule.js';
import { reported } from '../world/reported-message.js';
import { clientReport, legGone, legReady, legReport } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { withForeignHosts, withForeignHostsOf } from './foreign-hosts.js';
import { withLimits } from './limits-in-force.js';
import { advanceFence, forcedMoveGoesOn } from './revoke.js';
import { withUnauthenticated } from './unauthenticated.js';
import { withUnencrypted } from './unencrypted.js';
import { volumeHealth } from './volume-health.js';

/*
 * Scenarios; each is a step from the stored and reported state to the next stored state. Every step derives from the whole state, so a server
 * may be killed between any two of them:
 *
 * - A volume is creating until every leg is reported present and wiped; then it is available.
 * - The bytes of a leg that were once reported ready are recorded for good: its target may not create or zero them again.
 * - A volume is deleting until every leg is reported gone; then it is removed and its space is free.
 * - An attachment is attaching until its client reports the device; then it is attached.
 * - It is detaching until its client reports no trace of it; then its exports are withdrawn, and when every target reports no trace, it is removed.
 * - A client that refuses to detach (the device is open) has changed nothing: the attachment is desired again, and the job fails.
 * - The first report of a created array is recorded for good: no client may create it a second time.
 * - The server records which legs are in sync from the exclusive client's array: a mirror starts later only with all of them (S4, S11).
 * - Failure domains of legs follow the labels of their nodes: failure-domain-spread.ts.
 * - Steps for epochs, forced moves, growth, replacement, scrubs, caches and roll-backs: obsolete-legs.ts, revoke.ts, grow.ts, leg-replacement.ts,
 *   advance-scrub.ts, advance-caches.ts, roll-back.ts. Snapshots have a reconciler of their own: advance-set.ts.
 * - An attachment without re-attach is detached when its client has restarted.
 */

export interface Advance {
  volume: VolumeDocument;
  volumeRemoved: boolean;
  attachments: AttachmentDocument[];
  removedAttachmentIds: string[];
  /** Why the client refused to detach, by attachment id. */
  refusals: Map<string, JobReason>;
  /** When a present wait ends by time, which no report shows; null: no such wait. */
  lookAgainAt: Date | null;
}

export function advance(world: VolumeWorld): Advance {
  const refusals = new Map<string, JobReason>();
  const attachments: AttachmentDocument[] = [];
  const removedAttachmentIds: string[] = [];
  for (const attachment of world.attachments) {
    const next = advanceAttachment(world, attachment, refusals);
    if (next) attachments.push(next);
    else removedAttachmentIds.push(attachment._id);
  }
  const assessed = legsInSync(
    world,
    world.volume.legs.map((leg) => advanceLeg(world, whereItStands(world, leg))),
  ).map((leg) => assessLeg(world, leg));
  const legs = assessed.map(({ leg }) => leg);
  const { health, cause } = volumeHealth(world, assessed);
  const said = sinceReason(world.volume.status.conditions, { type: 'Healthy', ...cause }, world.now.toISOString());
  const conditions = withForeignHostsOf(attachments, world.now, withFailureDomain(world, legs, said));
  const started = startedEpoch(world);
  const array = started && withCreated(started, started.status.created || arrayReported(world));
  const obsoleteLegs = advanceObsoleteLegs(world);
  const settled = advanceVolume(world, { ...world.volume, legs, array, status: { ...world.volume.status, health, conditions } });
  const grown = advanceGrowth(world, obsoleteLegs ? { ...settled, obsoleteLegs } : settled, attachments);
  const joined = advanceJoined(world, grown.volume, grown.attachments);
  const counted = withCountedChecksums(world, joined.volume);
  const scrubbed = withCountedHalves(world, advanceScrub(world, counted, joined.attachments));
  const rolledBack = advanceRollBack(world, scrubbed);
  const volume = withOverdueSnapshot(world, withChecksumErrors(world, advanceCaches(world, rolledBack)));
  const volumeRemoved = world.volume.status.state === 'deleting' && allLegs(world.volume).every((leg) => legGone(world, leg));
  return {
    volume: isDeepStrictEqual(volume, world.volume) ? world.volume : volume,
    volumeRemoved,
    attachments: joined.attachments,
    removedAttachmentIds,
    refusals,
    lookAgainAt: earliest([
      ...joined.attachments.map((each) => forcedMoveGoesOn(world, each)),
      volume.status.scrub?.counting?.until ?? null,
    ]),
  };
}

/** The earliest of these times; null: none. */
export function earliest(dates: readonly (Date | null)[]): Date | null {
  const [first] = dates.filter((each) => each !== null).sort((a, b) => a.getTime() - b.getTime());
  return first ?? null;
}

function advanceLeg(world: VolumeWorld, leg: LegDocument): LegDocument {
  if (leg.spec.desired === 'absent') return leg;
  const ready = legReady(world, leg);
  const isNew = world.volume.status.state === 'creating' || roleOf(leg) === 'joining' || isAppended(world.volume, leg);
  const state = ready ? 'ready' : isNew ? 'creating' : 'unknown';
  const last = world.lastReport(leg.nodeId, 'leg', leg.id);
  const reason = last?.reason;
  const silent = world.isSilent(leg.nodeId);
  const unread = last !== undefined && isUnread(last);
  const node = nodeRef(leg.nodeId, leg.nodeName);
  const message = silent
    ? said('node-silent', { node })
    : ready
      ? said('leg-ready', { node }, 'reported')
      : reason
        ? said('agent-report', reported(reason).params, reason.code)
        : said('not-reported', { node });
  const status = silent || unread ? ('unknown' as const) : ready ? ('true' as const) : ('false' as const);
  const present: NewCondition = { type: 'Present', status, ...message };
  return {
    ...(ready ? withReadyBytes(world, leg) : leg),
    status: {
      ...(ready ? withReadyBytes(world, leg) : leg).status,
      state: silent ? 'unknown' : state,
      conditions: withCondition(leg.status.conditions, present, world.now.toISOString()),
    },
  };
}

/** Stored with the first report that the leg is ready, and for good: from then on its target neither creates nor zeroes these bytes. */
function withReadyBytes(world: VolumeWorld, leg: LegDocument): LegDocument {
  const reported = Math.min(legReport(world, leg)?.observed.sizeBytes ?? 0, leg.spec.sizeBytes);
  return { ...leg, status: { ...leg.status, readyBytes: Math.max(readyBytes(world.volume, leg), reported) } };
}

/** From then on its legs carry its own UUID, and those that they had as copies are of no use. */
function withCreated(array: ArrayDocument, created: boolean): ArrayDocument {
  if (!created || !array.status.copiedFrom) return { ...array, status: { ...array.status, created } };
  const { copiedFrom, ...status } = array.status;
  return { ...array, status: { ...status, created } };
}

const arrayReported = (world: VolumeWorld): boolean =>
  world.attachments.some(
    (attachment) =>
      attachment.spec.epoch === world.volume.spec.epoch &&
      world.lastReport(attachment.nodeId, 'attachment', attachment._id)?.observed.arrayCreated === true,
  );

function advanceVolume(world: VolumeWorld, volume: VolumeDocument): VolumeDocument {
  if (volume.spec.snapshot?.isPending) return volume;
  if (volume.status.state === 'creating' && volume.legs.every((leg) => legReady(world, leg)))
    return { ...volume, status: { ...volume.status, state: 'available', observedGeneration: volume.generation } };
  return volume;
}

/** Reasons that leave the device usable: a missing path; a leg that md does not take back or grow. Repair replaces it only during use. */
const USABLE = ['path-missing', 'leg-not-taken', 'array-not-whole', 'leg-not-grown'];

/** @returns the next attachment; null when nothing is left of it. */
function advanceAttachment(
  world: VolumeWorld,
  attachment: AttachmentDocument,
  refusals: Map<string, JobReason>,
): AttachmentDocument | null {
  if (attachment.status.state === 'unexporting' || attachment.status.state === 'revoking' || attachment.status.state === 'revoked')
    return advanceFence(world, attachment);
  const report = clientReport(world, attachment);
  if (attachment.status.state === 'detaching') {
    if (report?.state === 'refused') {
      refusals.set(attachment._id, report.reason ?? refusedUnexplained(attachment));
      return {
        ...attachment,
        generation: attachment.generation + 1,
        spec: { ...attachment.spec, desired: 'attached' },
        status: { ...attachment.status, state: report.observed.available ? 'attached' : 'attaching' },
      };
    }
    if (report?.state === 'done' && !report.observed.present)
      return {
        ...attachment,
        exports: attachment.exports.map((exported) => ({ ...exported, spec: { ...exported.spec, desired: 'absent' } })),
        status: { ...attachment.status, state: 'unexporting' },
      };
    return attachment;
  }
  const bootId = world.nodes.get(attachment.nodeId)?.status.bootId;
  if (!attachment.spec.reattach && bootId && attachment.spec.bootId && bootId !== attachment.spec.bootId)
    return {
      ...attachment,
      generation: attachment.generation + 1,
      spec: { ...attachment.spec, desired: 'detached' },
      status: { ...attachment.status, state: 'detaching' },
    };
  // Reasons in `USABLE` do not block the device; the attachment still shows them.
  const available = report?.observed.available && (report.state === 'done' || USABLE.includes(report.reason?.code ?? ''));
  const reported = withCondition(attachment.status.conditions, availability(world, attachment, report), world.now.toISOString());
  const conditions = [withForeignHosts, withUnauthenticated, withUnencrypted, withLimits].reduce(
    (so, next) => next(world, attachment, so),
    reported,
  );
  const next: AttachmentDocument = { ...attachment, status: { ...attachment.status, conditions } };
  const settled = available
    ? { ...next, status: { ...next.status, state: 'attached' as const, observedGeneration: attachment.generation } }
    : next;
  return isDeepStrictEqual(settled, attachment) ? attachment : settled;
}

const refusedUnexplained = ({ nodeId, nodeName }: AttachmentDocument): JobReason =>
  jobReason('unexplained', { node: nodeRef(nodeId, nodeName), state: 'refused' }, 'refused');

function availability(world: VolumeWorld, attachment: AttachmentDocument, report: AttachmentStatus | undefined): NewCondition {
  const type = 'Available';
  const node = nodeRef(attachment.nodeId, attachment.nodeName);
  if (world.isSilent(attachment.nodeId)) return { type, status: 'unknown', ...said('node-silent', { node }) };
  if (!report) return { type, status: 'unknown', ...said('attachment-not-reported', { node }, 'not-reported') };
  const { observed, reason, state } = report;
  if (observed.available) return { type, status: 'true', ...said('device-there', { device: observed.device ?? undefined }, 'reported') };
  if (reason) return { type, status: 'false', ...said('agent-report', reported(reason).params, reason.code) };
  return { type, status: 'false', ...said('node-works-on-it', { node }, state) };
}
