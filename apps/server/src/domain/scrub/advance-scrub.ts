import { isMirrored } from '@weft/shared/kinds/volume';
import type { ScrubStatus } from '@weft/shared/messages/report';
import { isWithinHours } from '@weft/shared/messages/scrub';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { ScrubOrderDocument, ScrubResultDocument, ScrubStatusDocument, VolumeDocument } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { withMismatches } from './mismatches.js';
import { canScrub, reportOf, scrubbingAttachment } from './scrub-client.js';
import { scrubDueAt, scrubIntervalDays } from './scrub-facts.js';
import { countedSince, countsNow } from './scrub-halves.js';
import { newOrder, withOrder } from './scrub-requests.js';

/*
 * Scrubs of one mirrored volume:
 * - the schedule orders one when the interval since the last is over, the volume is whole and its client reachable; a client scrubs one volume at a time.
 * - the client reports it as begun: the time is stored, once.
 * - it reports it as done: the result is stored, and the order is over.
 * - a person has stopped it: over when its client no longer reports it.
 * - the volume is detached, moves, or starts a new epoch: interrupted. The schedule orders it again, from the beginning.
 */
/** @param volume after the other steps of the reconciler. */
export function advanceScrub(world: VolumeWorld, volume: VolumeDocument, attachments: readonly AttachmentDocument[]): VolumeDocument {
  if (!isMirrored(volume.spec.protection) || volume.status.state !== 'available') return volume;
  const isIdle = !volume.spec.scrub && scrubIntervalDays(volume, world.scrubs.scrubIntervalDays) === 0;
  if (isIdle) return volume;
  const stored = volume.status.scrub ?? notYet(volume, world);
  const order = volume.spec.scrub;
  const attachment = scrubbingAttachment({ volume, attachments });
  if (!order) return scheduled(world, withStatus(volume, stored), attachment);
  const report = reportOf(world, order);
  const isBefore = stored.startedAt === null && (report === undefined || report.state === 'waiting');
  const status = isBefore || !stored.checksumsBefore ? { ...stored, ...countsNow(isBefore ? volume : world.volume) } : stored;
  const known = withStatus(volume, status);
  if (attachment?._id !== order.attachmentId || !canScrub(world, attachment))
    return ended(known, order, status, report, 'interrupted', world.now);
  if (order.isStopping) return stillReported(world, order) ? known : ended(known, order, status, report, 'stopped', world.now);
  if (report?.state === 'done') return ended(known, order, status, report, 'completed', world.now);
  const hasBegun = report !== undefined && report.state !== 'waiting' && status.startedAt === null;
  return hasBegun ? withStatus(known, { ...status, startedAt: world.now }) : known;
}

function scheduled(world: VolumeWorld, volume: VolumeDocument, attachment: AttachmentDocument | undefined): VolumeDocument {
  const { now, scrubs } = world;
  const due = scrubDueAt(volume, scrubs.scrubIntervalDays);
  if (!due || due > now || !attachment || (scrubs.scrubHours && !isWithinHours(scrubs.scrubHours, now))) return volume;
  const isWhole = volume.status.health === 'healthy' && !volume.growth;
  if (!isWhole || world.isSilent(attachment.nodeId) || !canScrub(world, attachment)) return volume;
  return withOrder(volume, newOrder(now, 'check', null, attachment));
}

/** A client that does not report now may still carry it out. */
const stillReported = (world: VolumeWorld, order: ScrubOrderDocument): boolean =>
  reportOf(world, order) !== undefined || world.isSilent(order.client.id);

/** The first scrubs of all volumes are spread over an interval: they do not begin at once after an upgrade. */
function notYet({ _id }: VolumeDocument, { now, scrubs, volume }: VolumeWorld): ScrubStatusDocument {
  const share = Number.parseInt(_id.replaceAll('-', '').slice(0, 8), 16) / 2 ** 32;
  const spread = (Number.isFinite(share) ? share : 0) * scrubIntervalDays(volume, scrubs.scrubIntervalDays) * 86_400_000;
  return { countedFrom: new Date(now.getTime() - spread), startedAt: null, lastCompletedAt: null, last: null };
}

const withStatus = (volume: VolumeDocument, scrub: ScrubStatusDocument): VolumeDocument => ({
  ...volume,
  status: { ...volume.status, scrub },
});

type Outcome = NonNullable<ScrubStatusDocument['last']>['outcome'];

function ended(
  volume: VolumeDocument,
  { orderedAt, orderedBy, action, client, reached }: ScrubOrderDocument,
  status: ScrubStatusDocument,
  report: ScrubStatus | undefined,
  outcome: Outcome,
  now: Date,
): VolumeDocument {
  const { checkedBytes = 0, totalBytes = 0, mismatchBytes = 0 } = report ?? reached ?? {};
  const hasBegun = status.startedAt !== null || outcome === 'completed';
  const { halves, counting } = hasBegun ? countedSince(volume, status.checksumsBefore, now) : {};
  const last: ScrubResultDocument = {
    ...{ action, origin: orderedBy === null ? 'schedule' : 'person', orderedBy, orderedAt, outcome, client },
    // A short one is over before its begin is reported.
    startedAt: status.startedAt ?? (outcome === 'completed' ? orderedAt : null),
    ...{ endedAt: now, checkedBytes, totalBytes, mismatchBytes, ...(halves && { halves }) },
  };
  const isComplete = outcome === 'completed';
  const next = {
    // After a stop, the schedule does not begin it again at once.
    countedFrom: isComplete || outcome === 'stopped' ? now : status.countedFrom,
    ...{ startedAt: null, lastCompletedAt: isComplete ? now : status.lastCompletedAt, last, ...(counting && { counting }) },
  };
  return withOrder(withMismatches({ ...volume, status: { ...volume.status, scrub: next } }, last, now), null);
}
