import { useNavigate } from '@tanstack/react-router';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Node } from '../../../api/types.js';
import { ConfirmByTyping } from '../../../forms/confirm-by-typing.js';
import { paths } from '../../../paths/paths.js';

export function RemoveNodeDialog({ node, onClose }: { node: Node; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = api.useMutation('delete', '/api/v1/nodes/{id}', {
    meta: { inline: true },
    onSuccess: () => navigate(paths.nodes()),
  });
  const request = apiRequest('delete', '/api/v1/nodes/{id}', { params: { path: { id: node.id }, header: ifMatch(node) } });
  return (
    <ConfirmByTyping
      title={`Remove node ${node.name}`}
      wanted={node.name}
      wantedLabel="Type the node’s name"
      action="Remove"
      pending={remove.isPending}
      error={remove.error}
      request={request}
      onConfirm={() => remove.mutate(request.init)}
      onClose={onClose}
    >
      Its credential ends and it leaves the cluster. Refused while it has legs or attachments. Its drives are not touched.
    </ConfirmByTyping>
  );
}
