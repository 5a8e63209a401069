import { jobActions } from '@weft/shared/kinds/job';
import { lazy, Suspense, useState } from 'react';
import type { Job } from '../../api/types.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { usePermissionRefusal } from '../session/use-session.js';

const CancelJobDialog = lazy(() => import('./cancel-job-dialog.js').then((module) => ({ default: module.CancelJobDialog })));

/** Cancels a job that can be stopped part-way; other jobs get no button. */
export function CancelJob({ job }: { job: Job }) {
  const role = usePermissionRefusal('job:cancel');
  const [isOpen, setOpen] = useState(false);
  const { kinds, states } = jobActions.cancel;
  if (!kinds.includes(job.kind)) return null;
  const refused = states.includes(job.state) ? null : `It is ${job.state} and cannot be stopped.`;
  return (
    <>
      <ActionButton refusedBecause={role ?? refused} onClick={() => setOpen(true)}>
        Stop it…
      </ActionButton>
      <Suspense fallback={null}>{isOpen ? <CancelJobDialog job={job} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
