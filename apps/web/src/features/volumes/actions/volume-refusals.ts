import { allowedModes, modeConflict } from '@weft/shared/kinds/attachment';
import { growableHealths, isMirrored, volumeActions } from '@weft/shared/kinds/volume';
import type { Attachment, Leg, Volume } from '../../../api/types.js';
import { isSound } from '../leg-status.js';

export type VolumeAction = keyof typeof volumeActions;

/** Legs whose loss an administrator may accept. A healthy leg that its node reports is not lost. */
export const legsThatMayBeLost = ({ legs }: Volume): Leg[] =>
  legs.filter((leg) => !isSound(leg) || leg.health === 'missing' || leg.health === 'unknown' || leg.health === 'stalled');

/** Why an action on a volume is not possible now, or null: from the table of states that the server's guard uses, and its further conditions. */
export function volumeRefusal(action: VolumeAction, volume: Volume, attachments: readonly Attachment[]): string | null {
  const allowed = volumeActions[action];
  if (!allowed.includes(volume.state)) return `Not now: it is ${volume.state}. The volume must be ${allowed.join(' or ')}.`;
  switch (action) {
    case 'attach':
      return attachRefusal(volume, attachments);
    case 'grow':
      return growRefusal(volume);
    case 'accept-loss':
      return lossRefusal(volume);
    case 'discard':
      return volume.obsoleteLegs.length === 0 ? 'No legs of older epochs are kept.' : null;
    case 'delete':
      return attachments.length > 0 ? `It is attached to ${attachments.map(({ node }) => node.name).join(', ')}: detach it first.` : null;
  }
}

function attachRefusal({ protection }: Volume, attachments: readonly Attachment[]): string | null {
  const existing = attachments.map(({ mode }) => mode);
  const conflicts = allowedModes(protection).map((mode) => modeConflict(mode, existing));
  return conflicts.includes(null) ? null : `Not now: ${conflicts[0]}.`;
}

function growRefusal({ health, growth }: Volume): string | null {
  if (growth) return 'Not now: it is already growing. See its job.';
  if (!growableHealths.includes(health)) return `Not now: it is ${health}. The volume must be ${growableHealths.join(' or ')}.`;
  return null;
}

function lossRefusal(volume: Volume): string | null {
  if (!isMirrored(volume.protection)) return `${volume.protection} has no second mirror half: the volume needs every leg.`;
  return legsThatMayBeLost(volume).length === 0 ? 'Every leg is present: nothing is lost.' : null;
}
