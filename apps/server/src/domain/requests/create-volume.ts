import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@weft/shared/errors/domain-error';
import { isMirrored, mirrorCopies, type Placement, type VolumeCreate } from '@weft/shared/kinds/volume';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import type { Stored } from '../../core/mongo/stored.js';
import { volumeOf } from '../documents/references.js';
import { emptyThin, requestedSpec, type VolumeDocument } from '../documents/volume.document.js';
import { newLeg } from '../placement/new-leg.js';
import { MD_DATA_OFFSET_BYTES } from '../placement/placement.js';

/** Base fields and ids for new objects. */
export interface Made {
  stored: Stored;
  newId: () => string;
  /** Id of the key of an encrypted volume. */
  keyId?: string | undefined;
}

/** A new volume, placed and not ordered yet. */
export function createdVolume(
  { name, encryption, copies, cache, provisioning, integrity, ...spec }: VolumeCreate,
  { legs }: Pick<Placement, 'legs'>,
  { stored, newId, keyId }: Made,
): VolumeDocument {
  return {
    ...stored,
    name,
    array: isMirrored(spec.protection)
      ? { spec: { uuid: newId(), dataOffsetBytes: MD_DATA_OFFSET_BYTES }, status: { created: false } }
      : null,
    legs: legs.map((leg) => newLeg(leg, 1, newId())).map((leg) => (provisioning === 'thin' ? emptyThin(leg) : leg)),
    generation: 1,
    // Without encryption, a cache, a third copy, thin legs and checksums these fields are not stored: a server of an earlier version sends what it finds, and that would not follow its contract.
    spec: {
      ...spec,
      epoch: 1,
      ...(copies !== null && copies > DEFAULT_COPIES && { copies }),
      ...(encryption !== 'none' && { encryption }),
      ...(cache !== null && { cache }),
      ...(provisioning === 'thin' && { provisioning }),
      ...(integrity !== 'none' && { integrity }),
      ...(keyId !== undefined && { encryptionKeyId: keyId }),
    },
    status: { state: 'creating', health: 'detached', observedGeneration: 0, conditions: [] },
  };
}

/**
 * The existing volume of the same name, if it equals the request.
 * @throws DomainError `name-taken`.
 */
export function sameVolume(existing: VolumeDocument, { name: _, ...spec }: VolumeCreate): VolumeDocument {
  if (existing.status.state !== 'deleting' && isDeepStrictEqual(requestedSpec(existing.spec), { ...spec, copies: mirrorCopies(spec) }))
    return existing;
  throw new DomainError(
    existing.status.state === 'deleting' ? 'volume-name-being-deleted' : 'volume-name-taken',
    { volume: volumeOf(existing) },
    { field: 'name' },
  );
}
