import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Attachment } from '../../api/types.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { Message } from '../../ui/text/message.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { detachSteps } from './attachment-plans.js';
import { useLatestAttachment } from './use-attachments.js';

export function DetachDialog({ attachment: known, onClose }: { attachment: Attachment; onClose: () => void }) {
  const attachment = useLatestAttachment(known);
  const { volume, node, open, openBy } = attachment;
  const detach = api.useMutation('delete', '/api/v1/attachments/{id}', { meta: { inline: true, inPlace: true } });
  const request = apiRequest('delete', '/api/v1/attachments/{id}', {
    params: { path: { id: attachment.id }, header: ifMatch(attachment) },
  });
  return (
    <PlanDialog
      title={`Detach ${volume.name} from ${node.name}`}
      action="Detach"
      refusedBecause={null}
      pending={detach.isPending}
      error={detach.error}
      request={request}
      onApply={() => detach.mutate(request.init)}
      outcome={detach.data ?? null}
      onClose={onClose}
    >
      {open ? (
        <Message tone="warn">
          <p>
            The device is open on {node.name}
            {openBy.length > 0 ? ` (${openBy.map(({ command, pid }) => `${command}, pid ${pid}`).join('; ')})` : ''}: the node will refuse
            until it is closed.
          </p>
        </Message>
      ) : null}
      <PlanSteps steps={detachSteps(attachment)} />
      <PlanCommands change={{ kind: 'attachment.delete', attachmentId: attachment.id }} />
    </PlanDialog>
  );
}
