import { type FreezeCause, freezeCauses, poolModes } from '../../../thin/thin-words.js';
import { entry } from '../../entry.js';
import { ids, orders } from '../../examples.js';
import { count, oneOf, volume, word, yes } from '../../field.js';
import { words } from '../../words.js';

/* Reasons of an agent about thin legs, their pools, and volumes that are frozen for a snapshot. */

const group = `weft-${ids.drive}`;
const lv = `${group}/thin-${ids.leg}`;

export const poolReasons = {
  'pool-lost': entry(
    { group: word, isFormatted: yes },
    {
      message: ({ group, isFormatted }) =>
        words`the pool of thin legs in volume group ${group} was there before and ${isFormatted ? 'lacks one of its logical volumes' : 'is gone'}: no new one is made, and its legs are lost. Evict the drive, so that mirrors are rebuilt elsewhere`,
      example: { group, isFormatted: false },
    },
  ),
  'pool-holds-legs': entry(
    { group: word, legs: count },
    {
      message: ({ group, legs }) =>
        words`the pool in volume group ${group} still has ${legs} thin ${legs === 1 ? 'leg' : 'legs'}; delete or move their volumes, snapshots and clones first`,
      example: { group, legs: 2 },
    },
  ),
  'pool-failed': entry(
    { group: word, mode: oneOf(...poolModes), needsCheck: yes },
    {
      message: ({ group, mode, needsCheck }) =>
        words`the pool of thin legs in volume group ${group} takes no writes (mode ${mode}${needsCheck ? ', needs a check' : ''}); its legs count as lost. Weft repairs no pool: check its metadata with thin_check, or evict the drive`,
      example: { group, mode: 'failed', needsCheck: true },
    },
  ),
  'pool-missing': entry(
    { group: word },
    { message: ({ group }) => words`the pool of thin legs in volume group ${group} is not running yet`, example: { group } },
  ),
};

export const thinReasons = {
  'thin-lost': entry(
    { lv: word },
    {
      message: ({ lv }) =>
        words`thin leg ${lv} was ready before, and its pool has no record of it. No empty one is made in its place. In a mirror, replace the leg; without a mirror its data is lost`,
      example: { lv },
    },
  ),
  'thin-origin-missing': entry(
    { lv: word, origin: word },
    {
      message: ({ lv, origin }) => words`thin leg ${lv} is a copy of leg ${origin}, which is not in the same pool, or not made yet`,
      example: { lv, origin: ids.other },
    },
  ),
};

const CAUSES: Record<FreezeCause, string> = {
  bound: 'its time was over before it was released',
  restart: 'the agent or its node was restarted',
  resumed: 'something else resumed a device',
  detached: 'a volume was detached, or is no longer assigned',
  late: 'the order came too late',
  never: 'the release came before it had begun',
};

export const freezeReasons = {
  'freeze-waits': entry(
    { volume },
    {
      message: ({ volume }) => words`volume ${volume} cannot be frozen now: it is not available on this client`,
      example: { volume: orders },
    },
  ),
  'freeze-expired': entry(
    { cause: oneOf(...freezeCauses) },
    {
      message: ({ cause }) => words`the volumes were not frozen for long enough: ${CAUSES[cause]}. This is no snapshot; order it again`,
      example: { cause: 'bound' },
    },
  ),
};
