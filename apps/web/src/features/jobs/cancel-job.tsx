import { jobActions } from '@weft/shared/kinds/job';
import { api } from '../../api/client.js';
import type { Job } from '../../api/types.js';
import { ActionButton } from '../../ui/action-button.js';
import { useRoleRefusal } from '../session/use-session.js';

/** Stops what can be stopped half-way; for the other jobs there is nothing to press. */
export function CancelJob({ job }: { job: Job }) {
  const role = useRoleRefusal('operator');
  const cancel = api.useMutation('post', '/api/v1/jobs/{id}/cancel');
  const { kinds, states } = jobActions.cancel;
  if (!kinds.includes(job.kind)) return null;
  const refused = states.includes(job.state) ? null : `It is ${job.state}: nothing of it is left to stop.`;
  return (
    <ActionButton
      loading={cancel.isPending}
      refusedBecause={role ?? refused}
      onClick={() => cancel.mutate({ params: { path: { id: job.id } }, body: {} })}
    >
      Stop it
    </ActionButton>
  );
}
