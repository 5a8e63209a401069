import type { AttachmentStatus } from '@weft/shared/messages/report';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import type { LegDocument } from '../documents/volume.document.js';
import type { VolumeWorld } from './volume-world.js';

/* Facts about single objects, from agents' statuses that count (S12). */

export function legReady(world: VolumeWorld, leg: LegDocument): boolean {
  const report = legReport(world, leg);
  return report?.state === 'done' && report.observed.present && report.observed.wiped;
}

/** Wiped over its whole ordered size (S2). */
export const legGrown = (world: VolumeWorld, leg: LegDocument): boolean =>
  legReady(world, leg) && (legReport(world, leg)?.observed.sizeBytes ?? 0) >= leg.spec.sizeBytes;

export function legGone(world: VolumeWorld, leg: LegDocument): boolean {
  const report = legReport(world, leg);
  return leg.spec.desired === 'absent' && report?.state === 'done' && !report.observed.present;
}

export const legReport = (world: VolumeWorld, leg: LegDocument) => world.report(leg.nodeId, 'leg', leg.id, leg.spec.orderGeneration);

export const clientReport = (world: VolumeWorld, attachment: AttachmentDocument): AttachmentStatus | undefined =>
  world.report(attachment.nodeId, 'attachment', attachment._id, attachment.spec.orderGeneration);

/**
 * Whether the client has reported, after the order, that it no longer reaches any leg: it has no path and no array, and creates none. A device
 * that a process has open may remain.
 */
export function letGo(report: AttachmentStatus | undefined): boolean {
  if (!report || report.state === 'working') return false;
  const { array, paths } = report.observed;
  return (array === null || array.state === 'clear') && paths.every(({ controllerState }) => controllerState === null);
}

export const exportGone = (world: VolumeWorld, attachment: AttachmentDocument, exported: ExportDocument): boolean => {
  const report = world.report(exported.nodeId, 'export', attachment._id, exported.spec.orderGeneration);
  return exported.status.gone === true || (exported.spec.desired === 'absent' && report?.state === 'done' && !report.observed.present);
};
