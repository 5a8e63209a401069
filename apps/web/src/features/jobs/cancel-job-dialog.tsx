import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Job } from '../../api/types.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { jobTitle } from './job-words.js';
import { PlanDialog } from './plan-dialog.js';

export function CancelJobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const cancel = api.useMutation('post', '/api/v1/jobs/{id}/cancel', { meta: { inline: true }, onSuccess: onClose });
  const request = apiRequest('post', '/api/v1/jobs/{id}/cancel', { params: { path: { id: job.id } }, body: {} });
  return (
    <PlanDialog
      title={`Stop: ${jobTitle(job)}`}
      action="Stop the job"
      refusedBecause={null}
      pending={cancel.isPending}
      error={cancel.error}
      request={request}
      onApply={() => cancel.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <PlanSteps
        steps={[
          { node: null, what: 'copies that run are finished; legs that have moved stay where they are now' },
          { node: null, what: 'nothing else moves' },
          { node: null, what: `${job.subject.name} stays cordoned: no new leg comes to it until it is opened again` },
        ]}
        nouns={[]}
      />
    </PlanDialog>
  );
}
