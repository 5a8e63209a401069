import type { VolumeScrub } from '@weft/shared/kinds/scrub';
import { isMirrored } from '@weft/shared/kinds/volume';
import type { ScrubStatus } from '@weft/shared/messages/report';
import type { ScrubOrderDocument, VolumeDocument } from '../domain/documents/volume.document.js';
import { scrubDueAt } from '../domain/scrub/scrub-facts.js';
import type { Attached } from './volumes.repository.js';

/** The client's report on the present order. */
export interface ScrubReport {
  status: ScrubStatus;
  bytesPerSecond: number | null;
}

/** @param intervalDays the cluster's setting. @param report undefined: none, or not read. */
export function toScrub(
  volume: VolumeDocument,
  attachments: readonly Attached[],
  intervalDays: number,
  report: ScrubReport | undefined,
): VolumeScrub | null {
  if (!isMirrored(volume.spec.protection)) return null;
  const { spec, status } = volume;
  const { last = null, lastCompletedAt = null, startedAt = null } = status.scrub ?? {};
  return {
    current: spec.scrub
      ? {
          ...ordered(spec.scrub),
          startedAt: startedAt?.toISOString() ?? null,
          isStopping: spec.scrub.isStopping,
          progress: progressOf(report),
        }
      : null,
    last: last && {
      ...last,
      orderedAt: last.orderedAt.toISOString(),
      startedAt: last.startedAt?.toISOString() ?? null,
      endedAt: last.endedAt.toISOString(),
      halves: last.halves ?? null,
    },
    lastCompletedAt: lastCompletedAt?.toISOString() ?? null,
    nextAt: scrubDueAt(volume, intervalDays)?.toISOString() ?? null,
    waitsForAttachment: !attachments.some(({ isExclusive }) => isExclusive),
  };
}

const ordered = ({ action, orderedBy, orderedAt, client }: ScrubOrderDocument) => ({
  ...{ action, orderedBy, client, orderedAt: orderedAt.toISOString() },
  origin: orderedBy === null ? ('schedule' as const) : ('person' as const),
});

function progressOf(report: ScrubReport | undefined): NonNullable<VolumeScrub['current']>['progress'] {
  if (!report) return null;
  const { state, checkedBytes, totalBytes, mismatchBytes, reason } = report.status;
  return { state, checkedBytes, totalBytes, mismatchBytes, reason, bytesPerSecond: state === 'running' ? report.bytesPerSecond : null };
}
