import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Deployment } from '../../../api/types.js';
import { Loaded } from '../../../ui/loaded.js';
import { Message } from '../../../ui/text/message.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { StepList } from '../step-list.js';

/** What an undo removes, and why it cannot now. */
export function UndoDialog({ deployment: { id, title }, onClose }: { deployment: Deployment; onClose: () => void }) {
  const params = { path: { id } };
  const plan = api.useQuery('get', '/api/v1/deployments/{id}/undo-plan', { params });
  const undo = api.useMutation('post', '/api/v1/deployments/{id}/undo', { meta: { inline: true }, onSuccess: onClose });
  const request = apiRequest('post', '/api/v1/deployments/{id}/undo', { params, body: {} });
  const blockers = plan.data?.blockers ?? [];
  const refused = plan.data === undefined ? 'The plan is not there yet.' : blockers.length > 0 ? 'It cannot be undone now.' : null;
  return (
    <PlanDialog
      title={`Undo: ${title}`}
      action="Undo the deployment"
      isGrave
      refusedBecause={refused}
      pending={undo.isPending}
      error={undo.error}
      request={request}
      onApply={() => undo.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <Loaded of={plan} gone="There is no such deployment.">
        {({ steps }) => (
          <div className="stack">
            {blockers.map(({ message }) => (
              <Message key={message} tone="bad">
                {message}
              </Message>
            ))}
            <p>These steps are undone, in this order. What was there before the deployment stays.</p>
            <StepList steps={steps} />
          </div>
        )}
      </Loaded>
    </PlanDialog>
  );
}
