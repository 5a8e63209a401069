import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Node } from '../../../api/types.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';

/** Requests a new credential for the connected agent. No person sees it: the server sends it over the agent's connection. */
export function RotateCredentialDialog({ node, onClose }: { node: Node; onClose: () => void }) {
  const rotate = api.useMutation('post', '/api/v1/nodes/{id}/rotate-credential', { meta: { inline: true } });
  const request = apiRequest('post', '/api/v1/nodes/{id}/rotate-credential', { params: { path: { id: node.id } } });
  return (
    <PlanDialog
      title={`Rotate the credential of ${node.name}`}
      action="Rotate"
      refusedBecause={null}
      pending={rotate.isPending}
      error={rotate.error}
      request={request}
      onApply={() => rotate.mutate(request.init)}
      outcome={
        rotate.isSuccess
          ? {
              text: `The server sends a new credential to the agent of ${node.name}. The old one ends when the agent has stored the new one.`,
            }
          : null
      }
      onClose={onClose}
    >
      <p>
        The server sends the agent a new credential over their connection. The agent stays connected, and you need not log in to {node.name}
        . If the credential was stolen, revoke it instead: a rotation gives the new one to the connected agent, even if a thief runs it.
      </p>
    </PlanDialog>
  );
}
