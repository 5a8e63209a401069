import { attachmentActions } from '@weft/shared/kinds/attachment';
import type { Attachment } from '../../api/types.js';

/** Why this action cannot end an attachment in its state, or null. The server's guard uses the same table. */
export const attachmentRefusal = (action: keyof typeof attachmentActions, { state }: Attachment): string | null =>
  attachmentActions[action].includes(state)
    ? null
    : `Not now: it is ${state}. The attachment must be ${attachmentActions[action].join(' or ')}.`;
