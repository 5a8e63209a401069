import type { Attachment } from '../../api/types.js';
import { ActionButton } from '../../ui/action-button.js';
import { useRoleRefusal } from '../session/use-session.js';
import { attachmentRefusal } from './attachment-refusals.js';

interface Props {
  attachment: Attachment;
  /** The dialog is beside the list: it shows its job to the end, when the attachment is gone. */
  onOpen: (what: 'detach' | 'revoke') => void;
}

/** The two ways to end an attachment. */
export function AttachmentActions({ attachment, onOpen }: Props) {
  const operator = useRoleRefusal('operator');
  const administrator = useRoleRefusal('administrator');
  return (
    <span className="row">
      <ActionButton size="compact-xs" refusedBecause={operator ?? attachmentRefusal('detach', attachment)} onClick={() => onOpen('detach')}>
        Detach…
      </ActionButton>
      <ActionButton
        size="compact-xs"
        refusedBecause={administrator ?? attachmentRefusal('revoke', attachment)}
        onClick={() => onOpen('revoke')}
      >
        Take away…
      </ActionButton>
    </span>
  );
}
