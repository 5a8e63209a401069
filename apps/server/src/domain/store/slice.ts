import { isDeepStrictEqual } from 'node:util';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { allLegs, type Booking, bookings, type VolumeDocument } from '../documents/volume.document.js';
import { attachmentOrders } from './orders/attachment-orders.js';
import { hasNewLegOrder, legOrders } from './orders/leg-orders.js';

/** The stored state of one volume: the volume and all its attachments. Null: there is no such volume. */
export interface Slice {
  volume: VolumeDocument | null;
  attachments: readonly AttachmentDocument[];
}

/** The slice of an existing volume. */
export interface VolumeSlice extends Slice {
  volume: VolumeDocument;
}

/** Live data (health, conditions, reports on legs) raises only the revision; data that people base decisions on raises the version too. */
export type ChangeKind = 'decision' | 'live';

export type Change<T> =
  | { change: 'insert'; after: T }
  | { change: 'update'; before: T; after: T; kind: ChangeKind }
  | { change: 'remove'; before: T };

/** Bytes of a drive, and of its pool. */
export type Reserved = Omit<Booking, 'driveId'>;

/** Writes that turn one slice into another. */
export interface Difference {
  volume: Change<VolumeDocument> | null;
  attachments: Change<AttachmentDocument>[];
  /** To reserve on drives, by drive id; negative: to release (S6). */
  reserved: Map<string, Reserved>;
  /** Nodes whose assignments may change; the hash of their content decides whether they do. */
  nodeIds: Set<string>;
}

export function difference(before: Slice, after: Slice): Difference {
  const volume = changeOf(before.volume ?? undefined, after.volume ?? undefined, kindOfVolume);
  const ids = new Set([...before.attachments, ...after.attachments].map(({ _id }) => _id));
  const attachments = [...ids].flatMap((id) => {
    const change = changeOf(byId(before.attachments, id), byId(after.attachments, id), kindOfAttachment);
    return change ? [change] : [];
  });
  return { volume, attachments, reserved: reservedBytes(before, after), nodeIds: touchedNodes(before, after, attachments) };
}

/**
 * Gives every new order the generation that its node's assignment has after the write that contains the order (S12).
 * @returns `after`, with the generations of the orders that are not in `before`.
 */
export function withOrders(before: Slice, after: Slice, generations: ReadonlyMap<string, number>): Slice {
  const { volume } = after;
  const legs = volume && legOrders(before.volume ?? { legs: [] }, volume, generations);
  return {
    volume: volume && legs ? { ...volume, ...legs } : volume,
    attachments: after.attachments.map((each) => {
      const earlier = byId(before.attachments, each._id);
      if (earlier && isDeepStrictEqual(earlier, each)) return each;
      const {
        exports,
        spec: { orderGeneration },
      } = attachmentOrders(earlier, each, generations);
      const same = orderGeneration === each.spec.orderGeneration && isDeepStrictEqual(exports, each.exports);
      return same ? each : { ...each, exports, spec: { ...each.spec, orderGeneration } };
    }),
  };
}

const byId = (all: readonly AttachmentDocument[], id: string) => all.find(({ _id }) => _id === id);

export function changeOf<T>(before: T | undefined, after: T | undefined, kindOf: (before: T, after: T) => ChangeKind): Change<T> | null {
  if (before === undefined) return after === undefined ? null : { change: 'insert', after };
  if (after === undefined) return { change: 'remove', before };
  return isDeepStrictEqual(before, after) ? null : { change: 'update', before, after, kind: kindOf(before, after) };
}

function kindOfVolume(before: VolumeDocument, after: VolumeDocument): ChangeKind {
  const decided = ({ spec, spec: { epoch, lastTenure }, status: { state } }: VolumeDocument) => [spec, state, epoch, lastTenure];
  return !isDeepStrictEqual(decided(before), decided(after)) || hasNewLegOrder(before, after) ? 'decision' : 'live';
}

function kindOfAttachment(before: AttachmentDocument, after: AttachmentDocument): ChangeKind {
  const decided = ({ spec: { desired, epoch, limits, revoked }, status: { state } }: AttachmentDocument) => [
    state,
    desired,
    epoch,
    limits,
    revoked?.targetsOff,
    revoked?.clientIsOff,
  ];
  return isDeepStrictEqual(decided(before), decided(after)) ? 'live' : 'decision';
}

/** Every leg of every epoch, and its cache, takes its bytes until its node reports it gone. */
function reservedBytes(before: Slice, after: Slice): Map<string, Reserved> {
  const sums = new Map<string, Reserved>();
  const add = (volume: VolumeDocument | null, sign: 1 | -1) => {
    for (const { driveId, bytes, thin } of (volume ? allLegs(volume) : []).flatMap(bookings)) {
      const sum = sums.get(driveId) ?? { bytes: 0, thin: { legs: 0, bytes: 0 } };
      const pool = { legs: sum.thin.legs + sign * thin.legs, bytes: sum.thin.bytes + sign * thin.bytes };
      sums.set(driveId, { bytes: sum.bytes + sign * bytes, thin: pool });
    }
  };
  add(after.volume, 1);
  add(before.volume, -1);
  return new Map([...sums].filter(([, { bytes, thin }]) => bytes !== 0 || thin.legs !== 0 || thin.bytes !== 0));
}

function touchedNodes(before: Slice, after: Slice, changed: readonly Change<AttachmentDocument>[]): Set<string> {
  const ids = new Set<string>();
  const addAttachment = ({ nodeId, exports }: AttachmentDocument) => {
    ids.add(nodeId);
    for (const each of exports) ids.add(each.nodeId);
  };
  for (const each of changed) {
    if (each.change !== 'insert') addAttachment(each.before);
    if (each.change !== 'remove') addAttachment(each.after);
  }
  if (isDeepStrictEqual(assigned(before.volume), assigned(after.volume))) return ids;
  for (const { volume, attachments } of [before, after]) {
    for (const { nodeId } of volume ? allLegs(volume) : []) ids.add(nodeId);
    attachments.forEach(addAttachment);
  }
  return ids;
}

/** A volume without the fields that no assignment contains. */
function assigned(volume: VolumeDocument | null) {
  if (!volume) return null;
  const { version, revision, updatedAt, spec, status, ...rest } = volume;
  const { lastTenure, checksumsAcknowledged, ...ordered } = spec;
  const { health, conditions, repairTurn, scrub, checksums, observedGeneration, ...known } = status;
  return [rest, ordered, known];
}
