import { DomainError } from '@weft/shared/errors/domain-error';
import { type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { CHECKSUM_ERRORS } from '@weft/shared/kinds/condition-types';
import type { Message } from '@weft/shared/text/message';
import { driveRef, legRef, nodeRef } from '@weft/shared/text/references';
import { messageOf, said } from '@weft/shared/text/rendering/render';
import { z } from 'zod';
import type { Part } from '../documents/parts.js';
import { volumeOf } from '../documents/references.js';
import { hasChecksums, type LegDocument, type VolumeDocument } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { errorsOf, newErrorsOf } from './leg-checksums.js';

/** MongoDB filter. */
export const WITH_CHECKSUM_ERRORS = { 'status.conditions': { $elemMatch: { type: CHECKSUM_ERRORS, status: 'true' as const } } };

/** Not acknowledged, of all legs, as the condition has it. */
export function checksumErrorsIn({ status: { conditions } }: Part<VolumeDocument, 'status.conditions'>): number {
  const condition = conditions.find(({ type, status }) => type === CHECKSUM_ERRORS && status === 'true');
  const { success, data } = legsSchema.safeParse(condition?.params);
  return success ? data.legs.reduce((sum, { params }) => sum + params.errors, 0) : 0;
}
const legsSchema = z.object({ legs: z.array(z.object({ params: z.object({ errors: z.int() }) })) });

/** ChecksumErrors names the legs that returned wrong bytes. It ends when a person acknowledges that, and when the legs are replaced. */
export function withChecksumErrors({ now }: Pick<VolumeWorld, 'now'>, volume: VolumeDocument): VolumeDocument {
  const { conditions } = volume.status;
  const found = hasChecksums(volume) ? volume.legs.filter((leg) => newErrorsOf(volume, leg.id) > 0) : [];
  if (found.length === 0) {
    const others = conditions.filter(({ type }) => type !== CHECKSUM_ERRORS);
    return others.length === conditions.length ? volume : { ...volume, status: { ...volume.status, conditions: others } };
  }
  const legs = found.map((leg) => legErrors(leg, newErrorsOf(volume, leg.id)));
  const condition: NewCondition = { type: CHECKSUM_ERRORS, status: 'true', ...said('checksum-errors', { legs }) };
  return { ...volume, status: { ...volume.status, conditions: withCondition(conditions, condition, now.toISOString()) } };
}

export const legErrors = (leg: LegDocument, errors: number): Message =>
  messageOf('leg-checksum-errors', {
    ...{ leg: legRef(leg), node: nodeRef(leg.nodeId, leg.nodeName), drive: driveRef(leg.driveId, leg.driveSerial) },
    errors,
  });

/**
 * A person has looked at the errors so far.
 * @throws DomainError `wrong-state`: no checksums, or nothing to acknowledge.
 */
export function checksumsAcknowledged({ volume, now }: Pick<VolumeWorld, 'volume' | 'now'>, by: string): VolumeDocument {
  if (!hasChecksums(volume)) throw new DomainError('volume-without-checksums', { volume: volumeOf(volume) });
  if (volume.legs.every(({ id }) => newErrorsOf(volume, id) === 0))
    throw new DomainError('checksums-acknowledged', { volume: volumeOf(volume) });
  const legs = volume.legs.map(({ id }) => ({ legId: id, errors: errorsOf(volume, id) }));
  return { ...volume, spec: { ...volume.spec, checksumsAcknowledged: { by, at: now, legs } } };
}
