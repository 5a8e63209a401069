import { attachmentActions } from '@weft/shared/kinds/attachment';
import type { Attachment } from '../../api/types.js';

/** Why an attachment cannot be ended so in its state, or null: the table that the server's guard reads. */
export const attachmentRefusal = (action: keyof typeof attachmentActions, { state }: Attachment): string | null =>
  attachmentActions[action].includes(state)
    ? null
    : `Not now: it is ${state}. This takes one that is ${attachmentActions[action].join(' or ')}.`;
