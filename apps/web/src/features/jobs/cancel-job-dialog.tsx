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
      <PlanSteps steps={stepsOf(job).map((what) => ({ node: null, what }))} nouns={[]} />
    </PlanDialog>
  );
}

/** Effects of cancelling the job. */
function stepsOf({ kind, subject: { name } }: Job): string[] {
  switch (kind) {
    case 'drive.take':
      return [`drive ${name} is given back; a volume group that was made on it meanwhile is removed`];
    case 'drive.wipe':
      return [`drive ${name} keeps what is on it, unless its node has begun to overwrite it: then the request is refused`];
    case 'drive.release':
      return [`drive ${name} stays in service, unless its node is removing the volume group: then the request is refused`];
    case 'volume.create':
      return [`volume ${name} is deleted, and its legs are removed`];
    case 'attachment.attach':
      return [`${name} is detached`];
    default:
      return [
        'copies that run are finished; legs that have moved stay where they are now',
        'nothing else moves',
        `${name} stays cordoned: no new leg comes to it until it is opened again`,
      ];
  }
}
