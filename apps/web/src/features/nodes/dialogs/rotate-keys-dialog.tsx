import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Node } from '../../../api/types.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';

/** Requests new authentication keys between the node and its clients and targets. No person sees them. */
export function RotateKeysDialog({ node, onClose }: { node: Node; onClose: () => void }) {
  const rotate = api.useMutation('post', '/api/v1/nodes/{id}/rotate-keys', { meta: { inline: true } });
  const request = apiRequest('post', '/api/v1/nodes/{id}/rotate-keys', { params: { path: { id: node.id } } });
  return (
    <PlanDialog
      title={`Rotate the keys of ${node.name}`}
      action="Rotate"
      refusedBecause={null}
      pending={rotate.isPending}
      error={rotate.error}
      request={request}
      onApply={() => rotate.mutate(request.init)}
      outcome={
        rotate.isSuccess
          ? { text: `The keys of ${node.name} are being rotated. Each client and target continues when all its paths are live.` }
          : null
      }
      onClose={onClose}
    >
      <p>
        The server replaces the authentication keys between {node.name} and all its clients and targets. Connections stay, and I/O goes on.
        While a path is not live, or an agent is not connected, the rotation of that client and target waits.
      </p>
    </PlanDialog>
  );
}
