import { Button, Modal } from '@mantine/core';
import { api, ifMatch } from '../../api/client.js';
import type { Attachment } from '../../api/types.js';
import { ProblemView } from '../../ui/problem-view.js';

export function DetachDialog({ attachment, onClose }: { attachment: Attachment; onClose: () => void }) {
  const { volume, node, open, openBy } = attachment;
  const detach = api.useMutation('delete', '/api/v1/attachments/{id}', { meta: { inline: true }, onSuccess: onClose });
  return (
    <Modal opened onClose={onClose} title={`Detach ${volume.name} from ${node.name}`}>
      <div className="stack">
        <span>
          {open
            ? `The device is open on ${node.name}${openBy.length > 0 ? ` (${openBy.map(({ command, pid }) => `${command}, pid ${pid}`).join('; ')})` : ''}: the node will refuse until it is closed.`
            : `The device goes from ${node.name}; the data stays. While a process has it open, the node refuses and says which.`}
        </span>
        {detach.error ? <ProblemView error={detach.error} /> : null}
        <div className="row">
          <Button
            data-autofocus
            loading={detach.isPending}
            onClick={() => detach.mutate({ params: { path: { id: attachment.id }, header: ifMatch(attachment) } })}
          >
            Detach
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Modal>
  );
}
