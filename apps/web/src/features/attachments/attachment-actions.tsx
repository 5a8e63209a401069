import type { Attachment } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { type Action, ActionLink, Actions, RowAction } from '../../ui/actions/actions.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { attachmentRefusal } from './attachment-refusals.js';

/** The dialog is outside of the list, so that it can show its job to the end after the attachment is deleted. */
type OnEnd = (what: 'detach' | 'revoke') => void;

/** The two ways to end an attachment. */
function useEnds(attachment: Attachment, onOpen: OnEnd): { detach: Action; revoke: Action } {
  const detach = usePermissionRefusal('attachment:delete');
  const force = usePermissionRefusal('attachment:force');
  return {
    detach: {
      label: 'Detach…',
      refusedBecause: detach ?? attachmentRefusal('detach', attachment),
      onClick: () => onOpen('detach'),
    },
    revoke: {
      label: 'Force detach…',
      refusedBecause: force ?? attachmentRefusal('revoke', attachment),
      isDangerous: true,
      onClick: () => onOpen('revoke'),
    },
  };
}

/** For a row of a list. */
export function AttachmentActions({ attachment, onOpen }: { attachment: Attachment; onOpen: OnEnd }) {
  const { detach, revoke } = useEnds(attachment, onOpen);
  return (
    <span className="row">
      <RowAction action={detach} />
      <RowAction action={revoke} />
    </span>
  );
}

/** For the attachment's page. */
export function AttachmentPageActions({
  attachment,
  onOpen,
}: {
  attachment: Attachment;
  onOpen: (what: 'detach' | 'limit' | 'revoke') => void;
}) {
  const { detach, revoke } = useEnds(attachment, onOpen);
  const change = usePermissionRefusal('attachment:create');
  const limit: Action = {
    label: 'Limits…',
    refusedBecause: change ?? attachmentRefusal('limit', attachment),
    onClick: () => onOpen('limit'),
  };
  return (
    <Actions
      primary={detach}
      links={
        <>
          <ActionLink {...paths.jobs({ subjectId: attachment.id })}>Jobs</ActionLink>
          <ActionLink {...paths.topology(`attachment:${attachment.id}`)}>Topology</ActionLink>
        </>
      }
      more={[limit, revoke]}
    />
  );
}
