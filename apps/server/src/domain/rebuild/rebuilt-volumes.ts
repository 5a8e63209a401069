import type { VolumeCache } from '@weft/shared/cache/volume-cache';
import { parseMdHolder } from '@weft/shared/identity';
import { isMirrored, type Protection } from '@weft/shared/kinds/volume';
import type { LegLabel } from '@weft/shared/labels/leg-label';
import type { LegAssignment } from '@weft/shared/messages/assignment';
import type { NodeDescription } from '@weft/shared/messages/node-description';
import { arrayIds, arrayUuids, hasArrayPerSet } from '@weft/shared/mirrors/mirror-set-arrays';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import {
  type ArrayDocument,
  type LegCacheDocument,
  type LegDocument,
  type ObsoleteLegDocument,
  setsOf,
  type VolumeDocument,
} from '../documents/volume.document.js';
import type { FoundLeg, Sources } from './sources.js';

export interface Made<D> {
  document: D | null;
  notes: Message[];
}

/**
 * Legs that were in sync, by the ledger of the client that started the array last: the superblocks name its attachment. Null: no ledger is of it. The list of
 * an earlier client is older, and could call a leg whole that missed writes since (S11).
 */
function inSyncOf(volumeId: string, label: LegLabel, legs: readonly FoundLeg[], { nodes }: Sources): ReadonlySet<string> | null {
  const holders = legs.flatMap(({ superblock }) => parseMdHolder(superblock?.name ?? '') ?? []);
  const [last] = holders.sort((a, b) => b.tenure - a.tenure);
  const places = legs.map((leg) => leg.label);
  const wanted = arrayIds(volumeId, { ...shapeOf(label), uuid: label.array ?? '' }, places);
  const facts = wanted.flatMap(
    ({ id, uuid }) =>
      nodes
        .filter(({ factsLost }) => !factsLost)
        .flatMap(({ arrays }) => arrays[id] ?? [])
        .find((fact) => fact.uuid === uuid && last !== undefined && fact.attachmentId.replaceAll('-', '').endsWith(last.attachment)) ?? [],
  );
  return facts.length === wanted.length ? new Set(facts.flatMap(({ inSyncLegs }) => inSyncLegs)) : null;
}

const shapeOf = ({ protection, copies }: LegLabel) => ({
  level: protection === 'raid10' ? ('raid10' as const) : ('raid1' as const),
  copies,
});

const eventsOf = ({ superblock }: FoundLeg): number => superblock?.events ?? -1;

/** One of several legs that say that they have the same place: a leg that was replaced while its node was away says so too. Null: it cannot be told. */
function holderOf(legs: readonly FoundLeg[], inSync: ReadonlySet<string> | null): FoundLeg | null {
  const [first, ...others] = inSync ? legs.filter(({ id }) => inSync.has(id)) : [...legs].sort((a, b) => eventsOf(b) - eventsOf(a));
  if (!first || (inSync ? others.length > 0 : others.some((other) => eventsOf(other) === eventsOf(first)))) return null;
  return first;
}

const toLeg = ({ id, driveId, node, sizeBytes, isReady, label }: FoundLeg, inSync: boolean): LegDocument => {
  const drive = node.inventory.drives.find(({ weftDriveId }) => weftDriveId === driveId);
  const cache = cacheOf({ id, node });
  return {
    ...{ id, index: label.index, driveId, driveSerial: drive?.serial ?? '', nodeId: node.node.id, nodeName: node.node.name },
    spec: {
      ...{ failureDomain: label.place ?? node.node.name, numaNode: drive?.numaNode ?? null, sizeBytes, dataBytes: label.data },
      ...{ epoch: label.epoch, desired: 'present', orderGeneration: node.held.generation },
      ...(label.role === 'joining' || label.role === 'leaving' ? { role: label.role } : {}),
      ...(cache && { cache: toCache(cache, node) }),
    },
    status: { inSync, state: isReady ? 'ready' : 'creating', readyBytes: isReady ? sizeBytes : 0, conditions: [] },
  };
};

/** The leg's cache by the last assignment of its target. */
const cacheOf = ({ id, node }: Pick<FoundLeg, 'id' | 'node'>) => node.assignment?.content.legs.find(({ legId }) => legId === id)?.cache;

function toCache({ mode: _, ...cache }: NonNullable<LegAssignment['cache']>, { inventory, held }: NodeDescription): LegCacheDocument {
  const drive = inventory.drives.find(({ weftDriveId }) => weftDriveId === cache.driveId);
  return { ...cache, driveSerial: drive?.serial ?? '', orderGeneration: held.generation };
}

/** By the last assignment of its target. Without one, a target with such a leg neither exports nor changes it. */
const isOnIntegrity = ({ id, node }: Pick<FoundLeg, 'id' | 'node'>): boolean =>
  node.assignment?.content.legs.find(({ legId }) => legId === id)?.integrity !== undefined;

/** With a size instead of a share, which no node knows. */
function policyOf(legs: readonly FoundLeg[], protection: Protection): { cache?: VolumeCache } {
  const [cache] = legs.flatMap((leg) => cacheOf(leg) ?? []);
  if (!cache) return {};
  const { mode, dataBytes } = cache;
  return { cache: { mode, bytesPerLeg: dataBytes, percentOfLeg: null, acceptsLoss: mode === 'write-back' && !isMirrored(protection) } };
}

/** The legs of one volume, told apart. */
interface Told {
  epoch: number;
  label: LegLabel;
  kept: FoundLeg[];
  /** Of an older epoch, or replaced. */
  obsolete: FoundLeg[];
  vacant: number[];
  inSync: ReadonlySet<string> | null;
}

const FIELDS = ['volume', 'protection', 'copies', 'stripe', 'array', 'data-offset', 'key'] as const;

/** @returns why the volume cannot be told for certain, or its legs. */
function toldApart(volumeId: string, legs: readonly FoundLeg[], sources: Sources): Told | string {
  const epoch = Math.max(...legs.map(({ label }) => label.epoch));
  const present = legs.filter(({ label }) => label.epoch === epoch && label.role !== 'obsolete');
  const [first] = present;
  if (!first) return 'all its legs are of an older epoch';
  const differing = FIELDS.filter((field) => new Set(present.map((leg) => leg.label[field])).size > 1);
  if (differing.length > 0) return `its legs disagree about ${differing.join(', ')}`;
  const { label } = first;
  const mirrored = isMirrored(label.protection);
  if (mirrored && label.array === undefined) return 'its array is not known';
  const inSync = label.array === undefined ? null : inSyncOf(volumeId, label, present, sources);
  const kept: FoundLeg[] = [];
  const placeOf = (leg: FoundLeg) => `${leg.label.index} ${leg.label.role}`;
  for (const place of new Set(present.map(placeOf))) {
    const claims = present.filter((leg) => placeOf(leg) === place);
    const holder = claims.length === 1 ? claims[0] : mirrored ? holderOf(claims, inSync) : null;
    if (!holder) return `${claims.length} legs say that they are leg ${claims[0]?.label.index}`;
    kept.push(holder);
  }
  const indexes = kept.map((leg) => leg.label.index);
  // A leg whose node was away has the number from before a growth.
  const places = Math.max(...kept.map((leg) => Math.max(leg.label.legs, leg.label.index + 1)));
  const vacant = Array.from({ length: places }, (_, index) => index).filter((index) => !indexes.includes(index));
  if (!mirrored && vacant.length > 0) return `the legs with index ${vacant.join(', ')} are missing`;
  const setOf = setsOf(label);
  if (mirrored && vacant.some((index) => !indexes.some((kept) => setOf({ index: kept }) === setOf({ index }))))
    return 'all halves of a mirror set are missing';
  if (previousArray({ label, kept, obsolete: legs.filter((leg) => !kept.includes(leg)) }) === null)
    return 'its arrays are of an earlier epoch that no leg names';
  return { epoch, label, kept, obsolete: legs.filter((leg) => !kept.includes(leg)), vacant, inSync };
}

const toObsolete = (leg: FoundLeg, epoch: number, now: Date): ObsoleteLegDocument => {
  const { spec, status, ...identity } = toLeg(leg, false);
  return {
    ...identity,
    spec: { ...spec, since: now, why: leg.label.epoch < epoch ? 'loss-accepted' : 'replaced' },
    status: { ...status, fencedFrom: null },
  };
};

/** UUID of the array's previous epoch, if legs carry that one still. Undefined: they do not. Null: they do, and nothing tells which it is. */
function previousArray({ label, kept, obsolete }: Pick<Told, 'label' | 'kept' | 'obsolete'>): string | null | undefined {
  const uuids = kept.flatMap(({ superblock }) => superblock?.uuid ?? []);
  const shape = shapeOf(label);
  if (!hasArrayPerSet(shape)) return uuids.includes(label.array ?? '') ? undefined : uuids[0];
  const places = kept.map((leg) => leg.label);
  const current = arrayUuids({ ...shape, uuid: label.array ?? '' }, places);
  const other = uuids.find((uuid) => !current.includes(uuid));
  if (other === undefined) return undefined;
  const earlier = obsolete.flatMap((leg) => leg.label.array ?? []);
  return earlier.find((uuid) => arrayUuids({ ...shape, uuid }, places).includes(other)) ?? null;
}

function arrayOf({ label, kept, obsolete, inSync }: Told): ArrayDocument {
  // Not read is not known: then no array may be created over what is there.
  const created = inSync !== null || kept.some(({ superblock }) => superblock !== null);
  const previousUuid = previousArray({ label, kept, obsolete });
  return {
    spec: { uuid: label.array ?? '', dataOffsetBytes: label['data-offset'] ?? 0 },
    status: { created, ...(previousUuid ? { previousUuid } : {}) },
  };
}

function toVolume(volumeId: string, told: Told, { nodes }: Sources, now: Date): VolumeDocument {
  const { epoch, label, kept, obsolete, vacant, inSync } = told;
  const mirrored = isMirrored(label.protection);
  // Event counts compare within one array.
  const setOf = hasArrayPerSet(shapeOf(label)) ? setsOf(label) : () => 0;
  const mostIn = (set: number) => Math.max(...kept.filter((leg) => setOf(leg.label) === set).map(eventsOf));
  const isInSync = (leg: FoundLeg): boolean =>
    !mirrored || (leg.label.role !== 'joining' && (inSync ? inSync.has(leg.id) : eventsOf(leg) === mostIn(setOf(leg.label))));
  const tenure = Math.max(0, ...nodes.map(({ tenures }) => tenures[volumeId] ?? 0));
  return {
    ...{ _id: volumeId, version: 1, revision: 1, createdAt: now, updatedAt: now, name: label.volume, generation: 1 },
    spec: {
      // A leg whose node was away has the size from before a growth that has ended.
      sizeBytes: Math.max(...kept.map((leg) => leg.label.size)),
      ...{ protection: label.protection, driveClassId: label.class, failureDomain: label.domain, stripeWidth: label.width ?? null },
      ...{ stripeSizeBytes: label.stripe, bitmapChunkBytes: label.bitmap ?? null, description: '', labels: {}, epoch },
      ...{ rebuildDelaySeconds: label['rebuild-delay'], rebuildPriority: label['rebuild-priority'] },
      ...(label.copies !== undefined && { copies: label.copies }),
      ...(label.key !== undefined && { encryption: 'aes-xts-256' as const, encryptionKeyId: label.key }),
      ...policyOf(kept, label.protection),
      ...(kept.some(isOnIntegrity) && { integrity: 'dm-integrity' }),
      ...(tenure > 0 ? { lastTenure: tenure } : {}),
    },
    status: {
      state: kept.every(({ isReady }) => isReady) ? 'available' : 'creating',
      ...{ health: 'unknown', observedGeneration: 1, conditions: [] },
      ...(vacant.length > 0 ? { vacancies: vacant.map((index) => ({ index, since: now })) } : {}),
    },
    array: mirrored ? arrayOf(told) : null,
    legs: kept.map((leg) => toLeg(leg, isInSync(leg))).sort((a, b) => a.index - b.index),
    ...(obsolete.length > 0 ? { obsoleteLegs: obsolete.map((leg) => toObsolete(leg, epoch, now)) } : {}),
  };
}

/** One volume from the labels of its legs. Nothing is invented: a volume that cannot be told for certain is left out, and named. */
export function rebuiltVolume(volumeId: string, legs: readonly FoundLeg[], sources: Sources, now: Date): Made<VolumeDocument> {
  const told = toldApart(volumeId, legs, sources);
  const volume = legs[0]?.label.volume ?? volumeId;
  if (typeof told === 'string') return { document: null, notes: [messageOf('rebuild-volume-left-out', { volume, reason: told })] };
  const { label, kept, vacant, inSync } = told;
  const isInferred = isMirrored(label.protection) && inSync === null && kept.some((leg) => eventsOf(leg) >= 0);
  return {
    document: toVolume(volumeId, told, sources, now),
    notes: [
      ...(vacant.length > 0 ? [messageOf('rebuild-leg-missing', { volume, indexes: vacant.map(String) })] : []),
      ...(isInferred ? [messageOf('rebuild-in-sync-inferred', { volume })] : []),
      ...(label.key !== undefined ? [messageOf('rebuild-key-missing', { volume, keyId: label.key })] : []),
      ...(kept.some((leg) => leg.label.growing !== undefined) ? [messageOf('rebuild-growth-ended', { volume })] : []),
    ],
  };
}
