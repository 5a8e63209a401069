import { allowedModes, modeConflict } from '@weft/shared/kinds/attachment';
import { volumeActions } from '@weft/shared/kinds/volume';
import type { Attachment, Volume } from '../../api/types.js';

/** Why a volume cannot be attached or deleted in its state, or null: the table that the server's guard reads. */
export function volumeRefusal(action: keyof typeof volumeActions, volume: Volume, attachments: readonly Attachment[]): string | null {
  const allowed = volumeActions[action];
  if (!allowed.includes(volume.state)) return `Not now: it is ${volume.state}. This takes a volume that is ${allowed.join(' or ')}.`;
  if (action === 'delete' && attachments.length > 0)
    return `It is attached to ${attachments.map(({ node }) => node.name).join(', ')}: detach it first.`;
  const existing = attachments.map(({ mode }) => mode);
  const conflicts = allowedModes(volume.protection).map((mode) => modeConflict(mode, existing));
  if (action === 'attach' && !conflicts.includes(null)) return `Not now: ${conflicts[0]}.`;
  return null;
}
