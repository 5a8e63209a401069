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
      <PlanSteps steps={stepsOf(job).map((what) => ({ node: null, what }))} />
    </PlanDialog>
  );
}

/** Effects of cancelling the job. */
function stepsOf({ kind, subject: { name } }: Job): string[] {
  switch (kind) {
    case 'drive.take':
      return [`drive ${name} is released; a volume group created so far is removed`];
    case 'drive.wipe':
      return [`drive ${name} keeps its contents; the request is refused if its node has started to overwrite it`];
    case 'drive.release':
      return [`drive ${name} stays in service; the request is refused if its node is removing the volume group`];
    case 'volume.create':
      return [`volume ${name} is deleted, and its legs are removed`];
    case 'benchmark.run':
      return ['the clients kill fio', 'scratch volumes are detached and deleted', 'the results until then are kept'];
    case 'drill.run':
      return ['the agents take the fault back', 'the load ends', 'a scratch volume is detached and deleted'];
    case 'attachment.attach':
      return [`${name} is detached`];
    default:
      return [
        'running resyncs finish; moved legs stay where they are',
        'no other legs move',
        `${name} stays cordoned: no new legs are placed on it until it is opened again`,
      ];
  }
}
