import { createHash } from 'node:crypto';
import { legCacheName, nguidOf, WRITE_BACK_TAG } from '@weft/shared/identity';
import type { ExportAssignment, LegAssignment } from '@weft/shared/messages/assignment';
import type { LogicalVolume, NvmeHead } from '../../host/host.js';
import { mappingNamed } from '../mapping-named.js';
import type { World } from '../plan.js';
import { thinDevice } from '../target/thin/pool-records.js';

/*
 * Incarnations of a leg (docs/decisions/incarnations.md). dm-thin and dm-cache commit their metadata each second and at each flush (COMMIT_PERIOD in
 * drivers/md/dm-thin.c and dm-cache-target.c): such a leg may lose writes of its last second with its machine's power, or with its drive. md on the client does
 * not know that, and takes the leg back without them.
 *  - the target gives the leg another NGUID each time the device was made that may have lost them. The client's kernel then drops the namespace instead of
 *    going on with it ("identifiers changed", nvme_validate_ns in drivers/nvme/host/core.c), so that md fails the member.
 *  - the client takes a leg with another NGUID back only with what it may have lost.
 */

/** NGUID to enable the leg's namespace with. Clients of a read-only attachment write nothing, and their arrays take no leg back. */
export function nguidFor(
  leg: LegAssignment,
  volume: Pick<LogicalVolume, 'tags'>,
  { mode }: Pick<ExportAssignment, 'mode'>,
  { fast }: Pick<World, 'fast'>,
): string {
  const made = leg.mirrored && mode === 'exclusive' ? madeLast(leg, volume, fast) : undefined;
  if (made === undefined) return nguidOf(leg.legId);
  return createHash('sha256').update(`${leg.legId} ${fast.bootId} ${made}`).digest('hex').slice(0, 32);
}

/** Number of the device that may lose writes, of this boot; 0: it is not there yet. Undefined: the leg has none. */
function madeLast(leg: LegAssignment, { tags }: Pick<LogicalVolume, 'tags'>, fast: World['fast']): number | undefined {
  if (leg.thin) return thinDevice(fast, leg.legId)?.sequence ?? 0;
  const isWriteBack = leg.cache?.mode === 'write-back' || tags.includes(WRITE_BACK_TAG);
  return isWriteBack ? (mappingNamed(fast, legCacheName(leg.legId))?.sequence ?? 0) : undefined;
}

/** A kernel that shows no NGUID shows nothing of incarnations either. */
const isKnown = ({ nguid }: Pick<NvmeHead, 'nguid'>): boolean => nguid !== '';
/** It may lose writes. */
export const mayLoseWrites = (head: Pick<NvmeHead, 'nguid' | 'uuid'>): boolean => isKnown(head) && head.nguid !== nguidOf(head.uuid);
/** Whether it is another incarnation than the one that the array had. `known` undefined: not recorded, so only a leg that cannot lose writes is the same. */
export const isOther = (head: Pick<NvmeHead, 'nguid' | 'uuid'>, known: string | undefined): boolean =>
  isKnown(head) && head.nguid !== (known ?? nguidOf(head.uuid));
