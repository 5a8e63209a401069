import { type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { CHECKSUM_ERRORS } from '@weft/shared/kinds/condition-types';
import { driveRef, legRef, nodeRef } from '@weft/shared/text/references';
import { messageOf, said } from '@weft/shared/text/rendering/render';
import { z } from 'zod';
import type { Part } from '../documents/parts.js';
import { hasChecksums, type LegDocument, type VolumeDocument } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';

/** Wrong checksums that the leg's target last reported. */
export const checksumErrorsOf = (world: Pick<VolumeWorld, 'lastReport'>, { nodeId, id }: Pick<LegDocument, 'nodeId' | 'id'>): number =>
  world.lastReport(nodeId, 'leg', id)?.observed.integrity?.checksumErrors ?? 0;

/** MongoDB filter. */
export const WITH_CHECKSUM_ERRORS = { 'status.conditions': { $elemMatch: { type: CHECKSUM_ERRORS, status: 'true' as const } } };

/** Of all legs, as the condition has it. */
export function checksumErrorsIn({ status: { conditions } }: Part<VolumeDocument, 'status.conditions'>): number {
  const condition = conditions.find(({ type, status }) => type === CHECKSUM_ERRORS && status === 'true');
  const { success, data } = legsSchema.safeParse(condition?.params);
  return success ? data.legs.reduce((sum, { params }) => sum + params.errors, 0) : 0;
}
const legsSchema = z.object({ legs: z.array(z.object({ params: z.object({ errors: z.int() }) })) });

/** ChecksumErrors names the legs that returned wrong bytes. It ends when their targets count from zero again, and when the legs are replaced. */
export function withChecksumErrors(world: VolumeWorld, volume: VolumeDocument): VolumeDocument {
  const { conditions } = volume.status;
  const found = hasChecksums(volume) ? volume.legs.filter((leg) => checksumErrorsOf(world, leg) > 0) : [];
  if (found.length === 0) {
    const others = conditions.filter(({ type }) => type !== CHECKSUM_ERRORS);
    return others.length === conditions.length ? volume : { ...volume, status: { ...volume.status, conditions: others } };
  }
  const legs = found.map((leg) =>
    messageOf('leg-checksum-errors', {
      ...{ leg: legRef(leg), node: nodeRef(leg.nodeId, leg.nodeName), drive: driveRef(leg.driveId, leg.driveSerial) },
      errors: checksumErrorsOf(world, leg),
    }),
  );
  const condition: NewCondition = { type: CHECKSUM_ERRORS, status: 'true', ...said('checksum-errors', { legs }) };
  return { ...volume, status: { ...volume.status, conditions: withCondition(conditions, condition, world.now.toISOString()) } };
}
