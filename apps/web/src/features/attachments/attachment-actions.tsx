import type { Attachment } from '../../api/types.js';
import { ActionButton } from '../../ui/action-button.js';
import { useRoleRefusal } from '../session/use-session.js';
import { attachmentRefusal } from './attachment-refusals.js';

interface Props {
  attachment: Attachment;
  size?: 'xs' | 'compact-xs';
  /** The dialog is outside the list, so that it can show its job to the end after the attachment is deleted. */
  onOpen: (what: 'detach' | 'revoke') => void;
}

/** The two ways to end an attachment. */
export function AttachmentActions({ attachment, size = 'compact-xs', onOpen }: Props) {
  const operator = useRoleRefusal('operator');
  const administrator = useRoleRefusal('administrator');
  return (
    <span className="row">
      <ActionButton size={size} refusedBecause={operator ?? attachmentRefusal('detach', attachment)} onClick={() => onOpen('detach')}>
        Detach…
      </ActionButton>
      <ActionButton
        data-danger
        size={size}
        refusedBecause={administrator ?? attachmentRefusal('revoke', attachment)}
        onClick={() => onOpen('revoke')}
      >
        Force detach…
      </ActionButton>
    </span>
  );
}
