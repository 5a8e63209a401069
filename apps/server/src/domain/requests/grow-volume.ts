import { DomainError } from '@weft/shared/errors/domain-error';
import { nodeRef } from '@weft/shared/text/references';
import { withExport } from '../attachment/exports.js';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import { isInForce, shown } from '../documents/maintenance.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';
import { nodeOf, volumeOf } from '../documents/references.js';
import { emptyThin, isAppended, type LegDocument, type VolumeDocument } from '../documents/volume.document.js';
import type { Candidates } from '../placement/candidates.js';
import { type GrowthDrive, planGrowth } from '../placement/growth.js';
import { requireNoCopying, requireNoSnapshot } from '../snapshot/snapshot-checks.js';

/** Input of a growth besides its volume and its attachments. */
export interface GrowSurroundings {
  /** Drives of its legs, by id. */
  drives: ReadonlyMap<string, GrowthDrive>;
  /** Drives that can take new legs and that every client of the volume reaches. */
  elsewhere: Candidates;
  /** Nodes of its legs. */
  nodes: readonly Part<NodeDocument, '_id' | 'name' | 'spec.maintenance'>[];
  now: Date;
  newId: () => string;
}

/**
 * The volume with larger legs ordered; clients see the new size when every leg is reported wiped (S2).
 * @throws DomainError when the volume cannot grow now.
 */
export function grownVolume(
  volume: VolumeDocument,
  toSizeBytes: number,
  attachments: readonly AttachmentDocument[],
  { drives, elsewhere, nodes, now, newId }: GrowSurroundings,
): VolumeDocument {
  requireNoSnapshot(volume);
  requireNoCopying(volume);
  const { legs: planned, growth } = planGrowth(volume, toSizeBytes, drives, elsewhere, newId);
  const known = new Set(volume.legs.map(({ id }) => id));
  const legs = volume.spec.provisioning === 'thin' ? planned.map((leg) => (known.has(leg.id) ? leg : emptyThin(leg))) : planned;
  const next = { ...volume, legs, growth, generation: volume.generation + 1 };
  if (legs.some((leg) => isAppended(next, leg))) checkNotLeaving(volume, attachments);
  const growing = new Set(volume.legs.filter((leg, at) => leg.spec.sizeBytes !== legs[at]?.spec.sizeBytes).map((leg) => leg.nodeId));
  checkNotInMaintenance(
    nodes.filter(({ _id }) => growing.has(_id)),
    now,
  );
  return next;
}

/**
 * A target exports a leg after it has wiped it (S2); the client connects when its assignment names the leg.
 * @param exportsOf exports of these legs alone, next to those that are planned already and not stored.
 * @returns the attachments with the exports of appended legs.
 */
export function withAppended(
  volume: VolumeDocument,
  attachments: readonly AttachmentDocument[],
  exportsOf: (attachment: AttachmentDocument, legs: readonly LegDocument[], unsaved: readonly ExportDocument[]) => ExportDocument[],
): AttachmentDocument[] {
  const appended = volume.legs.filter((leg) => isAppended(volume, leg));
  const next: AttachmentDocument[] = [];
  for (const each of attachments) {
    // One after the other: each plan has to see the service ids that earlier plans take.
    const unsaved = next.flatMap(({ exports }) => exports);
    const isRunning = each.spec.desired === 'attached' && appended.length > 0;
    next.push(isRunning ? { ...each, exports: exportsOf(each, appended, unsaved).reduce(withExport, each.exports) } : each);
  }
  return next;
}

function checkNotInMaintenance(nodes: GrowSurroundings['nodes'], now: Date): void {
  for (const {
    _id: id,
    name,
    spec: { maintenance },
  } of nodes)
    if (maintenance && isInForce(maintenance, now))
      throw new DomainError('growth-during-maintenance', { node: nodeRef(id, name), ...shown(maintenance) }, { field: 'sizeBytes' });
}

/** A client that refuses to detach keeps the volume, and would lack the legs that were added meanwhile. */
function checkNotLeaving(volume: VolumeDocument, attachments: readonly AttachmentDocument[]): void {
  const leaving = attachments.filter(({ status: { state } }) => state === 'detaching');
  if (leaving.length > 0) throw new DomainError('growth-during-detach', { volume: volumeOf(volume), clients: leaving.map(nodeOf) });
}
